import { lengthOf } from '#shared/catalogue-rules.ts'
import type { Rejection } from '#shared/import-export-rules.ts'
import { type Reason, sentenceOf } from '#shared/import-reasons.ts'
import { ownValue } from '#shared/own-value.ts'
import {
  CATEGORY,
  CATEGORY_FIELDS,
  FACTS,
  type Fact,
  type FieldValue,
  TOOL,
  TOOL_FIELDS,
} from '#shared/tool-fields.ts'
import { isRecord } from '../../lib/unknown.ts'
import { decodeEntities, exactLine } from './clean-text.ts'
import { EXPORT_FORMAT, formatOf } from './export-line.ts'
import type { SourceRow } from './parse-rows.ts'
import {
  type Dialect,
  EXACT,
  isLogoAddress,
  LONGEST_TEXT,
  PLAIN,
  RefusedValue,
  readValue,
  refuse,
  SEPARATOR,
  textOf,
} from './read-value.ts'
import { slugOfName } from './slug-of-name.ts'

/** A line as a row ready to be written, or every reason why it cannot be. `line` counts from 1. */
type CheckedLine = Entry | ({ kind: 'rejected' } & Rejection)

export interface Entry {
  kind: 'tool' | 'category'
  line: number
  /** By column, and by key of an owner's fact; a missing one keeps its stored value. */
  columns: Record<string, FieldValue> & { name: string; slug: string }
  /** Of a tool, in order, the first is the primary one; no slug twice. Undefined keeps the stored ones. */
  categories?: CategoryName[] | undefined
}

export interface CategoryName {
  name: string
  slug: string
  /** True: only the slug identifies the category; else a category of the same name matches too. */
  exact: boolean
}

/**
 * Checks a line of any catalogue, on a site with these facts; lines of our own exports are recognised by their mark.
 * Never throws.
 */
export function readLine(source: SourceRow, facts: readonly Fact[] = FACTS): CheckedLine {
  const { line } = source
  const reject = (...reasons: Reason[]): CheckedLine => ({ kind: 'rejected', ...rejectionOf(line, reasons) })
  if ('reason' in source) return reject(source.reason)
  const { value } = source
  if (!isRecord(value)) return reject({ code: 'notAnObject' })
  const format = formatOf(value)
  if (format !== undefined && format !== EXPORT_FORMAT)
    return reject({ code: 'unknownFormat', values: { given: String(format), expected: EXPORT_FORMAT } })
  const dialect = format === undefined ? PLAIN : EXACT
  const cell = (column: string) => ownValue(value, column)
  const kind = dialect === EXACT && textOf(cell('kind')).trim() === 'category' ? 'category' : 'tool'

  const reasons = new Map<string, Reason>()
  /** What `read` makes of the value of a column; undefined with the reason added if it refuses it. */
  const take = <Value>(column: string, read: (given: unknown) => Value): Value | undefined => {
    try {
      return read(cell(column))
    } catch (error) {
      if (!(error instanceof RefusedValue)) throw error
      reasons.set(sentenceOf([error.reason]), error.reason)
      return undefined
    }
  }
  const columns: Record<string, FieldValue> = {}
  const keep = (column: string, read: (given: unknown) => FieldValue | undefined) => {
    const kept = take(column, read)
    if (kept !== undefined) columns[column] = kept
  }
  const fields = kind === 'tool' ? [...TOOL_FIELDS, ...facts] : CATEGORY_FIELDS
  for (const field of fields) keep(field.column, (given) => readValue(field, given, dialect))
  if (kind === 'tool' && dialect === EXACT) keep('logo', readLogo)
  const categories =
    kind === 'tool' ? take('categories', (given) => readCategories(given, dialect)) : undefined

  const name = textOf(columns.name)
  const slug = textOf(columns.slug) || slugOfName(name, TOOL.slug.limit)
  if (reasons.size === 0 && !slug) return reject({ code: 'required', values: { column: 'slug' } })
  if (reasons.size > 0) return reject(...reasons.values())
  return { kind, line, columns: { ...columns, name, slug }, categories }
}

/** A rejected line as it is told. */
export const rejectionOf = (line: number, reasons: Reason[]): Rejection => ({
  line,
  reason: sentenceOf(reasons),
  reasons,
})

function readLogo(value: unknown): string | null | undefined {
  if (value === undefined) return undefined
  const address = typeof value === 'string' ? exactLine(value) : value
  if (address === null || address === '') return null
  return typeof address === 'string' && isLogoAddress(address) ? address : refuse('address', { name: 'Logo' })
}

/** Of other catalogues: more than any has for one tool, and few enough to clean one by one. */
const MOST_CATEGORIES = 100

const SLUG = /^[a-z0-9-]+$/

/** A list of names, or of {slug, name}; or a cell with names, in our own exports slugs, separated by ";" or "|". */
function readCategories(value: unknown, dialect: Dialect): CategoryName[] | undefined {
  if (value === undefined || value === null) return undefined
  const isTooLong = dialect === PLAIN && textOf(value).length > LONGEST_TEXT
  const entries: unknown = typeof value === 'string' && !isTooLong ? split(value, dialect) : value
  if (!Array.isArray(entries)) return refuse('categories')
  if (dialect === PLAIN && entries.length > MOST_CATEGORIES)
    return refuse('mostCategories', { limit: String(MOST_CATEGORIES) })
  const bySlug = new Map<string, CategoryName>()
  for (const entry of entries) {
    const category = readCategory(entry, dialect)
    if (category && !bySlug.has(category.slug)) bySlug.set(category.slug, category)
  }
  return [...bySlug.values()]
}

const split = (cell: string, dialect: Dialect) =>
  dialect === PLAIN
    ? decodeEntities(cell).split(SEPARATOR)
    : cell.split(SEPARATOR).map((part) => (SLUG.test(part.trim()) ? { slug: part.trim() } : part))

/** Undefined for an empty name. */
function readCategory(entry: unknown, { label }: Dialect): CategoryName | undefined {
  const given: { slug?: unknown; name?: unknown } =
    typeof entry === 'object' && entry !== null && 'slug' in entry ? entry : { name: entry }
  const exact = given.slug !== undefined
  const text = given.name ?? given.slug
  if (typeof text !== 'string' || text.length > LONGEST_TEXT || (exact && !SLUG.test(textOf(given.slug))))
    return refuse('categories')
  const name = label(text)
  if (!name) return undefined
  const slug = exact ? textOf(given.slug) : slugOfName(name, CATEGORY.slug.limit)
  if (!slug) return refuse('categoryName', { given: name })
  if (lengthOf(name) > CATEGORY.name.limit || slug.length > CATEGORY.slug.limit)
    return refuse('categoryTooLong', { limit: String(CATEGORY.name.limit) })
  return { name, slug, exact }
}
