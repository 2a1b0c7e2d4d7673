import type { Sql } from 'postgres'
import { startWorker, type Worker } from '../../host/database/queue.ts'
import type { Client } from '../../host/fetch/client.ts'
import type { Logger } from '../../lib/log.ts'
import { askLink, type Verdict } from './judge-link.ts'
import { type Site, visitSites } from './visit-sites.ts'

/** Checks the links that are due, when the queue asks for it: every minute while there are any (docs/decisions/191). */

interface Dependencies {
  /** Of the queue. */
  queue: Sql
  sql: Sql
  client: Client
  log: Logger
  onError(error: unknown): void
}

export function startLinkWorker({ queue, sql, client, log, onError }: Dependencies): Worker {
  return startWorker<{ ask: 'links' }>({
    sql: queue,
    queue: 'links',
    work: (_, signal) =>
      visitSites<Verdict>(
        {
          due: (most) => sql<Site[]>`select tool_id, url from private.links_to_check(${most})`,
          visit: ({ url }, ended) => askLink(client, url, ended),
          isAnswer: ({ reason = '' }) => !SILENT.includes(reason),
          isTooMuch: ({ reason }) => reason === '429',
          note: (found) => sql`select private.note_link_checks(${JSON.stringify(found)}::text::jsonb)`,
        },
        signal,
      ),
    onHindered: ({ retryCount }, { reason }) =>
      log.warn({ attempt: retryCount, reason }, 'links are checked later'),
    onError,
  })
}

/** What may be our own network. */
export const SILENT = ['address', 'private', 'unknown_name', 'unreachable', 'timeout']
