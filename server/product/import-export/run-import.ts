import type { FileHandle } from 'node:fs/promises'
import type { Sql } from 'postgres'
import {
  type HealedRow,
  type ImportCounts,
  type ImportEvent,
  type ImportSettings,
  REPORTED_REJECTIONS,
  type Rejection,
  SHOWN_CHANGES,
  SHOWN_HEALED,
} from '#shared/import-export-rules.ts'
import { readFacts } from '../facts.ts'
import { openCatalogue } from './catalogue-file.ts'
import { importCatalogue } from './import-catalogue.ts'
import { type ImportOptions, NO_COUNTS } from './import-options.ts'
import { originOf } from './read-columns.ts'

interface ImportRun extends Pick<ImportOptions, 'authorise' | 'dryRun' | 'signal'> {
  sql: Sql
  file: { name: string; size: number; handle: FileHandle }
  settings: ImportSettings
  /** The administrator. */
  actorId: string
  send(event: ImportEvent): void
}

/** Minimum interval between progress events, so that a long import sends few. */
const PROGRESS_EVERY_MS = 100

/** How long to wait for the lock: an import that was just stopped still finishes its batch. */
export const LOCK_TIMEOUT_MS = 2000

/** Rows per statement, and between two signs of progress. */
const BATCH_SIZE = 250

/**
 * Imports or previews a file and sends events on the way: the first rejected rows, the first new and the first changed
 * entries, mended values, progress. Resolves with the counts and rejects as {@link importCatalogue} does.
 */
export async function runImport({
  sql,
  file,
  settings,
  actorId,
  send,
  ...options
}: ImportRun): Promise<ImportCounts> {
  let counts: ImportCounts = NO_COUNTS
  let sentAt = 0
  let rejections: Rejection[] = []
  let room = REPORTED_REJECTIONS
  const changes = { new: 0, changed: 0 }
  let healed: HealedRow[] = []
  let healedRows = 0
  let toldRows = 0
  const catalogue = await openCatalogue(
    {
      name: file.name,
      size: file.size,
      read: () => file.handle.createReadStream({ start: 0, autoClose: false }),
    },
    {
      columns: settings.columns ?? {},
      facts: await readFacts(sql),
      onColumns: (columns) => {
        const names = columns.map(({ name }) => name)
        send({ type: 'columns', origin: originOf(file.name, names), columns })
      },
    },
    options.signal,
  )
  await importCatalogue(sql, catalogue.rows, {
    ...options,
    settings: { existing: 'fill', ...settings },
    batchSize: BATCH_SIZE,
    timeoutMs: LOCK_TIMEOUT_MS,
    record: { source: 'browser', file: file.name, actorId },
    onRejected: (rejection) => rejections.push(rejection),
    onHealed: (row) => {
      healedRows += 1
      if (healedRows <= SHOWN_HEALED) healed.push(row)
    },
    onNear: (near) => near.length > 0 && send({ type: 'near', near }),
    onRecorded: (id) => send({ type: 'imported', id }),
    onChange: (change) => {
      const kind = change.fields ? 'changed' : 'new'
      changes[kind] += 1
      if (changes[kind] <= SHOWN_CHANGES) send({ type: 'change', change })
    },
    onProgress: ({ rejections: _, ...soFar }) => {
      counts = soFar
      const reported = rejections.slice(0, room)
      if (reported.length > 0) send({ type: 'rejected', rejections: reported })
      room -= reported.length
      rejections = []
      if (healedRows > toldRows) send({ type: 'healed', count: healedRows, rows: healed })
      toldRows = healedRows
      healed = []
      if (performance.now() - sentAt < PROGRESS_EVERY_MS) return
      sentAt = performance.now()
      send({ type: 'progress', done: catalogue.progress(), counts })
    },
  })
  return counts
}

/**
 * A response that streams events while the work goes on, one per line; nothing waits for its reader, so senders keep
 * events few. `onGone` is called when the reader disconnects before the end.
 */
export function openEventStream(onGone: () => void) {
  const { readable, writable } = new TextEncoderStream()
  const writer = writable.getWriter()
  writer.closed.catch(onGone)
  const quietly = (done: Promise<void>) => void done.catch(() => undefined)
  return {
    body: readable,
    send: (event: ImportEvent) => quietly(writer.write(`${JSON.stringify(event)}\n`)),
    end: () => quietly(writer.close()),
  }
}
