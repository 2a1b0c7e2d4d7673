import type postgres from 'postgres'
import { type ConnectionOptions, openPool } from '../host/database/open-database.ts'
import type { Worker } from '../host/database/queue.ts'
import { type ClientOptions, createClient } from '../host/fetch/client.ts'
import { createImages } from '../images/images.ts'
import type { Deadline } from '../lib/deadline.ts'
import { RESERVE_MS } from '../lib/deadline.ts'
import type { Report } from '../lib/errors.ts'
import type { Logger } from '../lib/log.ts'
import { VERSION } from '../lib/version.ts'
import type { Mailer } from '../supabase/auth/mailer.ts'
import { startClaimWorker } from './claims/check-claims.ts'
import { type FoundIcon, findIcon } from './icons/find-icon.ts'
import { askLink, type Verdict } from './links/judge-link.ts'
import { type Site, startSiteWorker } from './links/visit-sites.ts'
import { startMailWorker } from './mails/send-mails.ts'

/** For tests: what stands for the internet. */
export type Internet = Pick<ClientOptions, 'names' | 'loopbackPort' | 'limits'>

interface Options {
  database: ConnectionOptions
  sql: postgres.Sql
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
export function startWorkers({ database, report, internet, publicUrl, ...shared }: Options) {
  const { sql, jwtSecret, log } = shared
  const connections: postgres.Sql[] = []
  /** A connection: a mail is sent, and a site asked, within a transaction. */
  function open(work: string): postgres.Sql {
    const connection = openPool(database, `plaudit-${work}`, {
      max: 1,
      connection: { idle_in_transaction_session_timeout: 0 },
    })
    connections.push(connection)
    return connection
  }
  const onError = (what: string) => (error: unknown) => report(what, error)
  // One for all, so that a host is spared whoever asks it.
  const client = createClient({ userAgent: `Plaudit/${VERSION} (+${publicUrl})`, ...internet })
  // A process of its own: what strangers' pictures do to it delays no upload. It ends when idle.
  const images = createImages((error) => report('an icon could not be drawn', error))
  const mails = startMailWorker({
    ...shared,
    sql: open('mails'),
    onError: onError('work in the queue failed'),
  })
  const others: Worker[] = [
    startClaimWorker({
      ...{ queue: open('claims'), sql, client, jwtSecret, log },
      onError: onError('a claim could not be checked'),
    }),
    startSiteWorker<Verdict>({
      ...{ sql: open('links'), queue: 'links', log },
      due: (most) => sql<Site[]>`select tool_id, url from private.links_to_check(${most})`,
      visit: ({ url }, ended) => askLink(client, url, ended),
      note: (found) => sql`select private.note_link_checks(${JSON.stringify(found)}::text::jsonb)`,
      onError: onError('links could not be checked'),
    }),
    startSiteWorker<FoundIcon>({
      ...{ sql: open('icons'), queue: 'icons', log },
      due: (most) => sql<Site[]>`select tool_id, url from private.icons_to_find(${most})`,
      visit: ({ url }, ended) => findIcon({ client, images }, url, ended),
      note: (found) => sql`select private.note_icons(${JSON.stringify(found)}::text::jsonb)`,
      onError: onError('icons could not be looked for'),
    }),
  ]
  return {
    mails: mails.counts,
    async stop(deadline: Deadline): Promise<void> {
      await deadline.wait(Promise.all([mails, ...others].map((worker) => worker.stop())), RESERVE_MS.parts)
      images.close()
      await deadline.wait(
        Promise.all(connections.map((connection) => connection.end({ timeout: 0 }))),
        RESERVE_MS.connections,
      )
    },
  }
}
