import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import postgres, { type ISql, type ReservedSql, type Sql } from 'postgres'
import type { Change, ImportCounts, Rejection } from '#shared/import-export-rules.ts'
import type { Fact } from '#shared/tool-fields.ts'
import { readFacts } from '../facts.ts'
import { compareCatalogue, type Plan } from './compare-catalogue.ts'
import { acquireImportLock, releaseImportLock } from './import-lock.ts'
import { ImportLog, type ImportSource } from './import-log.ts'
import type { SourceRow } from './parse-rows.ts'
import { type Entry, readLineWith, rejectionOf } from './read-line.ts'
import { writeCatalogue } from './write-catalogue.ts'

export interface ImportOptions {
  /** Compares only: the report says what would happen. */
  dryRun?: boolean
  /** Rows per transaction, 500 by default. */
  batchSize?: number
  /** Recorded in the audit log, if the import changes anything. */
  record?: ImportSource
  /** Runs first in every transaction: sets the user, and throws if they may not write. */
  authorise?: (connection: ISql) => Promise<void>
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

/** `rejections` are the first {@link KEPT_REJECTIONS} rejected rows, in order. */
export type ImportReport = ImportCounts & { rejections: Rejection[] }

/** Rejected rows in a report, so that memory does not grow with them. */
export const KEPT_REJECTIONS = 50

export const NO_COUNTS: ImportCounts = {
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  categoryRows: 0,
  newCategories: 0,
  changedCategories: 0,
}

/** Attempts for a batch that meets a deadlock. */
const ATTEMPTS = 5

/** Rows processed before yielding to the event loop: cleaning texts takes a while. */
const ROWS_AT_ONCE = 50

/**
 * Writes a catalogue: creates the categories it names, creates or updates tools by slug, leaves alone what already
 * matches. Rows are written in batches of one transaction each; a row that the database refuses is rejected, and the
 * others of its batch are written. Of a row only its slug is kept. `sql` connects as the owner of the schema, in session
 * mode. Throws only if the database does not answer, and what the options ask for.
 */
export async function importCatalogue(
  sql: Sql,
  rows: AsyncIterable<SourceRow> | Iterable<SourceRow>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const connection = await sql.reserve()
  try {
    if (options.dryRun) return await new CatalogueImport(connection, options).run(rows)
    await acquireImportLock(connection, options.timeoutMs, options.signal)
    try {
      return await new CatalogueImport(connection, options).run(rows)
    } finally {
      await releaseImportLock(connection)
    }
  } finally {
    connection.release()
  }
}

class CatalogueImport {
  #connection: ReservedSql
  #options: ImportOptions
  #log: ImportLog | undefined
  #startedAt = ''
  #facts: readonly Fact[] = []
  /** The line and a hash of the first row with a slug, by kind and slug. */
  #claimed = new Map<string, { line: number; digest: string }>()
  #newCategories = new Set<string>()
  #changedCategories = new Set<string>()
  /** Rejected rows of the current batch, reported at its end in line order. */
  #rejected: Rejection[] = []
  #report: ImportReport = { ...NO_COUNTS, rejections: [] }

  constructor(connection: ReservedSql, options: ImportOptions) {
    this.#connection = connection
    this.#options = options
    this.#log = options.record && new ImportLog(connection, randomUUID(), options.record)
  }

  async run(rows: AsyncIterable<SourceRow> | Iterable<SourceRow>): Promise<ImportReport> {
    const [clock] = await this.#connection<{ now: string }[]>`select clock_timestamp()::text as now`
    this.#startedAt = clock?.now ?? 'now'
    this.#facts = await readFacts(this.#connection)
    let complete = false
    try {
      await this.#readAll(rows)
      complete = true
      return this.#report
    } finally {
      const { rejections: _, ...counts } = this.#report
      await this.#log?.close({ ...counts, complete })
    }
  }

