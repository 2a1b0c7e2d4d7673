import { createHash } from 'node:crypto'
import postgres, { type ReservedSql, type Sql } from 'postgres'
import { type CatalogueRow, checkRow } from './catalogue-row.ts'
import type { SourceRow } from './source-row.ts'
import { type BatchContext, type BatchResult, type NumberedRow, writeBatch } from './write-catalogue.ts'

export interface ImportOptions {
  /** Does everything and takes it back, so the report says what would happen. */
  dryRun?: boolean
  /** Rows a transaction, 500 unless told. */
  batchSize?: number
  /** Descriptions, by slug, for categories the import has to make. */
  descriptions?: ReadonlyMap<string, string>
  /** Called for every rejected row; the report itself keeps only the first ones. */
  onRejected?: (rejection: Rejection) => void
  /** Called after every batch with the counts so far. */
  onProgress?: (report: Readonly<ImportReport>) => void
}

export interface Rejection {
  line: number
  reason: string
}

/** `created + updated + unchanged + rejected` is `rows`, the number of lines that were not empty. */
export interface ImportReport {
  rows: number
  created: number
  updated: number
  unchanged: number
  rejected: number
  /** Categories made because a row named them. */
  newCategories: number
  /** The first {@link KEPT_REJECTIONS} rejected rows, in the order they were met. */
  rejections: Rejection[]
}

/** How many rejected rows a report keeps, so that memory does not grow with the file. */
export const KEPT_REJECTIONS = 50

/** One number for "a catalogue is being imported": two imports at once would lock each other's rows. */
const IMPORT_LOCK = 7_358_210_932

/** How often a batch that met a deadlock is tried before the import gives up. */
const ATTEMPTS = 5

/**
 * Writes a catalogue: creates the categories it names, creates or updates tools
 * by slug, leaves alone what is already as the rows say. Rows are written in
 * batches of one transaction each; a row the database refuses is rejected and
 * the others of its batch are written. Memory does not grow with the number of
 * rows. `sql` connects as the owner of the schema, in session mode: the slugs
 * already met are kept in a temporary table.
 *
 * Throws only what keeps the database from answering at all.
 */
export async function importCatalogue(
  sql: Sql,
  rows: AsyncIterable<SourceRow> | Iterable<SourceRow>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const connection = await sql.reserve()
  try {
    await connection`select pg_advisory_lock(${IMPORT_LOCK})`
    await connection`
      create temporary table if not exists imported_slugs (slug text primary key, line bigint, digest text)`
    await connection`truncate pg_temp.imported_slugs`
    const [clock] = await connection<{ now: string }[]>`select clock_timestamp()::text as now`
    return await new CatalogueImport(connection, clock?.now ?? 'now', options).run(rows)
  } finally {
    await connection`drop table if exists pg_temp.imported_slugs`.catch(() => undefined)
    await connection`select pg_advisory_unlock(${IMPORT_LOCK})`.catch(() => undefined)
    connection.release()
  }
}

