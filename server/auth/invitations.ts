import type { Sql } from 'postgres'
import type { Mailer } from './mailer.ts'

/** A few at a time: a mail server may be slow, and shutdown waits for mails being sent. */
const AT_ONCE = 20

/** Mails the invitations that have not been mailed yet. */
export async function mailInvitations(sql: Sql, mailer: Pick<Mailer, 'send'>): Promise<void> {
  const invited = await sql<{ address: string }[]>`
    select address from private.take_unmailed_invitations(${AT_ONCE})`
  for (const { address } of invited) mailer.send({ kind: 'invite', to: address })
}
