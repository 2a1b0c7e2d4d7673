import { createHash } from 'node:crypto'
import type { ReservedSql } from 'postgres'
import type { Entry } from './check-line.ts'

/** The rows of a batch, by whether an earlier line has the same slug. */
interface Claim {
  /** The first row in this file with its slug. */
  mine: Entry[]
  /** Rows that repeat an earlier line exactly. */
  repeated: Entry[]
  contradicting: { line: number; reason: string }[]
}

/** The slugs of a file so far, in a temporary table of the connection, so that memory does not grow with the file. */
export class ClaimedSlugs {
  #connection: ReservedSql

  constructor(connection: ReservedSql) {
    this.#connection = connection
  }

  async open(): Promise<void> {
    await this.#connection`
      create temporary table if not exists imported_slugs (slug text primary key, line bigint, digest text)`
    await this.#connection`truncate pg_temp.imported_slugs`
  }

  async close(): Promise<void> {
    await this.#connection`drop table if exists pg_temp.imported_slugs`
  }

  /** Records the slugs of a batch and sorts its rows: new in this file, repeated, or repeated with other values. */
  async claim(batch: Entry[]): Promise<Claim> {
    const claims = batch.map((entry) => ({
      slug: keyOf(entry),
      line: entry.line,
      digest: digestOf(entry),
    }))
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
    const mine: Entry[] = []
    const repeated: Entry[] = []
    const contradicting: Claim['contradicting'] = []
    for (const entry of batch) {
      const first = firstBySlug.get(keyOf(entry))
      if (first?.line === entry.line) mine.push(entry)
      else if (first && first.digest !== digestOf(entry))
        contradicting.push({
          line: entry.line,
          reason: `Line ${first.line} already uses "${entry.row.slug}" with different values`,
        })
      else repeated.push(entry)
    }
    return { mine, contradicting, repeated }
  }

  /** Removes the slugs of a batch that was not written. */
  async release(batch: Entry[]): Promise<void> {
    const lines = JSON.stringify(batch.map((entry) => entry.line))
    await this.#connection`
      delete from pg_temp.imported_slugs
      where line in (select jsonb_array_elements_text(${lines}::text::jsonb)::bigint)`
  }
}

/** A slug contains no colon, so a category and a tool of the same slug stay apart. */
const keyOf = ({ kind, row }: Entry) => (kind === 'category' ? `category:${row.slug}` : row.slug)

const digestOf = ({ row }: Entry) => createHash('sha256').update(JSON.stringify(row)).digest('base64')
