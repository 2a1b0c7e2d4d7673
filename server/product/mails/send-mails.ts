import type { Sql } from 'postgres'
import { createWorker, type Hindrance } from '../../host/database/queue.ts'
import { type Logger, pseudonym } from '../../lib/log.ts'
import { makeEmailChangeMail } from '../../supabase/auth/email-change.ts'
import { makeLink } from '../../supabase/auth/links.ts'
import type { Mail } from '../../supabase/auth/mail-templates.ts'
import { type Mailer, Undelivered } from '../../supabase/auth/mailer.ts'
import { completeMail, type QueuedMail } from '../../supabase/auth/queued-mails.ts'
import { makeInvitation, makeSignUpMail, noteInvited } from '../../supabase/auth/sign-up.ts'
import { makeNoticeMail, noteNoticesMailed } from './notice-mails.ts'

export type MailWorker = ReturnType<typeof createMailWorker>

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

/** Sends what waits in the queue of mails. */
export function createMailWorker({ sql, accounts, mailer, jwtSecret, log, onError }: Dependencies) {
  /** Mails sent, and mails given up, by this process. */
  const counts = { sent: 0, failed: 0 }
  const nameOf = (mail: QueuedMail) => ('ask' in mail ? mail.ask : mail.kind)
  const about = (data: QueuedMail, attempt: number) => ({
    mail: nameOf(data),
    to: pseudonym(data.to, jwtSecret),
    attempt,
  })

  const dependencies = { sql: accounts, jwtSecret }

  function make(data: Exclude<QueuedMail, { ask: 'invite' | 'notices' }>): Promise<Mail | undefined> | Mail {
    if (!('ask' in data)) return completeMail(data, jwtSecret)
    if (data.ask === 'sign_up') return makeSignUpMail(dependencies, data.to, data.id)
    if (data.ask === 'sign_up_again') return makeSignUpMail(dependencies, data.to)
    if (data.ask === 'email_change') return makeEmailChangeMail(dependencies, data)
    return makeLink(dependencies, data.ask, data.to, data.next)
  }

  /** Resolves to whether there was anything to send. The id of a job may be that of its cause. */
  async function send(data: QueuedMail, id: string, writtenAt: Date): Promise<boolean> {
    // The id alone would be that of every mail of one cause.
    const deliver = (mail: Mail) => mailer.deliver(mail, `${id}.${writtenAt.getTime()}`)
    if ('ask' in data && data.ask === 'notices') {
      const made = await makeNoticeMail(dependencies, id)
      if (!made) return false
      await deliver(made.mail)
      await noteNoticesMailed(accounts, id, made.lastId)
      return true
    }
    if ('ask' in data && data.ask === 'invite') {
      const mail = await makeInvitation(accounts, data.to, id)
      if (!mail) return false
      await deliver(mail)
      await noteInvited(accounts, id)
      return true
    }
    const mail = await make(data)
    if (mail) await deliver(mail)
    return mail !== undefined
  }

  const worker = createWorker<QueuedMail>({
    sql,
    queue: 'mails',
    work: async ({ id, data, createdOn, retryCount }): Promise<Hindrance | undefined> => {
      try {
        if (!(await send(data, id, createdOn))) return undefined
        counts.sent++
        log.info(about(data, retryCount), 'mail sent')
        return undefined
      } catch (error) {
        if (error instanceof Undelivered) return error.hindrance
        throw error
      }
    },
    onHindered: ({ data, retryCount }, { reason }, isGivenUp) => {
      if (isGivenUp) counts.failed++
      log.error({ ...about(data, retryCount), reason, givenUp: isGivenUp }, 'mail could not be sent')
    },
    onError,
  })
  return { worker, counts }
}
