import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import postgres, { type ReservedSql, type Sql } from 'postgres'
import type { NearCategory, Rejection } from '#shared/import-export-rules.ts'
import type { Reason } from '#shared/import-reasons.ts'
import type { Fact } from '#shared/tool-fields.ts'
import { isRecord } from '../../lib/unknown.ts'
import { readFacts } from '../facts.ts'
import { compareCatalogue, type Plan } from './compare-catalogue.ts'
import { healRow, proposalsFor, valuesOf } from './heal-row.ts'
import { acquireImportLock, releaseImportLock } from './import-lock.ts'
import { markImport, recordImport } from './import-log.ts'
import { type ImportOptions, type ImportReport, KEPT_REJECTIONS, NO_COUNTS } from './import-options.ts'
import { ToolMatcher } from './match-tools.ts'
import { findNearCategories } from './near-categories.ts'
import type { SourceRow } from './parse-rows.ts'
import { type Entry, readLine, rejectionOf } from './read-line.ts'
import { textOf } from './read-value.ts'
import { writeCatalogue } from './write-catalogue.ts'

/** New categories that are compared with others: a file with more has tags. */
const MOST_COMPARED = 500

/** Milliseconds before yielding to the event loop: cleaning texts takes a while. */
const TURN_MS = 20

/**
 * Writes a catalogue in one transaction: creates the categories it names, creates or updates tools, leaves alone what
 * already matches. Tools are found by slug, and rows without one by address. Rows are written in batches; a row that the
 * database refuses is rejected, and the others of its batch are written. Of a row only its slug and address are kept.
 * `sql` connects as the owner of the schema, in session mode. Throws only if the database does not answer, and what the
 * options ask for; then nothing was written.
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
  readonly #connection: ReservedSql
  readonly #options: ImportOptions
  readonly #id = randomUUID()
  readonly #matcher: ToolMatcher
  readonly #fill: boolean
  #startedAt = ''
  #facts: readonly Fact[] = []
  /** The line and a hash of the first row with a slug, by kind and slug. */
  #claimed = new Map<string, { line: number; digest: string }>()
  #newCategories = new Map<string, string>()
  #changedCategories = new Set<string>()
  /** The rows of the current batch, to show those that are rejected. */
  #sources = new Map<number, SourceRow>()
  /** Rejected rows of the current batch, reported at its end in line order. */
  #rejected: Rejection[] = []
  #report: ImportReport = { ...NO_COUNTS, rejections: [] }

  constructor(connection: ReservedSql, options: ImportOptions) {
    this.#connection = connection
    this.#options = options
    this.#fill = options.settings?.existing === 'fill'
    this.#matcher = new ToolMatcher({ trustsNames: !this.#fill })
  }

  async run(rows: AsyncIterable<SourceRow> | Iterable<SourceRow>): Promise<ImportReport> {
    const { dryRun = false, record, onRecorded, onNear } = this.#options
    const connection = this.#connection
    const [clock] = await connection<{ now: string }[]>`select clock_timestamp()::text as now`
    this.#startedAt = clock?.now ?? 'now'
    this.#facts = await readFacts(connection)
    await connection.unsafe(dryRun ? 'begin read only' : 'begin')
    try {
      // First: every writer of the catalogue begins with this lock.
      if (!dryRun) await connection`select private.lock_partition('catalogue', true)`
      if (record && !dryRun) await markImport(connection, this.#id, record.source)
      await this.#readAll(rows)
      if (dryRun && onNear) onNear(await this.#findNear())
      const { rejections: _, ...counts } = this.#report
      const { created, updated, newCategories, changedCategories } = counts
      if (record && !dryRun && created + updated + newCategories + changedCategories > 0) {
        await recordImport(connection, 'update', this.#id, record, { ...counts, complete: true })
        onRecorded?.(this.#id)
      }
      await connection`commit`
      return this.#report
    } catch (error) {
      await connection`rollback`.catch(() => undefined)
      throw error
    }
  }

  async #readAll(rows: AsyncIterable<SourceRow> | Iterable<SourceRow>): Promise<void> {
    const { batchSize = 500, settings = {}, onHealed } = this.#options
    let batch: Entry[] = []
    let turnBegan = performance.now()
    for await (const source of rows) {
      this.#report.rows += 1
      const { row, healed } = healRow(this.#facts, source, settings)
      this.#sources.set(row.line, row)
      if (healed.length > 0) onHealed?.({ line: row.line, healed })
      const checked = readLine(row, this.#facts)
      if (checked.kind === 'rejected') this.#reject(checked)
      else batch.push(checked)
      if (performance.now() - turnBegan > TURN_MS) {
        await yieldToOthers()
        turnBegan = performance.now()
      }
      if (this.#report.rows % batchSize !== 0) continue
      await this.#importBatch(batch)
      batch = []
    }
    await this.#importBatch(batch)
  }

  /** Imports a batch as a whole or, if the database refuses something in it, row by row. */
  async #importBatch(batch: Entry[]): Promise<void> {
    this.#options.signal?.throwIfAborted()
    await this.#options.authorise?.(this.#connection)
    const doubts = await this.#matcher.match(
      this.#connection,
      batch.filter((entry) => this.#isNamed(entry)),
    )
    const first = batch.filter((entry) => {
      const doubt = doubts.get(entry.line)
      if (doubt) this.#reject(rejectionOf(entry.line, [doubt.reason]), doubt.slug)
      return !doubt && this.#claim(entry)
    })
    if ((await this.#importRows(first)) !== undefined)
      for (const entry of first) {
        const refusal = await this.#importRows([entry])
        if (refusal !== undefined)
          this.#reject(rejectionOf(entry.line, [{ code: 'refused', values: { message: refusal } }]))
      }
    const { rejections } = this.#report
    for (const rejection of this.#rejected.sort((one, other) => one.line - other.line)) {
      const { values: _, proposals: __, ...told } = rejection
      if (rejections.length < KEPT_REJECTIONS) rejections.push(told)
      this.#options.onRejected?.(rejection)
    }
    this.#rejected = []
    this.#sources.clear()
    this.#options.onProgress?.(this.#report)
  }

  /** Whether a row leaves it open which tool it means. */
  #isNamed({ kind, line }: Entry): boolean {
    const row = this.#sources.get(line)
    return kind === 'tool' && isRecord(row?.value) && !textOf(row.value.slug).trim()
  }

  /** Whether a row is the first of its slug in this file; one that contradicts an earlier line is rejected. */
  #claim(entry: Entry): boolean {
    const { kind, line, columns, categories } = entry
    const digest = createHash('sha256')
      .update(JSON.stringify([columns, categories]))
      .digest('base64')
    const key = `${kind} ${columns.slug}`
    const claimed = this.#claimed.get(key)
    if (!claimed) this.#claimed.set(key, { line, digest })
    else if (claimed.digest === digest) this.#report[kind === 'tool' ? 'unchanged' : 'categoryRows'] += 1
    else {
      const reason: Reason = { code: 'claimed', values: { line: String(claimed.line), slug: columns.slug } }
      this.#reject(rejectionOf(line, [reason]), this.#isNamed(entry) ? `${columns.slug}-2` : undefined)
    }
    return !claimed
  }

  /** Imports rows, all or none, and counts them; returns the database's error if it refused. */
  async #importRows(entries: Entry[]): Promise<string | undefined> {
    if (entries.length === 0) return undefined
    const { dryRun = false } = this.#options
    const connection = this.#connection
    await connection`savepoint rows`
    try {
      const plan = await compareCatalogue(connection, entries, {
        locks: !dryRun,
        facts: this.#facts,
        fill: this.#fill,
      })
      if (!dryRun && plan.changes.length + plan.newCategories.length > 0)
        await writeCatalogue(connection, plan, this.#startedAt)
      await connection`release savepoint rows`
      this.#count(entries, plan)
      return undefined
    } catch (error) {
      if (!(error instanceof postgres.PostgresError) || !isRefusal(error)) throw error
      await connection`rollback to savepoint rows`
      return error.message
    }
  }

  #findNear(): Promise<NearCategory[]> {
    return findNearCategories(this.#connection, [...this.#newCategories.values()].slice(0, MOST_COMPARED))
  }

  #count(entries: Entry[], plan: Plan): void {
    const report = this.#report
    const tools = entries.filter(({ kind }) => kind === 'tool').length
    report.created += plan.newTools.length
    report.updated += plan.changedTools.length
    report.unchanged += tools - plan.newTools.length - plan.changedTools.length
    report.categoryRows += entries.length - tools
    // A dry run finds the same new category in every batch, so they are counted by slug.
    for (const { slug, name } of plan.newCategories) this.#newCategories.set(slug, name)
    for (const { slug } of plan.changedCategories)
      if (!this.#newCategories.has(slug)) this.#changedCategories.add(slug)
    report.newCategories = this.#newCategories.size
    report.changedCategories = this.#changedCategories.size
    for (const change of plan.changes) this.#options.onChange?.(change)
  }

  /** `slug`: one that would do. */
  #reject({ line, reason, reasons }: Rejection, slug?: string): void {
    this.#report.rejected += 1
    const source = this.#sources.get(line)
    const values = source && valuesOf(this.#facts, source)
    const proposals = {
      ...(source && proposalsFor(this.#facts, source, this.#options.settings ?? {})),
      ...(slug !== undefined && { slug }),
    }
    this.#rejected.push({
      ...{ line, reason, reasons },
      ...(values && { values }),
      ...(Object.keys(proposals).length > 0 && { proposals }),
    })
  }
}

/** The row itself is invalid: a value out of range, a constraint, an error raised by a rule of ours. */
const isRefusal = ({ code }: postgres.PostgresError) => ['22', '23', '54', 'P0'].includes(code.slice(0, 2))
