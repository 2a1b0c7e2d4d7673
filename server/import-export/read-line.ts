import {
  isWebAddress,
  LONGEST_ADDRESS,
  lengthOf,
  SLUG_MESSAGE,
  slugify,
} from '../../src/rules/catalogue-rules.ts'
import {
  CATEGORY,
  CATEGORY_FIELDS,
  FACTS,
  type Field,
  type FieldValue,
  type TextRule,
  TOOL_FIELDS,
} from '../../src/rules/tool-fields.ts'
import {
  decodeEntities,
  exactLine,
  exactLines,
  plainAddress,
  plainLabel,
  plainParagraph,
} from './clean-text.ts'
import { EXPORT_FORMAT, formatOf } from './export-line.ts'
import type { SourceRow } from './parse-rows.ts'

/** A line as a row ready to be written, or every reason why it cannot be. `line` counts from 1. */
export type CheckedLine = Entry | { kind: 'rejected'; line: number; reason: string }

export interface Entry {
  kind: 'tool' | 'category'
  line: number
  /** By column; a missing one keeps its stored value. */
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
 * How the texts of a row are read: those of our own exports literally, except what the database would not store, those
 * of any other catalogue as plain text (docs/decisions/027).
 */
interface Dialect {
  label(text: string): string
  paragraph(text: string): string
  address(text: string): string
  isAddress(address: string): boolean
  /** The categories of a cell. */
  split(cell: string): (string | { slug: string })[]
}

const SEPARATOR = /[;|]/
const SLUG = /^[a-z0-9-]+$/

const PLAIN: Dialect = {
  label: plainLabel,
  paragraph: plainParagraph,
  address: plainAddress,
  isAddress: isWebAddress,
  split: (cell) => decodeEntities(cell).split(SEPARATOR),
}

/** What the constraints allow: a stored URL need not be one that a parser accepts. */
const STORED_ADDRESS =
  /^https?:\/\/(\[[0-9a-f:.]+\]|[^\t\n\v\f\r /?#@:\\<>"^`{|}%[\]]+)(:\d{1,5})?([/?#][^\t\n\v\f\r ]*)?$/i
const LOGO_ADDRESS =
  /^(https?:\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%[\]]+)(:\d{1,5})?([/?#][^\s"<>\\]*)?|\/[^\s"<>\\/][^\s"<>\\]*)$/i

const EXACT: Dialect = {
  label: exactLine,
  paragraph: exactLines,
  address: exactLine,
  isAddress: (address) => lengthOf(address) <= LONGEST_ADDRESS && STORED_ADDRESS.test(address),
  split: (cell) =>
    cell.split(SEPARATOR).map((part) => (SLUG.test(part.trim()) ? { slug: part.trim() } : part)),
}

/** The URL of an image, without a user name or password, or a path of this site: what tools_logo_valid allows. */
export const isLogoAddress = (address: string) =>
  lengthOf(address) <= LONGEST_ADDRESS && LOGO_ADDRESS.test(address)

/** Why a value is refused. */
class Refusal extends Error {}

const refuse = (reason: string): never => {
  throw new Refusal(reason)
}

/**
 * Checks a line of any catalogue by the rules and with the messages of section 5; lines of our own exports are recognised
 * by their mark. Other columns are ignored. Never throws.
 */
export function readLine(source: SourceRow): CheckedLine {
  const { line } = source
  if ('reason' in source) return { kind: 'rejected', line, reason: source.reason }
  const { value } = source
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'rejected', line, reason: 'Not an object with the columns of a tool' }
  const format = formatOf(value)
  if (format !== undefined && format !== EXPORT_FORMAT)
    return { kind: 'rejected', line, reason: `The format "${format}" is not ${EXPORT_FORMAT}` }
  const dialect = format === undefined ? PLAIN : EXACT
  const cell = (column: string): unknown => Reflect.get(value, column)
  const kind = format !== undefined && textOf(cell('kind')).trim() === 'category' ? 'category' : 'tool'

  const reasons = new Set<string>()
  const columns: Record<string, FieldValue> = {}
  /** What `read` makes of the value of a column; undefined with the reason added if it refuses it. */
  const take = <Value>(column: string, read: (given: unknown) => Value): Value | undefined => {
    try {
      return read(cell(column))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      reasons.add(error.message)
      return undefined
    }
  }
  for (const field of FIELDS[kind]) {
    const kept = take(field.column, (given) =>
      (field.optional ? readOptional : readField)(field, given, dialect),
    )
    if (kept !== undefined) columns[field.column] = kept
  }
  const logo = kind === 'tool' && dialect === EXACT ? take('logo', readLogo) : undefined
  if (logo !== undefined) columns.logo = logo
  const categories =
    kind === 'tool' ? take('categories', (given) => readCategories(given, dialect)) : undefined

  const name = textOf(columns.name)
  const slug = textOf(columns.slug) || slugify(name)
  if (reasons.size === 0 && !slug) reasons.add('Slug is required')
  if (reasons.size > 0) return { kind: 'rejected', line, reason: [...reasons].join('; ') }
  return { kind, line, columns: { ...columns, name, slug }, categories }
}

const FIELDS = { tool: [...TOOL_FIELDS, ...FACTS], category: CATEGORY_FIELDS }

/** Anything that is not a text counts as missing. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Longest text that is processed, markup included; without markup it has to be far shorter. */
const LONGEST_TEXT = 5000

function clean(value: unknown, how: (text: string) => string): string {
  const text = textOf(value)
  return text.length > LONGEST_TEXT
    ? refuse(`Each value must be ${LONGEST_TEXT} characters or less`)
    : how(text)
}

const fitting = (text: string, { limit, tooLong }: TextRule) =>
  lengthOf(text) > limit ? refuse(tooLong) : text

/** A value that every row has, but for a slug, which may be made of the name, and what is true or false. */
function readField(field: Field, value: unknown, dialect: Dialect): FieldValue | undefined {
  const { name, kind, limit } = field
  if (kind === 'flag')
    return isEmpty(value) ? undefined : (answerOf(value) ?? refuse(`${name} must be true or false`))
  if (kind === 'slug') {
    const slug = typeof value === 'string' ? value.trim() : (value ?? '')
    if (typeof slug !== 'string' || !/^[a-z0-9-]*$/.test(slug)) return refuse(SLUG_MESSAGE)
    return slug.length > limit ? refuse(`${name} must be ${limit} characters or less`) : slug
  }
  if (kind === 'address') {
    const address = clean(value, dialect.address)
    return dialect.isAddress(address) ? address : refuse('Must be a valid URL')
  }
  const text = clean(value, kind === 'line' ? dialect.label : dialect.paragraph)
  return text ? fitting(text, field) : refuse(`${name} is required`)
}

/** A missing column keeps the stored value; an empty one, or of a choice the word 'unknown', makes it unknown. */
function readOptional(field: Field, value: unknown, dialect: Dialect): FieldValue | undefined {
  const { name, kind, values } = field
  if (value === undefined) return undefined
  switch (kind) {
    case 'choice':
      return isUnknown(value) ? null : choose(field, value)
    case 'choices': {
      const words = typeof value === 'string' ? value.split(SEPARATOR).filter((word) => word.trim()) : value
      if (isUnknown(value)) return []
      const chosen = (Array.isArray(words) ? words : [words]).map((word) => choose(field, word))
      return values.filter((each) => chosen.includes(each))
    }
    case 'answer':
      return isUnknown(value) ? null : (answerOf(value) ?? refuse(`${name} must be yes, no or ${UNKNOWN}`))
    case 'address': {
      if (value !== null && (typeof value !== 'string' || value.length > LONGEST_TEXT))
        return refuse(`${name} must be a valid URL`)
      const address = dialect.address(value ?? '')
      return address && !dialect.isAddress(address) ? refuse(`${name} must be a valid URL`) : address || null
    }
    default: {
      if (value !== null && typeof value !== 'string') return refuse(`${name} must be text`)
      const text = value ?? ''
      if (text.length > MOST_UNITS * field.limit) return refuse(field.tooLong)
      // Markdown is not cleaned.
      const how = kind === 'line' ? dialect.label : kind === 'lines' ? dialect.paragraph : exactLines
      return fitting(how(text), field) || null
    }
  }
}

/** Per character before cleaning: some characters are two code units, and any may be an entity. */
const MOST_UNITS = 8

/** Values are also recognised by their labels: 'Contact sales', 'iOS'. */
function choose({ name, values }: Field, value: unknown): string {
  const word = slugify(textOf(value).trim())
  return values.includes(word) ? word : refuse(`${name} must be one of ${[...values, UNKNOWN].join(', ')}`)
}

const UNKNOWN = 'unknown'
const wordOf = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value)
const isEmpty = (value: unknown) => ['', null, undefined].some((empty) => empty === wordOf(value))
const isUnknown = (value: unknown) => isEmpty(value) || wordOf(value) === UNKNOWN

function answerOf(value: unknown): boolean | undefined {
  const word = wordOf(value)
  if (word === true || word === 'true' || word === 'yes' || word === '1') return true
  return word === false || word === 'false' || word === 'no' || word === '0' ? false : undefined
}

function readLogo(value: unknown): string | null | undefined {
  if (value === undefined) return undefined
  const address = typeof value === 'string' ? exactLine(value) : value
  if (address === null || address === '') return null
  return typeof address === 'string' && isLogoAddress(address) ? address : refuse('Logo must be a valid URL')
}

/** More than any catalogue has for one tool, and few enough to clean one by one. */
const MOST_CATEGORIES = 100

/** A list of names, or of {slug, name} of our own exports; or a cell with them separated by ";" or "|". */
function readCategories(value: unknown, dialect: Dialect): CategoryName[] | undefined {
  if (value === undefined || value === null) return undefined
  const entries: unknown =
    typeof value === 'string' && value.length <= LONGEST_TEXT ? dialect.split(value) : value
  if (!Array.isArray(entries)) return refuse('Categories must be a list of names')
  if (entries.length > MOST_CATEGORIES) return refuse(`A tool has at most ${MOST_CATEGORIES} categories`)
  const bySlug = new Map<string, CategoryName>()
  for (const entry of entries) {
    const category = readCategory(entry, dialect)
    if (category && !bySlug.has(category.slug)) bySlug.set(category.slug, category)
  }
  return [...bySlug.values()]
}

/** Undefined for an empty name. */
function readCategory(entry: unknown, { label }: Dialect): CategoryName | undefined {
  const given: { slug?: unknown; name?: unknown } =
    typeof entry === 'object' && entry !== null && 'slug' in entry ? entry : { name: entry }
  const exact = given.slug !== undefined
  const text = given.name ?? given.slug
  if (typeof text !== 'string' || text.length > LONGEST_TEXT || (exact && !SLUG.test(textOf(given.slug))))
    return refuse('Categories must be a list of names')
  const name = label(text)
  if (!name) return undefined
  const slug = exact ? textOf(given.slug) : slugify(name)
  if (!slug) return refuse(`The category "${name}" needs at least one letter a-z or digit`)
  if (lengthOf(name) > CATEGORY.name.limit || slug.length > CATEGORY.slug.limit)
    return refuse(`Category name must be ${CATEGORY.name.limit} characters or less`)
  return { name, slug, exact }
}
