import * as z from 'zod'
import { LONGEST, lengthOf, slugify } from '#shared/catalogue-rules.ts'
import {
  type CatalogueRow,
  type CategoryName,
  type Cleaning,
  cell,
  factColumns,
  NOT_A_ROW,
  reasonsOf,
  required,
  slug,
  toolColumns,
  withSlug,
} from './catalogue-row.ts'
import { exactLine, exactLines } from './clean-text.ts'

/** A category of an export. `description` undefined: keep the stored one. */
export interface CategoryRow {
  name: string
  slug: string
  description: string | null | undefined
}

type Checked<Row> = { ok: true; row: Row } | { ok: false; reason: string }

/**
 * Checks a tool of one of our own exports. Its texts are taken literally, except what the database would not store:
 * surrounding white space and hidden characters. Never throws.
 */
export function checkExportedTool(value: unknown): Checked<CatalogueRow> {
  const parsed = toolSchema.safeParse(value)
  return parsed.success ? { ok: true, row: parsed.data } : { ok: false, reason: reasonsOf(parsed.error) }
}

/** The same for a category. */
export function checkExportedCategory(value: unknown): Checked<CategoryRow> {
  const parsed = categorySchema.safeParse(value)
  return parsed.success ? { ok: true, row: parsed.data } : { ok: false, reason: reasonsOf(parsed.error) }
}

/** Refuses only what every constraint would refuse; the database itself decides the rest. */
const isKeptAddress = (value: string) =>
  lengthOf(value) <= LONGEST.webAddress && /^https?:\/\/[^\t\n\v\f\r ]+$/i.test(value)

/** The URL of an image, without a user name or password, or a path of this site: what tools_logo_valid allows. */
export const isLogoAddress = (value: string) =>
  lengthOf(value) <= LONGEST.webAddress &&
  /^(https?:\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%[\]]+)(:\d{1,5})?([/?#][^\s"<>\\]*)?|\/[^\s"<>\\/][^\s"<>\\]*)$/i.test(
    value,
  )

const logo = cell.transform((value, context): string | null | undefined => {
  if (value === undefined) return undefined
  const address = typeof value === 'string' ? exactLine(value) : value
  if (address === null || address === '') return null
  if (typeof address === 'string' && isLogoAddress(address)) return address
  context.addIssue({ code: 'custom', message: 'Logo must be a valid URL' })
  return z.NEVER
})

/** A list of categories or names, or a cell with slugs (or names) separated by ";" or "|". */
const categories = cell.transform((value, context): CategoryName[] | undefined => {
  if (value === undefined || value === null) return undefined
  const entries = typeof value === 'string' ? value.split(/[;|]/).map(readCell) : value
  const bySlug = new Map<string, CategoryName>()
  for (const entry of Array.isArray(entries) ? entries : [undefined]) {
    const category = readCategory(entry)
    if (category === 'nothing') continue
    if (typeof category === 'string') {
      context.addIssue({ code: 'custom', message: category })
      return z.NEVER
    }
    if (!bySlug.has(category.slug)) bySlug.set(category.slug, category)
  }
  return [...bySlug.values()]
})

const readCell = (part: string): unknown => {
  const word = part.trim()
  return /^[a-z0-9-]+$/.test(word) ? { slug: word } : word
}

/** A category, 'nothing' for an empty name, or the problem with it. */
function readCategory(entry: unknown): CategoryName | 'nothing' | string {
  const parsed = entrySchema.safeParse(entry)
  if (!parsed.success) return 'Categories must be a list of names'
  const named: { name?: string | undefined; slug?: string } =
    typeof parsed.data === 'string' ? { name: parsed.data } : parsed.data
  const name = exactLine(named.name ?? named.slug ?? '')
  if (!name) return 'nothing'
  const made = named.slug ?? slugify(name)
  if (!made) return `The category "${name}" needs at least one letter a-z or digit`
  if (lengthOf(name) > LONGEST.categoryName || made.length > LONGEST.categorySlug)
    return `Category name must be ${LONGEST.categoryName} characters or less`
  return { name, slug: made, exact: named.slug !== undefined }
}

const entrySchema = z.union([
  z.string(),
  z.object({ slug: z.string().regex(/^[a-z0-9-]+$/), name: z.string().optional() }),
])

const EXACT: Cleaning = {
  label: exactLine,
  paragraph: exactLines,
  address: exactLine,
  isAddress: isKeptAddress,
}

const toolSchema = z
  .object(
    {
      ...toolColumns(EXACT),
      ...factColumns(EXACT),
      categories,
      logo,
    },
    NOT_A_ROW,
  )
  .transform(withSlug)

const description = cell.transform((value, context): string | null | undefined => {
  if (value === undefined) return undefined
  if (value !== null && typeof value !== 'string') {
    context.addIssue({ code: 'custom', message: 'Description must be text' })
    return z.NEVER
  }
  const text = exactLines(value ?? '')
  if (lengthOf(text) <= LONGEST.categoryDescription) return text || null
  context.addIssue({
    code: 'custom',
    message: `Description must be ${LONGEST.categoryDescription} characters or less`,
  })
  return z.NEVER
})

const categorySchema = z
  .object({
    name: required(exactLine)({
      name: 'Name',
      limit: LONGEST.categoryName,
      tooLong: `Name must be ${LONGEST.categoryName} characters or less`,
    }),
    slug: slug(LONGEST.categorySlug),
    description,
  })
  .transform(withSlug)
