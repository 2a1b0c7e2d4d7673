import { setImmediate as yieldToOthers } from 'node:timers/promises'
import postgres, { type ReservedSql, type Sql } from 'postgres'
import type { BatchResult, Change } from './batch.ts'
import { checkLine, type Entry } from './check-line.ts'
import { ClaimedSlugs } from './claimed-slugs.ts'
import { acquireImportLock, releaseImportLock } from './import-lock.ts'
import { ImportRecord, type RecordOptions } from './import-record.ts'
import type { SourceRow } from './parse-rows.ts'
import { writeBatch } from './write-catalogue.ts'

export interface ImportOptions {
  /** Rolls every batch back, so that the report says what would happen. */
  dryRun?: boolean
  /** Rows per transaction, 500 by default. */
  batchSize?: number
  /** Descriptions by slug, for categories the import creates. */
  descriptions?: ReadonlyMap<string, string>
  /** Records the import in the audit log, if it changes anything. */
  record?: RecordOptions
  /** Runs first in every transaction: sets the user, and throws if they may not write. */
  authorise?: (connection: ReservedSql) => Promise<void>
  /** Waits this long for another import to end, then throws `ImportRunning`; without it, indefinitely. */
  timeoutMs?: number
  /** Stops the import before its next batch; written batches stay. */
  signal?: AbortSignal
  /** Called for every rejected row; the report itself keeps only the first ones. */
  onRejected?: (rejection: Rejection) => void
  /** Called for every tool and category that was, or in a dry run would be, created or changed. */
  onChange?: (change: Change) => void
  /** Called after every batch with the counts so far. */
  onProgress?: (report: Readonly<ImportReport>) => void
}

export interface Rejection {
  line: number
  reason: string
}

/**
 * `created + updated + unchanged` are the rows of tools; with `categoryRows` and `rejected` they add up to `rows`, the
 * number of non-empty lines.
 */
export interface ImportReport {
  rows: number
  created: number
  updated: number
  unchanged: number
  rejected: number
  /** Rows of an export that describe a category. */
  categoryRows: number
  /** Categories created: because a row named them, or describes them. */
  newCategories: number
  /** Existing categories whose name or description changed. */
  changedCategories: number
  /** The first {@link KEPT_REJECTIONS} rejected rows, in order. */
  rejections: Rejection[]
}

/** Rejected rows in a report, so that memory does not grow with the file. */
export const KEPT_REJECTIONS = 50

/** Attempts for a batch that meets a deadlock. */
const ATTEMPTS = 5

/** Rows processed before yielding to the event loop: cleaning texts takes a while. */
const ROWS_AT_ONCE = 50

/**
 * Writes a catalogue: creates the categories it names, creates or updates tools by slug, leaves alone what already
 * matches. Rows are written in batches of one transaction each; a row that the database refuses is rejected, and the
 * others of its batch are written. Memory does not grow with the number of rows. `sql` connects as the owner of the
 * schema, in session mode: the slugs of earlier lines are in a temporary table. Throws only if the database does not
 * answer, and what the options ask for.
 */
export async function importCatalogue(
  sql: Sql,
  rows: AsyncIterable<SourceRow> | Iterable<SourceRow>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const connection = await sql.reserve()
  try {
    await acquireImportLock(connection, options.timeoutMs, options.signal)
    try {
      const slugs = new ClaimedSlugs(connection)
      await slugs.open()
      const [clock] = await connection<{ now: string }[]>`select clock_timestamp()::text as now`
      return await new CatalogueImport(connection, slugs, clock?.now ?? 'now', options)
        .run(rows)
        .finally(() => slugs.close().catch(() => undefined))
    } finally {
      await releaseImportLock(connection)
    }
  } finally {
    connection.release()
  }
}

