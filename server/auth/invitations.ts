import type { Sql } from 'postgres'
import type { Mailer } from './mailer.ts'

/** Few at a time: a mail server takes its time, and shutting down waits for what was begun. */
const AT_ONCE = 20

/** Mails the invitations nobody has mailed yet. */
export async function mailInvitations(sql: Sql, mailer: Pick<Mailer, 'send'>): Promise<void> {
  const invited = await sql<{ address: string }[]>`
    select address from private.take_unmailed_invitations(${AT_ONCE})`
  for (const { address } of invited) mailer.send({ kind: 'invite', to: address })
}
