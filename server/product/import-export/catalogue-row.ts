import * as z from 'zod'
import { isWebAddress, LONGEST, lengthOf, SLUG_MESSAGE, slugify } from '#shared/catalogue-rules.ts'
import { type ChoiceRule, type Facts, factFields } from '#shared/fact-fields.ts'
import { type TextRule, type ToolFields, toolFields } from '#shared/tool-fields.ts'
import { decodeEntities, exactLines, plainAddress, plainLabel, plainParagraph } from './clean-text.ts'

/** One tool as an import writes it. Undefined fields keep their stored value. */
export type CatalogueRow = ToolColumns & {
  [Field in keyof Facts]: Facts[Field] | undefined
} & {
  /** In order, the first is the primary one; no slug twice. */
  categories: CategoryName[] | undefined
  /** Only in exported rows: null removes the logo. */
  logo: string | null | undefined
}

/** The text fields; booleans may be missing. */
type ToolColumns = {
  [Field in keyof ToolFields]: ToolFields[Field] extends boolean ? boolean | undefined : ToolFields[Field]
}

export interface CategoryName {
  name: string
  slug: string
  /** True: only the slug identifies the category; else a category of the same name matches too. */
  exact?: boolean
}

/** A valid row, or every reason why it is invalid. */
type CheckedRow = { ok: true; row: CatalogueRow } | { ok: false; reason: string }

/** Longest text that is processed, markup included; without markup it has to be far shorter. */
const LONGEST_TEXT = 5000

/**
 * Turns the values of a line into a row: texts cleaned, the slug made from the name if missing, everything checked by
 * the rules and with the messages of section 5. Unknown columns are ignored. Never throws.
 */
export function checkRow(value: unknown): CheckedRow {
  const parsed = rowSchema.safeParse(value)
  return parsed.success ? { ok: true, row: parsed.data } : { ok: false, reason: reasonsOf(parsed.error) }
}

/** Collects the problems of a row, each once. */
export function reasonsOf(error: z.ZodError): string {
  return [...new Set(error.issues.map((issue) => issue.message))].join('; ')
}

/** The value of a column; the column may be missing. */
export const cell = z.unknown().optional()

/** A cleaned text; anything that is not a text counts as missing. `longest` applies before cleaning. */
const text = (plain: (value: string) => string, longest = LONGEST_TEXT) =>
  cell
    .transform((value) => (typeof value === 'string' ? value : ''))
    .refine((value) => value.length <= longest, {
      error: `Each value must be ${longest} characters or less`,
      abort: true,
    })
    .transform(plain)

/** A slug, or an empty text where there is none. */
export const slug = (longest: number) =>
  cell
    .transform((value) => (typeof value === 'string' ? value.trim() : (value ?? '')))
    .pipe(
      z
        .string({ error: SLUG_MESSAGE })
        .regex(/^[a-z0-9-]*$/, { error: SLUG_MESSAGE })
        .max(longest, { error: `Slug must be ${longest} characters or less` }),
    )

const flag = (name: string) =>
  cell.transform((value, context): boolean | undefined => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : (value ?? '')
    if (word === '') return undefined
    if (word === true || word === 'true' || word === 'yes' || word === '1') return true
    if (word === false || word === 'false' || word === 'no' || word === '0') return false
    context.addIssue({ code: 'custom', message: `${name} must be true or false` })
    return z.NEVER
  })

/** More than any catalogue has for one tool, and few enough to clean one by one. */
const MOST_CATEGORIES = 100

/** A list of names, or a cell with names separated by ";" or "|". */
const categories = cell
  .transform((value, context): string[] | undefined => {
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string' && value.length <= LONGEST_TEXT) return decodeEntities(value).split(/[;|]/)
    if (
      Array.isArray(value) &&
      value.every((name) => typeof name === 'string' && name.length <= LONGEST_TEXT)
    )
      return value
    context.addIssue({ code: 'custom', message: 'Categories must be a list of names' })
    return z.NEVER
  })
  .refine((names) => !names || names.length <= MOST_CATEGORIES, {
    error: `A tool has at most ${MOST_CATEGORIES} categories`,
  })
  .transform((names, context) => {
    const bySlug = new Map<string, CategoryName>()
    for (const name of names?.map(plainLabel) ?? []) {
      const categorySlug = slugify(name)
      if (lengthOf(name) > LONGEST.categoryName)
        context.addIssue({
          code: 'custom',
          message: `Category name must be ${LONGEST.categoryName} characters or less`,
        })
      else if (name && !categorySlug)
        context.addIssue({
          code: 'custom',
          message: `The category "${name}" needs at least one letter a-z or digit`,
        })
      else if (name && !bySlug.has(categorySlug)) bySlug.set(categorySlug, { name, slug: categorySlug })
    }
    return names && [...bySlug.values()]
  })

