import { Command } from 'commander'
import postgres from 'postgres'
import { StartError } from '../../server/lib/config.ts'
import { withDatabase } from '../database.ts'

/** `plaudit admin grant|revoke|list`: manages administrators. */
export function adminCommand(): Command {
  return new Command('admin')
    .description('Manage administrators.')
    .addCommand(
      new Command('grant')
        .description('Make an account an administrator. Its address must be verified.')
        .argument('<email>', 'the address of the account')
        .action((email: string) => changeAdmin('grant', email)),
    )
    .addCommand(
      new Command('revoke')
        .description('Revoke the right of an administrator.')
        .argument('<email>', 'the address of the account')
        .action((email: string) => changeAdmin('revoke', email)),
    )
    .addCommand(new Command('list').description('List the administrators.').action(listAdmins))
}

/** The message for a change, and for one that was not needed. */
const OUTCOMES = {
  grant: { done: 'is now an administrator', before: 'was an administrator already' },
  revoke: { done: 'is no longer an administrator', before: 'was not an administrator' },
}

async function changeAdmin(action: keyof typeof OUTCOMES, email: string): Promise<void> {
  const changed = await withDatabase(async (sql) => {
    try {
      const [row] =
        action === 'grant'
          ? await sql<{ changed: boolean }[]>`select private.grant_admin(${email}, 'command line') as changed`
          : await sql<{ changed: boolean }[]>`select private.revoke_admin(${email}) as changed`
      return row?.changed
    } catch (error) {
      // Refusals of these functions: no such account, address not verified, suspended, the last administrator.
      if (error instanceof postgres.PostgresError && ['P0001', 'P0002', '55000'].includes(error.code))
        throw new StartError(`${email}: ${error.message}`)
      throw error
    }
  })
  process.stdout.write(`${email} ${OUTCOMES[action][changed ? 'done' : 'before']}\n`)
}

async function listAdmins(): Promise<void> {
  const admins = await withDatabase(
    (sql) =>
      sql<{ email: string; granted_at: Date; granted_by: string }[]>`select * from private.list_admins()`,
  )
  if (admins.length === 0) process.stdout.write('There are no administrators.\n')
  for (const { email, granted_at, granted_by } of admins)
    process.stdout.write(`${email}  since ${granted_at.toISOString().slice(0, 10)}, by ${granted_by}\n`)
}