  async #readAll(rows: AsyncIterable<SourceRow> | Iterable<SourceRow>): Promise<void> {
    const { batchSize = 500 } = this.#options
    let batch: Entry[] = []
    for await (const row of rows) {
      this.#report.rows += 1
      const checked = readLineWith(this.#facts, row)
      if (checked.kind === 'rejected') this.#reject(checked)
      else batch.push(checked)
      if (this.#report.rows % ROWS_AT_ONCE === 0) await yieldToOthers()
      if (this.#report.rows % batchSize !== 0) continue
      await this.#importBatch(batch)
      batch = []
    }
    await this.#importBatch(batch)
  }

  /** Imports a batch as a whole or, if the database refuses something in it, row by row. */
  async #importBatch(batch: Entry[]): Promise<void> {
    const first = batch.filter((entry) => this.#claim(entry))
    if ((await this.#importRows(first)) !== undefined)
      for (const entry of first) {
        const refusal = await this.#importRows([entry])
        if (refusal !== undefined)
          this.#reject(rejectionOf(entry.line, [{ code: 'refused', values: { message: refusal } }]))
      }
    const { rejections } = this.#report
    for (const rejection of this.#rejected.sort((one, other) => one.line - other.line)) {
      if (rejections.length < KEPT_REJECTIONS) rejections.push(rejection)
      this.#options.onRejected?.(rejection)
    }
    this.#rejected = []
    this.#options.onProgress?.(this.#report)
  }

  /** Whether a row is the first of its slug in this file; one that contradicts an earlier line is rejected. */
  #claim({ kind, line, columns, categories }: Entry): boolean {
    const digest = createHash('sha256')
      .update(JSON.stringify([columns, categories]))
      .digest('base64')
    const key = `${kind} ${columns.slug}`
    const claimed = this.#claimed.get(key)
    if (!claimed) this.#claimed.set(key, { line, digest })
    else if (claimed.digest === digest) this.#report[kind === 'tool' ? 'unchanged' : 'categoryRows'] += 1
    else
      this.#reject(
        rejectionOf(line, [{ code: 'claimed', values: { line: String(claimed.line), slug: columns.slug } }]),
      )
    return !claimed
  }

  /** Imports rows in one transaction and counts them; returns the database's error if it refused. */
  async #importRows(entries: Entry[]): Promise<string | undefined> {
    this.#options.signal?.throwIfAborted()
    if (entries.length === 0) return undefined
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#count(entries, await this.#compareAndWrite(entries))
        return undefined
      } catch (error) {
        if (!(error instanceof postgres.PostgresError)) throw error
        if (isRefusal(error)) return error.message
        if (!isConflict(error) || attempt === ATTEMPTS) throw error
      }
    }
  }

  async #compareAndWrite(entries: Entry[]): Promise<Plan> {
    const { dryRun = false, authorise } = this.#options
    const connection = this.#connection
    await connection.unsafe(dryRun ? 'begin read only' : 'begin')
    try {
      // First: every writer of the catalogue begins with this lock.
      if (!dryRun) await connection`select private.lock_partition('catalogue', true)`
      await authorise?.(connection)
      const plan = await compareCatalogue(connection, entries, { locks: !dryRun, facts: this.#facts })
      const writes = !dryRun && plan.changes.length + plan.newCategories.length > 0
      if (writes) {
        await this.#log?.mark()
        await writeCatalogue(connection, plan, this.#startedAt)
      }
      await connection`commit`
      if (writes) this.#log?.committed()
      return plan
    } catch (error) {
      await connection`rollback`
      throw error
    }
  }

  #count(entries: Entry[], plan: Plan): void {
    const report = this.#report
    const tools = entries.filter(({ kind }) => kind === 'tool').length
    report.created += plan.newTools.length
    report.updated += plan.changedTools.length
    report.unchanged += tools - plan.newTools.length - plan.changedTools.length
    report.categoryRows += entries.length - tools
    // A dry run finds the same new category in every batch, so they are counted by slug.
    for (const { slug } of plan.newCategories) this.#newCategories.add(slug)
    for (const { slug } of plan.changedCategories)
      if (!this.#newCategories.has(slug)) this.#changedCategories.add(slug)
    report.newCategories = this.#newCategories.size
    report.changedCategories = this.#changedCategories.size
    for (const change of plan.changes) this.#options.onChange?.(change)
  }

  #reject({ line, reason, reasons }: Rejection): void {
    this.#report.rejected += 1
    this.#rejected.push({ line, reason, reasons })
  }
}

/** The row itself is invalid: a value out of range, a constraint, an error raised by a rule of ours. */
const isRefusal = ({ code }: postgres.PostgresError) => ['22', '23', '54', 'P0'].includes(code.slice(0, 2))

/** Another transaction was in the way. */
const isConflict = ({ code }: postgres.PostgresError) => code === '40001' || code === '40P01'