class CatalogueImport {
  #connection: ReservedSql
  #context: BatchContext
  #options: ImportOptions
  #newCategories = new Set<string>()
  /** Rejected rows of the batch at hand, told at its end in the order of their lines. */
  #pending: Rejection[] = []
  #report: ImportReport = {
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    newCategories: 0,
    rejections: [],
  }

  constructor(connection: ReservedSql, startedAt: string, options: ImportOptions) {
    this.#connection = connection
    this.#context = { startedAt, descriptions: options.descriptions ?? new Map() }
    this.#options = options
  }

  async run(rows: AsyncIterable<SourceRow> | Iterable<SourceRow>): Promise<ImportReport> {
    const size = this.#options.batchSize ?? 500
    let batch: NumberedRow[] = []
    for await (const row of rows) {
      this.#report.rows += 1
      const checked = 'reason' in row ? { ok: false as const, reason: row.reason } : checkRow(row.value)
      if (checked.ok) batch.push({ ...checked.row, line: row.line })
      else this.#reject(row.line, checked.reason)
      if (this.#report.rows % size !== 0) continue
      await this.#importBatch(batch)
      this.#tell()
      batch = []
    }
    await this.#importBatch(batch)
    this.#tell()
    return this.#report
  }

  /** Imports a batch whole, or, when the database refuses something in it, row by row. */
  async #importBatch(batch: NumberedRow[]): Promise<void> {
    if (batch.length === 0) return
    const claimed = await this.#claimSlugs(batch)
    const refusal = await this.#write(claimed.mine)
    if (refusal !== undefined) await this.#releaseSlugs(batch)
    if (refusal === undefined) {
      this.#report.unchanged += claimed.repeated
      for (const { line, reason } of claimed.contradicting) this.#reject(line, reason)
    } else if (batch.length > 1) for (const row of batch) await this.#importBatch([row])
    else for (const row of batch) this.#reject(row.line, refusal)
  }

  /** Writes rows in one transaction and counts them; returns what the database said when it refused. */
  async #write(rows: NumberedRow[]): Promise<string | undefined> {
    if (rows.length === 0) return undefined
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#connection`begin`
        const result = await writeBatch(this.#connection, rows, this.#context)
        await (this.#options.dryRun ? this.#connection`rollback` : this.#connection`commit`)
        this.#count(result)
        return undefined
      } catch (error) {
        await this.#connection`rollback`
        if (!(error instanceof postgres.PostgresError)) throw error
        if (isRefusal(error)) return `The database refuses it: ${error.message}`
        if (!isConflict(error) || attempt === ATTEMPTS) throw error
      }
    }
  }

  /** Notes the slugs of a batch and tells its rows apart: new in this file, said before, said before otherwise. */
  async #claimSlugs(batch: NumberedRow[]) {
    const claims = batch.map((row) => ({ slug: row.slug, line: row.line, digest: digestOf(row) }))
    const seen = await this.#connection<{ slug: string; line: string; digest: string }[]>`
      with claim as (
        select slug, line, digest
        from jsonb_to_recordset(${JSON.stringify(claims)}::text::jsonb) as row (slug text, line bigint, digest text)
      ), added as (
        insert into pg_temp.imported_slugs (slug, line, digest)
        select slug, line, digest from claim order by line
        on conflict do nothing
        returning slug, line, digest
      )
      select slug, line::text, digest from added
      union all
      select seen.slug, seen.line::text, seen.digest from pg_temp.imported_slugs as seen
      where seen.slug in (select slug from claim)`
    const firstBySlug = new Map(seen.map(({ slug, line, digest }) => [slug, { line: Number(line), digest }]))
    const mine: NumberedRow[] = []
    const contradicting: Rejection[] = []
    for (const row of batch) {
      const first = firstBySlug.get(row.slug)
      if (first?.line === row.line) mine.push(row)
      else if (first && first.digest !== digestOf(row))
        contradicting.push({
          line: row.line,
          reason: `The slug "${row.slug}" stands on line ${first.line} with other values`,
        })
    }
    return { mine, contradicting, repeated: batch.length - mine.length - contradicting.length }
  }

  async #releaseSlugs(batch: NumberedRow[]): Promise<void> {
    await this.#connection`
      delete from pg_temp.imported_slugs
      where line in (select jsonb_array_elements_text(${JSON.stringify(batch.map((row) => row.line))}::text::jsonb)::bigint)`
  }

  #count(result: BatchResult): void {
    this.#report.created += result.created
    this.#report.updated += result.updated
    this.#report.unchanged += result.unchanged
    // A dry run makes the same category again in every batch, so they are told apart by slug.
    for (const slug of result.newCategories) this.#newCategories.add(slug)
    this.#report.newCategories = this.#newCategories.size
  }

  #reject(line: number, reason: string): void {
    this.#report.rejected += 1
    this.#pending.push({ line, reason })
  }

  #tell(): void {
    for (const rejection of this.#pending.sort((one, other) => one.line - other.line)) {
      if (this.#report.rejections.length < KEPT_REJECTIONS) this.#report.rejections.push(rejection)
      this.#options.onRejected?.(rejection)
    }
    this.#pending = []
    this.#options.onProgress?.(this.#report)
  }
}

function digestOf(row: NumberedRow): string {
  const { line: _, ...values } = row
  const columns: CatalogueRow = values
  return createHash('sha256').update(JSON.stringify(columns)).digest('base64')
}

/** The row itself is at fault: a value out of range, a constraint, an error raised by a rule of ours. */
function isRefusal(error: postgres.PostgresError): boolean {
  return ['22', '23', '54', 'P0'].includes(error.code.slice(0, 2))
}

/** Another transaction was in the way. */
function isConflict(error: postgres.PostgresError): boolean {
  return error.code === '40001' || error.code === '40P01'
}