class CatalogueImport {
  #connection: ReservedSql
  #slugs: ClaimedSlugs
  #startedAt: string
  #options: ImportOptions
  #record: ImportRecord | undefined
  #newCategories = new Set<string>()
  #changedCategories = new Set<string>()
  /** Rejected rows of the current batch, reported at its end in line order. */
  #pending: Rejection[] = []
  #report: ImportReport = {
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    categoryRows: 0,
    newCategories: 0,
    changedCategories: 0,
    rejections: [],
  }

  constructor(connection: ReservedSql, slugs: ClaimedSlugs, startedAt: string, options: ImportOptions) {
    this.#connection = connection
    this.#slugs = slugs
    this.#startedAt = startedAt
    this.#options = options
    this.#record = options.record && new ImportRecord(connection, options.record)
  }

  async run(rows: AsyncIterable<SourceRow> | Iterable<SourceRow>): Promise<ImportReport> {
    let complete = false
    try {
      await this.#readAll(rows)
      complete = true
      return this.#report
    } finally {
      const { rejections: _, ...counts } = this.#report
      await this.#record?.close(counts, complete)
    }
  }

  async #readAll(rows: AsyncIterable<SourceRow> | Iterable<SourceRow>): Promise<void> {
    const size = this.#options.batchSize ?? 500
    let batch: Entry[] = []
    for await (const row of rows) {
      this.#report.rows += 1
      const checked = checkLine(row)
      if (checked.kind === 'rejected') this.#reject(checked.line, checked.reason)
      else batch.push(checked)
      if (this.#report.rows % ROWS_AT_ONCE === 0) await yieldToOthers()
      if (this.#report.rows % size !== 0) continue
      await this.#importBatch(batch)
      this.#flushRejections()
      batch = []
    }
    await this.#importBatch(batch)
    this.#flushRejections()
  }

  /** Imports a batch as a whole or, if the database refuses something in it, row by row. */
  async #importBatch(batch: Entry[]): Promise<void> {
    this.#options.signal?.throwIfAborted()
    if (batch.length === 0) return
    const claimed = await this.#slugs.claim(batch)
    const refusal = await this.#write(claimed.mine)
    if (refusal !== undefined) await this.#slugs.release(batch)
    if (refusal === undefined) {
      for (const { kind } of claimed.repeated)
        this.#report[kind === 'tool' ? 'unchanged' : 'categoryRows'] += 1
      for (const { line, reason } of claimed.contradicting) this.#reject(line, reason)
    } else if (batch.length > 1) for (const row of batch) await this.#importBatch([row])
    else for (const row of batch) this.#reject(row.line, refusal)
  }

  /** Writes rows in one transaction and counts them; returns the database's error if it refused. */
  async #write(rows: Entry[]): Promise<string | undefined> {
    if (rows.length === 0) return undefined
    const context = { startedAt: this.#startedAt, descriptions: this.#options.descriptions ?? new Map() }
    const { dryRun, authorise } = this.#options
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#connection`begin`
        // First: every writer of the catalogue begins with this lock.
        await this.#connection`select private.lock_partition('catalogue', true)`
        await authorise?.(this.#connection)
        await this.#record?.mark()
        const result = await writeBatch(this.#connection, rows, context)
        if (result.changes.length > 0 && !dryRun) await this.#record?.open()
        await (dryRun ? this.#connection`rollback` : this.#connection`commit`)
        if (result.changes.length > 0 && !dryRun) this.#record?.opened()
        this.#count(result)
        return undefined
      } catch (error) {
        await this.#connection`rollback`
        if (!(error instanceof postgres.PostgresError)) throw error
        if (isRefusal(error)) return `The database refused this row: ${error.message}`
        if (!isConflict(error) || attempt === ATTEMPTS) throw error
      }
    }
  }

  #count(result: BatchResult): void {
    const report = this.#report
    report.created += result.created
    report.updated += result.updated
    report.unchanged += result.unchanged
    report.categoryRows += result.categoryRows
    // A dry run creates the same category again in every batch, so they are counted by slug.
    for (const slug of result.newCategories) this.#newCategories.add(slug)
    for (const slug of result.changedCategories)
      if (!this.#newCategories.has(slug)) this.#changedCategories.add(slug)
    report.newCategories = this.#newCategories.size
    report.changedCategories = this.#changedCategories.size
    for (const change of result.changes) this.#options.onChange?.(change)
  }

  #reject(line: number, reason: string): void {
    this.#report.rejected += 1
    this.#pending.push({ line, reason })
  }

  #flushRejections(): void {
    for (const rejection of this.#pending.sort((one, other) => one.line - other.line)) {
      if (this.#report.rejections.length < KEPT_REJECTIONS) this.#report.rejections.push(rejection)
      this.#options.onRejected?.(rejection)
    }
    this.#pending = []
    this.#options.onProgress?.(this.#report)
  }
}

/** The row itself is invalid: a value out of range, a constraint, an error raised by a rule of ours. */
function isRefusal(error: postgres.PostgresError): boolean {
  return ['22', '23', '54', 'P0'].includes(error.code.slice(0, 2))
}

/** Another transaction was in the way. */
function isConflict(error: postgres.PostgresError): boolean {
  return error.code === '40001' || error.code === '40P01'
}
