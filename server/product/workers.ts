import type postgres from 'postgres'
import { workQueues } from '../host/database/queue.ts'
import { type ClientOptions, createClient } from '../host/fetch/client.ts'
import { createImages } from '../images/images.ts'
import { type Deadline, RESERVE_MS } from '../lib/deadline.ts'
import type { Report } from '../lib/errors.ts'
import type { Logger } from '../lib/log.ts'
import { VERSION } from '../lib/version.ts'
import type { Mailer } from '../supabase/auth/mailer.ts'
import { createClaimWorker } from './claims/check-claims.ts'
import { type FoundIcon, findIcon } from './icons/find-icon.ts'
import { askLink, type Verdict } from './links/judge-link.ts'
import { createSiteWorker, type Site } from './links/visit-sites.ts'
import { createMailWorker } from './mails/send-mails.ts'

/** For tests: what stands for the internet. */
export type Internet = Pick<ClientOptions, 'names' | 'loopbackPort' | 'limits'>

interface Options {
  sql: postgres.Sql
  /** For transactions in which a mail is sent, or a site asked. */
  queue: postgres.Sql
  /** Of the accounts. */
  accounts: postgres.Sql
  mailer: Mailer
  jwtSecret: string
  publicUrl: string
  internet: Internet | undefined
  log: Logger
  report: Report
}

export type Workers = ReturnType<typeof startWorkers>

/** What works through the queue (docs/decisions/170), of every kind. */
export function startWorkers({ report, internet, publicUrl, queue, ...shared }: Options) {
  const { sql, jwtSecret, log } = shared
  const onError = (what: string) => (error: unknown) => report(what, error)
  const onQueueError = onError('work in the queue failed')
  // One for all, so that a host is spared whoever asks it.
  const client = createClient({ userAgent: `Plaudit/${VERSION} (+${publicUrl})`, ...internet })
  // A process of its own: what strangers' pictures do to it delays no upload. It ends when idle.
  const images = createImages((error) => report('an icon could not be drawn', error))
  const mails = createMailWorker({ ...shared, sql: queue, onError: onQueueError })
  const working = workQueues(
    sql,
    [
      mails.worker,
      createClaimWorker({
        ...{ queue, sql, client, jwtSecret, log },
        onError: onError('a claim could not be checked'),
      }),
      createSiteWorker<Verdict>({
        ...{ sql: queue, queue: 'links', log },
        due: (most) => sql<Site[]>`select tool_id, url from private.links_to_check(${most})`,
        visit: ({ url }, ended) => askLink(client, url, ended),
        note: (found) => sql`select private.note_link_checks(${JSON.stringify(found)}::text::jsonb)`,
        onError: onError('links could not be checked'),
      }),
      createSiteWorker<FoundIcon>({
        ...{ sql: queue, queue: 'icons', log },
        due: (most) => sql<Site[]>`select tool_id, url from private.icons_to_find(${most})`,
        visit: ({ url }, ended) => findIcon({ client, images }, url, ended),
        note: (found) => sql`select private.note_icons(${JSON.stringify(found)}::text::jsonb)`,
        onError: onError('icons could not be looked for'),
      }),
    ],
    onQueueError,
  )
  return {
    mails: mails.counts,
    async stop(deadline: Deadline): Promise<void> {
      await deadline.wait(working.stop(), RESERVE_MS.parts)
      images.close()
    },
  }
}
