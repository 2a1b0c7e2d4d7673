import type { Sql } from 'postgres'
import { startWorker, type Worker } from '../../host/database/queue.ts'
import type { Client } from '../../host/fetch/client.ts'
import type { Images } from '../../images/images.ts'
import type { Logger } from '../../lib/log.ts'
import { SILENT } from '../links/check-links.ts'
import { type Site, visitSites } from '../links/visit-sites.ts'
import { type FoundIcon, findIcon } from './find-icon.ts'

/** Looks for the icons that an editor wants to see, when the queue asks for it (docs/decisions/192). */

interface Dependencies {
  /** Of the queue. */
  queue: Sql
  sql: Sql
  client: Client
  images: Images
  log: Logger
  onError(error: unknown): void
}

export function startIconWorker({ queue, sql, client, images, log, onError }: Dependencies): Worker {
  return startWorker<{ ask: 'icons' }>({
    sql: queue,
    queue: 'icons',
    work: (_, signal) =>
      visitSites<FoundIcon>(
        {
          due: (most) => sql<Site[]>`select tool_id, url from private.icons_to_find(${most})`,
          visit: ({ url }, ended) => findIcon({ client, images }, url, ended),
          isAnswer: ({ reason = '' }) => !SILENT.includes(reason),
          isTooMuch: ({ reason }) => reason === '429',
          note: (found) => sql`select private.note_icons(${JSON.stringify(found)}::text::jsonb)`,
        },
        signal,
      ),
    onHindered: ({ retryCount }, { reason }) =>
      log.warn({ attempt: retryCount, reason }, 'icons are looked for later'),
    onError,
  })
}
