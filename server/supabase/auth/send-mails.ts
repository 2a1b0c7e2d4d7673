import type { Sql } from 'postgres'
import { LOCKS } from '../../host/database/locks.ts'
import { type Hindrance, MAILS, startWorker, type Worker } from '../../host/database/queue.ts'
import { type Logger, pseudonym } from '../../lib/log.ts'
import { makeEmailChangeMail } from './email-change.ts'
import { makeLink } from './links.ts'
import type { Mail } from './mail-templates.ts'
import { type Mailer, Undelivered } from './mailer.ts'
import { completeMail, type QueuedMail } from './queued-mails.ts'
import { makeInvitation, makeSignUpMail, noteInvited } from './sign-up.ts'

/** Sends what waits in the queue of mails. */

export interface MailWorker extends Worker {
  /** Mails sent, and mails given up, by this process. */
  readonly counts: Readonly<Record<'sent' | 'failed', number>>
}

interface Dependencies {
  /** Of the queue. */
  sql: Sql
  /** Of the accounts. */
  accounts: Sql
  mailer: Mailer
  jwtSecret: string
  log: Logger
  onError(error: unknown): void
}

export function startMailWorker({
  sql,
  accounts,
  mailer,
  jwtSecret,
  log,
  onError,
}: Dependencies): MailWorker {
  const counts = { sent: 0, failed: 0 }
  const nameOf = (mail: QueuedMail) => ('ask' in mail ? mail.ask : mail.kind)
  const about = (data: QueuedMail, attempt: number) => ({
    mail: nameOf(data),
    to: pseudonym(data.to, jwtSecret),
    attempt,
  })

  function make(data: QueuedMail, id: string): Promise<Mail | undefined> | Mail {
    const dependencies = { sql: accounts, jwtSecret }
    if (!('ask' in data)) return completeMail(data, jwtSecret)
    if (data.ask === 'sign_up') return makeSignUpMail(dependencies, data.to, data.id)
    if (data.ask === 'sign_up_again') return makeSignUpMail(dependencies, data.to)
    if (data.ask === 'email_change') return makeEmailChangeMail(dependencies, data)
    if (data.ask === 'invite') return makeInvitation(accounts, data.to, id)
    return makeLink(dependencies, data.ask, data.to, data.next)
  }

  async function send(data: QueuedMail, id: string, writtenAt: Date): Promise<boolean> {
    const mail = await make(data, id)
    if (!mail) return false
    // The id alone would be that of every mail of one cause.
    await mailer.deliver(mail, `${id}.${writtenAt.getTime()}`)
    if (mail.kind === 'invite') await noteInvited(accounts, id)
    return true
  }

  const worker = startWorker<QueuedMail>({
    sql,
    queue: MAILS,
    lock: LOCKS.mails,
    work: async ({ id, data, createdOn, retryCount }): Promise<Hindrance | undefined> => {
      try {
        if (!(await send(data, id, createdOn))) return undefined
        counts.sent++
        log.info(about(data, retryCount), 'mail sent')
        return undefined
      } catch (error) {
        if (error instanceof Undelivered) return error.hindrance
        onError(error)
        return { reason: 'unknown' }
      }
    },
    onHindered: ({ data, retryCount }, { reason }, isGivenUp) => {
      if (isGivenUp) counts.failed++
      log.error({ ...about(data, retryCount), reason, givenUp: isGivenUp }, 'mail could not be sent')
    },
    onError,
  })
  return { ...worker, counts }
}
