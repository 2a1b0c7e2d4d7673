import type { ISql } from 'postgres'
import type { Reason } from '#shared/import-reasons.ts'
import type { Entry } from './read-line.ts'

/** A tool that a row without a slug may mean. */
interface Match {
  line: number
  /** Of the row's address (private.address_key). */
  key: string
  /** Of the tool at this address, else null. */
  at: string | null
  /** The name and address of the tool whose slug the row's name gives, if it is at another address. */
  other: { name: string; website_url: string } | null
  /** A slug like that one that is free. */
  free: string | null
}

/** What to do about a row: it is refused, with a slug that would do. */
interface Doubt {
  reason: Reason
  slug?: string
}

/**
 * Finds the tools that rows without a slug mean, over a whole file: first by address, compared as a submission's is, then
 * by the slug of the name. A name alone is no proof: the same name at another address may be another tool.
 */
export class ToolMatcher {
  /** The first row with an address: its line, the slug its name gives, and the slug of its tool. */
  #seen = new Map<string, { line: number; named: string; slug: string }>()
  #slugs = new Set<string>()
  readonly #trustsNames: boolean

  /** `trustsNames`: a tool of the same name is the same, wherever it is. */
  constructor({ trustsNames }: { trustsNames: boolean }) {
    this.#trustsNames = trustsNames
  }

  /** Gives the rows the slugs of the tools they mean; returns doubts by line. */
  async match(sql: ISql, entries: Entry[]): Promise<Map<number, Doubt>> {
    const doubts = new Map<number, Doubt>()
    if (entries.length === 0) return doubts
    const matches = new Map((await findMatches(sql, entries)).map((match) => [match.line, match]))
    for (const entry of entries) {
      const match = matches.get(entry.line)
      const doubt = match && this.#judge(entry, match)
      if (doubt) doubts.set(entry.line, doubt)
    }
    return doubts
  }

  #judge({ line, columns }: Entry, { key, at, other, free }: Match): Doubt | undefined {
    const named = columns.slug
    const seen = this.#seen.get(key)
    if (seen) {
      columns.slug = seen.slug
      return seen.named === named
        ? undefined
        : { reason: { code: 'sameAddress', values: { line: String(seen.line) } } }
    }
    columns.slug = at ?? named
    this.#seen.set(key, { line, named, slug: columns.slug })
    // Of rows with the same name in one file the second contradicts the first.
    const isClaimed = this.#slugs.has(columns.slug)
    this.#slugs.add(columns.slug)
    if (at !== null || other === null || this.#trustsNames || isClaimed) return undefined
    const values = { given: other.name, slug: other.website_url }
    return { reason: { code: 'sameName', values }, ...(free !== null && { slug: free }) }
  }
}

// The keys of tools are computed once for all rows, whether or not the planner knows how many tools an import has made.
const findMatches = (sql: ISql, entries: Entry[]) => sql<Match[]>`
  with given as materialized (
    select row.line, row.slug, private.address_key(row.address) as key
    from jsonb_to_recordset(${JSON.stringify(
      entries.map(({ line, columns: { slug, website_url } }) => ({ line, slug, address: website_url })),
    )}::text::jsonb) as row (line integer, slug text, address text)),
  known as materialized (
    select t.id, t.slug, private.address_key(t.website_url) as key from public.tools t
    where private.address_key(t.website_url) = any (array(select given.key from given)))
  select given.line, given.key, tool.slug as at,
    case when other.slug is not null
      then jsonb_build_object('name', other.name, 'website_url', other.website_url) end as other,
    case when other.slug is not null then (
      select given.slug || '-' || n from generate_series(2, 100) n
      where not exists (select from public.tools taken where taken.slug = given.slug || '-' || n)
      limit 1) end as free
  from given
  left join lateral (
    select known.slug from known where known.key = given.key
    order by known.slug = given.slug desc, known.id limit 1) tool on true
  left join public.tools other
    on other.slug = given.slug and private.address_key(other.website_url) <> given.key`
