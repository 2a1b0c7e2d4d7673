import { isFactNumber, isWebAddress, LONGEST_ADDRESS, lengthOf, slugify } from '#shared/catalogue-rules.ts'
import type { Reason, ReasonCode } from '#shared/import-reasons.ts'
import type { Fact, Field, FieldValue } from '#shared/tool-fields.ts'
import { exactLine, exactLines, plainAddress, plainLabel, plainParagraph } from './clean-text.ts'

/**
 * How the texts of a row are read: those of our own exports literally, except what the database would not store, those
 * of any other catalogue as plain text (docs/decisions/190).
 */
export interface Dialect {
  label(text: string): string
  paragraph(text: string): string
  address(text: string): string
  isAddress(address: string): boolean
}

export const PLAIN: Dialect = {
  label: plainLabel,
  paragraph: plainParagraph,
  address: plainAddress,
  isAddress: isWebAddress,
}

/** What the constraints allow: a stored URL need not be one that a parser accepts. */
const STORED_ADDRESS =
  /^https?:\/\/(\[[0-9a-f:.]+\]|[^\t\n\v\f\r /?#@:\\<>"^`{|}%[\]]+)(:\d{1,5})?([/?#][^\t\n\v\f\r ]*)?$/i
const LOGO_ADDRESS =
  /^(https?:\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%[\]]+)(:\d{1,5})?([/?#][^\s"<>\\]*)?|\/[^\s"<>\\/][^\s"<>\\]*)$/i

export const EXACT: Dialect = {
  label: exactLine,
  paragraph: exactLines,
  address: exactLine,
  isAddress: (address) => lengthOf(address) <= LONGEST_ADDRESS && STORED_ADDRESS.test(address),
}

/** The URL of an image, without a user name or password, or a path of this site: what tools_logo_valid allows. */
export const isLogoAddress = (address: string) =>
  lengthOf(address) <= LONGEST_ADDRESS && LOGO_ADDRESS.test(address)

/** A value is refused. */
export class RefusedValue extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.code)
    this.reason = reason
  }
}

export const refuse = (code: ReasonCode, values?: Reason['values']): never => {
  throw new RefusedValue({ code, values })
}

/** Longest text that is cleaned, markup included, unless a field allows more. */
export const LONGEST_TEXT = 5000

/** Per character before cleaning: some characters are two code units, and any may be an entity. */
const MOST_UNITS = 8

/** Anything that is not a text counts as missing. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * The value of a field by the rules and with the messages of section 5, or throws {@link RefusedValue}. Undefined keeps
 * the stored value; of an optional field an empty value, or of a choice the word 'unknown', makes it unknown.
 */
export function readValue(field: Field | Fact, value: unknown, dialect: Dialect): FieldValue | undefined {
  const { column, name, kind, limit, values, optional } = field
  const named = { column, name }
  const tooLong = () =>
    column === 'short_description'
      ? refuse('descriptionTooLong')
      : refuse('tooLong', { ...named, limit: String(limit) })
  if (optional && value === undefined) return undefined
  switch (kind) {
    case 'flag':
      return isEmpty(value) ? undefined : (answerOf(value) ?? refuse('flag', named))
    case 'answer':
      return isUnknown(value) ? null : (answerOf(value) ?? refuse('answer', named))
    case 'choice':
      return isUnknown(value) ? null : choose(field, value)
    case 'choices': {
      if (isUnknown(value)) return []
      const words = typeof value === 'string' ? value.split(SEPARATOR).filter((word) => word.trim()) : value
      const chosen = (Array.isArray(words) ? words : [words]).map((word) => choose(field, word))
      return values.filter((each) => chosen.includes(each))
    }
    case 'number': {
      if (isUnknown(value)) return null
      const text = typeof value === 'number' ? String(value) : textOf(value).trim()
      return isFactNumber(text) ? Number(text) : refuse('number', named)
    }
    case 'slug': {
      const slug = typeof value === 'string' ? value.trim() : (value ?? '')
      if (typeof slug !== 'string' || !/^[a-z0-9-]*$/.test(slug)) return refuse('slugPattern')
      return slug.length > limit ? tooLong() : slug
    }
    case 'address': {
      const address = textOf(value).length > LONGEST_TEXT ? undefined : dialect.address(textOf(value))
      if (optional && address === '' && (value === null || typeof value === 'string')) return null
      if (address !== undefined && dialect.isAddress(address)) return address
      return optional ? refuse('address', named) : refuse('invalidUrl')
    }
    default: {
      if (optional && value !== null && typeof value !== 'string') return refuse('notText', named)
      const text = textOf(value)
      if (text.length > Math.max(LONGEST_TEXT, MOST_UNITS * limit)) return tooLong()
      // Letters that were lost on the way cannot be found again.
      if (dialect === PLAIN && text.includes('\ufffd')) return refuse('lostLetters', named)
      // Markdown is not cleaned.
      const shown = { line: dialect.label, lines: dialect.paragraph, markdown: exactLines }[kind](text)
      if (lengthOf(shown) > limit) return tooLong()
      return shown || (optional ? null : refuse('required', named))
    }
  }
}

export const SEPARATOR = /[;|]/

/** Values are also recognised by their labels: 'Contact sales', 'iOS'. */
function choose({ column, name, values, ...field }: Field | Fact, value: unknown): string {
  const text = textOf(value).trim()
  const word = slugify(text)
  if (values.includes(word)) return word
  const labels = 'labels' in field ? field.labels : {}
  return (
    values.find((each) => labels[each]?.toLowerCase() === text.toLowerCase()) ??
    refuse('choice', { column, name, values: [...values, UNKNOWN].join(', ') })
  )
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
