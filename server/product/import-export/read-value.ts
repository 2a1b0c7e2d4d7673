import { isWebAddress, LONGEST_ADDRESS, lengthOf, SLUG_MESSAGE, slugify } from '#shared/catalogue-rules.ts'
import type { Field, FieldValue } from '#shared/tool-fields.ts'
import { exactLine, exactLines, plainAddress, plainLabel, plainParagraph } from './clean-text.ts'

/**
 * How the texts of a row are read: those of our own exports literally, except what the database would not store, those
 * of any other catalogue as plain text (docs/decisions/027).
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

/** A value is refused; the message says why. */
export class RefusedValue extends Error {}

export const refuse = (reason: string): never => {
  throw new RefusedValue(reason)
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
export function readValue(field: Field, value: unknown, dialect: Dialect): FieldValue | undefined {
  const { name, kind, limit, tooLong, values, optional } = field
  if (optional && value === undefined) return undefined
  switch (kind) {
    case 'flag':
      return isEmpty(value) ? undefined : (answerOf(value) ?? refuse(`${name} must be true or false`))
    case 'answer':
      return isUnknown(value) ? null : (answerOf(value) ?? refuse(`${name} must be yes, no or ${UNKNOWN}`))
    case 'choice':
      return isUnknown(value) ? null : choose(field, value)
    case 'choices': {
      if (isUnknown(value)) return []
      const words = typeof value === 'string' ? value.split(SEPARATOR).filter((word) => word.trim()) : value
      const chosen = (Array.isArray(words) ? words : [words]).map((word) => choose(field, word))
      return values.filter((each) => chosen.includes(each))
    }
    case 'slug': {
      const slug = typeof value === 'string' ? value.trim() : (value ?? '')
      if (typeof slug !== 'string' || !/^[a-z0-9-]*$/.test(slug)) return refuse(SLUG_MESSAGE)
      return slug.length > limit ? refuse(tooLong) : slug
    }
    case 'address': {
      const address = textOf(value).length > LONGEST_TEXT ? undefined : dialect.address(textOf(value))
      if (optional && address === '' && (value === null || typeof value === 'string')) return null
      if (address !== undefined && dialect.isAddress(address)) return address
      return refuse(optional ? `${name} must be a valid URL` : 'Must be a valid URL')
    }
    default: {
      if (optional && value !== null && typeof value !== 'string') return refuse(`${name} must be text`)
      const text = textOf(value)
      if (text.length > Math.max(LONGEST_TEXT, MOST_UNITS * limit)) return refuse(tooLong)
      // Markdown is not cleaned.
      const shown = { line: dialect.label, lines: dialect.paragraph, markdown: exactLines }[kind](text)
      if (lengthOf(shown) > limit) return refuse(tooLong)
      return shown || (optional ? null : refuse(`${name} is required`))
    }
  }
}

export const SEPARATOR = /[;|]/

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
