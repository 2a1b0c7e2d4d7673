import { Command, Option } from 'commander'
import postgres from 'postgres'
import { StartError } from '../../server/lib/config.ts'
import { withDatabase } from '../database.ts'

const ROLES = { administrator: 'an administrator', moderator: 'a moderator', editor: 'an editor' }
type Role = keyof typeof ROLES

/** `plaudit admin grant|revoke|list`: manages administrators, moderators and editors. */
export function adminCommand(): Command {
  return new Command('admin')
    .description('Manage administrators, moderators and editors.')
    .addCommand(
      new Command('grant')
        .description('Give an account a role, instead of the one it has. Its address must be verified.')
        .argument('<email>', 'the address of the account')
        .addOption(
          new Option(
            '--role <role>',
            'what it may do: everything; decide on reports and members; the catalogue',
          )
            .choices(Object.keys(ROLES))
            .default('administrator'),
        )
        .action(async (email: string, { role }: { role: Role }) => {
          const changed = await change(
            email,
            (sql) => sql`select private.grant_admin(${email}, 'command line', ${role}) as changed`,
          )
          process.stdout.write(
            `${email} ${changed ? `is now ${ROLES[role]}` : `was ${ROLES[role]} already`}\n`,
          )
        }),
    )
    .addCommand(
      new Command('revoke')
        .description('Revoke the role of an account, whichever it is.')
        .argument('<email>', 'the address of the account')
        .action(async (email: string) => {
          const changed = await change(email, (sql) => sql`select private.revoke_admin(${email}) as changed`)
          process.stdout.write(`${email} ${changed ? 'has no role any more' : 'had no role'}\n`)
        }),
    )
    .addCommand(new Command('list').description('List who has a role.').action(listAdmins))
}

async function change(
  email: string,
  write: (sql: postgres.Sql) => PromiseLike<readonly postgres.Row[]>,
): Promise<boolean> {
  return withDatabase(async (sql) => {
    try {
      const [row] = await write(sql)
      return row?.changed === true
    } catch (error) {
      // Refusals of these functions: no such account, address not verified, suspended, the last administrator.
      if (error instanceof postgres.PostgresError && ['P0001', 'P0002', '55000'].includes(error.code))
        throw new StartError(`${email}: ${error.message}`)
      throw error
    }
  })
}

async function listAdmins(): Promise<void> {
  const admins = await withDatabase(
    (sql) =>
      sql<{ email: string; granted_at: Date; granted_by: string; role: Role }[]>`
        select u.email, a.granted_at, a.granted_by, a.role
        from private.administrators a join auth.users u on u.id = a.user_id order by a.granted_at, u.email`,
  )
  if (admins.length === 0) process.stdout.write('No one has a role.\n')
  for (const { email, granted_at, granted_by, role } of admins)
    process.stdout.write(
      `${email}  ${role} since ${granted_at.toISOString().slice(0, 10)}, by ${granted_by}\n`,
    )
}