export const required =
  (plain: (value: string) => string) =>
  ({ name, limit, tooLong }: TextRule) =>
    text(plain)
      .refine((value) => value !== '', { error: `${name} is required` })
      .refine((value) => lengthOf(value) <= limit, { error: tooLong })

/** How the texts of a row are cleaned. */
export interface Cleaning {
  label(value: string): string
  paragraph(value: string): string
  address(value: string): string
  isAddress(value: string): boolean
}

/** The columns of a tool that all catalogues share, checked by the rules of section 5. */
export const toolColumns = (clean: Cleaning) =>
  toolFields({
    line: required(clean.label),
    lines: required(clean.paragraph),
    slug,
    address: () => text(clean.address).refine(clean.isAddress, { error: 'Must be a valid URL' }),
    flag,
  })

/** A fact: undefined keeps the stored value, an empty one makes it unknown. */
const fact = <Fact>(read: (value: unknown, context: z.core.$RefinementCtx) => Fact | undefined) =>
  cell.transform((value, context): Fact | undefined =>
    value === undefined ? undefined : read(value, context),
  )

const optionalText = (plain: (value: string) => string, { name, limit, tooLong }: TextRule) =>
  fact((value, context): string | null => {
    if (value !== null && typeof value !== 'string') {
      context.addIssue({ code: 'custom', message: `${name} must be text` })
      return z.NEVER
    }
    const read = text(plain, MOST_UNITS * limit)
      .refine((shown) => lengthOf(shown) <= limit)
      .safeParse(value)
    if (read.success) return read.data || null
    context.addIssue({ code: 'custom', message: tooLong })
    return z.NEVER
  })

/** Per character before cleaning: some characters are two code units, and any may be an entity. */
const MOST_UNITS = 8

/** Values are also recognised by their labels: 'Contact sales', 'iOS'. */
const choose = (value: unknown, { name, values }: ChoiceRule, context: z.core.$RefinementCtx) => {
  const word = typeof value === 'string' ? slugify(value.trim()) : ''
  if (values.includes(word)) return word
  context.addIssue({ code: 'custom', message: `${name} must be one of ${[...values, UNKNOWN].join(', ')}` })
  return z.NEVER
}

const UNKNOWN = 'unknown'
const isUnknown = (value: unknown) =>
  value === null || (typeof value === 'string' && ['', UNKNOWN].includes(value.trim().toLowerCase()))

/** The facts, in any catalogue: an unknown one is empty, or the word 'unknown'. */
export const factColumns = (clean: Cleaning) =>
  factFields({
    choice: (rule) => fact((value, context) => (isUnknown(value) ? null : choose(value, rule, context))),
    answer: (name) =>
      fact((value, context): boolean | null => {
        if (isUnknown(value)) return null
        const answer = flag(name).safeParse(value)
        if (answer.success && answer.data !== undefined) return answer.data
        context.addIssue({ code: 'custom', message: `${name} must be yes, no or ${UNKNOWN}` })
        return z.NEVER
      }),
    line: (rule) => optionalText(clean.label, rule),
    address: (name) =>
      fact((value, context): string | null => {
        if (value === null) return null
        const address = typeof value === 'string' ? text(clean.address).safeParse(value).data : undefined
        if (address === '') return null
        if (address !== undefined && clean.isAddress(address)) return address
        context.addIssue({ code: 'custom', message: `${name} must be a valid URL` })
        return z.NEVER
      }),
    choices: (rule) =>
      fact((value, context): string[] => {
        const words = typeof value === 'string' ? value.split(/[;|]/).filter((word) => word.trim()) : value
        if (isUnknown(value)) return []
        if (!Array.isArray(words)) return [choose(words, rule, context)]
        const chosen = words.map((word) => choose(word, rule, context))
        return rule.values.filter((each) => chosen.includes(each))
      }),
    // Not cleaned: this column is Markdown.
    markdown: (rule) => optionalText(exactLines, rule),
  })

/** Gives a row without a slug one made from its name. */
export function withSlug<Row extends { name: string; slug: string }>(
  row: Row,
  context: z.core.$RefinementCtx,
): Row {
  const made = row.slug || slugify(row.name)
  if (!made) context.addIssue({ code: 'custom', message: 'Slug is required' })
  return { ...row, slug: made }
}

/** The report for a line that is not a row. */
export const NOT_A_ROW = { error: 'Not an object with the columns of a tool' }

const PLAIN: Cleaning = {
  label: plainLabel,
  paragraph: plainParagraph,
  address: plainAddress,
  isAddress: isWebAddress,
}

const rowSchema = z
  .object(
    {
      ...toolColumns(PLAIN),
      ...factColumns(PLAIN),
      categories,
    },
    NOT_A_ROW,
  )
  .transform((row, context) => ({ ...withSlug(row, context), logo: undefined }))
