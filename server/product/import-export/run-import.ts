import type { FileHandle } from 'node:fs/promises'
import type { Sql } from 'postgres'
import {
  type ImportCounts,
  type ImportEvent,
  REPORTED_REJECTIONS,
  type Rejection,
  SHOWN_CHANGES,
} from '#shared/import-export-rules.ts'
import type { PersonClaims } from '../../host/database/as-administrator.ts'
import { authorise } from './authorise.ts'
import type { Change } from './batch.ts'
import { openCatalogue } from './catalogue-file.ts'
import { type ImportReport, importCatalogue } from './import-catalogue.ts'

interface ImportRun {
  sql: Sql
  file: { name: string; size: number; handle: FileHandle }
  claims: PersonClaims
  /** Dry run. */
  dryRun: boolean
  signal: AbortSignal
  send(event: ImportEvent): void
}

/** Minimum interval between progress events, so that a long import sends few. */
const PROGRESS_EVERY_MS = 100

/** How long to wait for the lock: an import that was just stopped still finishes its batch. */
export const LOCK_TIMEOUT_MS = 2000

/** Rows per transaction: others wait for the locks of at most one batch. */
const BATCH_SIZE = 250

/**
 * Imports or previews as the person of these claims, and sends events on the way. Resolves with the counts; rejects as
 * {@link importCatalogue} does, and `counts()` then says how far it came.
 */
export function runImport({ sql, file, claims, dryRun, signal, send }: ImportRun) {
  let last: ImportCounts = countsOf()
  const finished = (async () => {
    const catalogue = await openCatalogue({
      name: file.name,
      size: file.size,
      read: () => file.handle.createReadStream({ start: 0, autoClose: false }),
    })
    const rejections = createRejectionSender(send)
    let sentAt = 0
    const report = await importCatalogue(sql, catalogue.rows, {
      dryRun,
      signal,
      batchSize: BATCH_SIZE,
      timeoutMs: LOCK_TIMEOUT_MS,
      record: { source: 'browser', file: file.name, actorId: claims.sub },
      authorise: (transaction) => authorise(transaction, claims),
      onRejected: rejections.add,
      onChange: createChangeSender(send),
      onProgress: (progress) => {
        last = countsOf(progress)
        rejections.flush()
        if (performance.now() - sentAt < PROGRESS_EVERY_MS) return
        sentAt = performance.now()
        send({ type: 'progress', done: catalogue.progress(), counts: last })
      },
    })
    return countsOf(report)
  })()
  return { finished, counts: () => last }
}

function countsOf(report?: Readonly<ImportReport>): ImportCounts {
  return {
    rows: report?.rows ?? 0,
    created: report?.created ?? 0,
    updated: report?.updated ?? 0,
    unchanged: report?.unchanged ?? 0,
    rejected: report?.rejected ?? 0,
    categoryRows: report?.categoryRows ?? 0,
    newCategories: report?.newCategories ?? 0,
    changedCategories: report?.changedCategories ?? 0,
  }
}

/** The first rejected rows, batch by batch. */
function createRejectionSender(send: ImportRun['send']) {
  let sent = 0
  let pending: Rejection[] = []
  return {
    add: (rejection: Rejection) => {
      if (sent + pending.length < REPORTED_REJECTIONS) pending.push(rejection)
    },
    flush: () => {
      if (pending.length === 0) return
      send({ type: 'rejected', rejections: pending })
      sent += pending.length
      pending = []
    },
  }
}

/** The first new and the first changed entries. */
function createChangeSender(send: ImportRun['send']) {
  const sent = { new: 0, changed: 0 }
  return (change: Change) => {
    const kind = change.fields ? 'changed' : 'new'
    if (sent[kind] >= SHOWN_CHANGES) return
    sent[kind] += 1
    send({ type: 'change', change })
  }
}

/** A response that streams events while the work goes on, one per line. */
interface EventStream {
  body: ReadableStream<Uint8Array>
  /** Does not wait for the reader, which must not hold up the work; senders keep events few. */
  send(event: ImportEvent): void
  end(): void
}

/** `onGone` is called when the reader disconnects before the end. */
export function openEventStream(onGone: () => void): EventStream {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    cancel: () => {
      controller = undefined
      onGone()
    },
  })
  return {
    body,
    send: (event) => controller?.enqueue(encoder.encode(`${JSON.stringify(event)}\n`)),
    end: () => {
      controller?.close()
      controller = undefined
    },
  }
}
