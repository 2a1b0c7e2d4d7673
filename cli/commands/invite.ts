import { Command } from 'commander'
import postgres, { type Sql } from 'postgres'
import { readConfig } from '../../server/lib/config.ts'
import { UnusableInput } from '../../server/lib/errors.ts'
import { withDatabase } from '../database.ts'

interface InviteFlags {
  list: boolean
  revoke: boolean
}

/** `plaudit invite ADDRESS…`: manages who may sign up where the site's settings say `invited`. */
export function inviteCommand(): Command {
  return new Command('invite')
    .description(
      'Invite people to sign up, where `site set sign-up invited` says that it takes an invitation.\n\n' +
        'An ADDRESS is an email address, which the running site writes to within a minute (not with a Supabase project), ' +
        'or a whole domain as @example.org.',
    )
    .argument('[address...]', 'email addresses and domains')
    .option('--revoke', 'revoke the invitations; accounts stay', false)
    .option('--list', 'list the invitations', false)
    .action(async (addresses: string[], flags: InviteFlags) => {
      if (flags.list === addresses.length > 0) throw new UnusableInput('give either an address, or --list')
      if (flags.list) return listInvitations()
      await withDatabase(async (sql) => {
        for (const address of addresses) process.stdout.write(`${await change(sql, address, flags.revoke)}\n`)
      })
      const { supabaseUrl, publicUrl } = readConfig(process.env)
      // The process that renders a hosted project's pages has no access to its database.
      if (supabaseUrl && !flags.revoke)
        process.stdout.write(`A Supabase project mails no invitations: send people ${publicUrl}/register\n`)
    })
}

async function change(sql: Sql, address: string, revokes: boolean): Promise<string> {
  try {
    const [row] = await sql.begin(async (transaction) => {
      await transaction`select set_config('plaudit.source', 'command line', true)`
      return revokes
        ? transaction<{ changed: boolean }[]>`select private.revoke_invitation(${address}, null) as changed`
        : transaction<{ changed: boolean }[]>`select private.invite(${address}, null) as changed`
    })
    if (revokes) return row?.changed ? `${address} is invited no more` : `${address} was not invited`
    return row?.changed ? `${address} is invited` : `${address} was invited already`
  } catch (error) {
    // The constraint's own message does not explain the format of an address.
    if (error instanceof postgres.PostgresError && error.code === '23514')
      throw new UnusableInput(`${address}: invite an email address, or a domain as @example.org`)
    throw error
  }
}

async function listInvitations(): Promise<void> {
  const invited = await withDatabase(
    (sql) => sql<{ address: string; created_at: Date; mailed_at: Date | null; joined_at: Date | null }[]>`
      select * from private.list_invitations()`,
  )
  if (invited.length === 0) process.stdout.write('No one is invited.\n')
  for (const { address, created_at, mailed_at, joined_at } of invited) {
    const state = joined_at
      ? 'joined'
      : address.startsWith('@')
        ? 'a domain'
        : mailed_at
          ? 'mailed'
          : 'not mailed yet'
    process.stdout.write(`${address}  since ${created_at.toISOString().slice(0, 10)}, ${state}\n`)
  }
}
