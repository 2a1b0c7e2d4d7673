import * as z from 'zod/mini'
// Paths as node reads them too: a contract test compares these rules with the database's.
import {
  isWebAddress,
  LONGEST,
  lengthOf,
  SLUG_MESSAGE,
  SLUG_PATTERN,
} from '../../../rules/catalogue-rules.ts'
import { shownText } from '../../../rules/hidden-character-rules.ts'

/** Section 5: what the tool form and the category form take. The database holds the same rules as constraints. */

const required = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing))

const atMost = (limit: number, message: string) =>
  z.refine<string>((text) => lengthOf(text) <= limit, message)

const name = (limit: number) =>
  required('Name is required').check(
    atMost(limit, `Name must be ${limit} characters or less`),
    shownText('Name', 'line'),
  )

const slug = (limit: number) =>
  required('Slug is required').check(
    z.regex(SLUG_PATTERN, SLUG_MESSAGE),
    atMost(limit, `Slug must be ${limit} characters or less`),
  )

export const toolFormSchema = z.object({
  name: name(LONGEST.toolName),
  slug: slug(LONGEST.toolSlug),
  short_description: required('Description is required').check(
    atMost(LONGEST.description, 'Description must be less than 500 characters'),
    shownText('Description', 'lines'),
  ),
  website_url: z.string().check(z.trim(), z.refine(isWebAddress, 'Must be a valid URL')),
  featured: z.boolean(),
  /** In the order chosen: the first is the primary one. */
  category_ids: z.array(z.string()),
})

export const categoryFormSchema = z.object({
  name: name(LONGEST.categoryName),
  slug: slug(LONGEST.categorySlug),
  description: z
    .string()
    .check(
      z.trim(),
      atMost(
        LONGEST.categoryDescription,
        `Description must be ${LONGEST.categoryDescription} characters or less`,
      ),
      shownText('Description', 'lines'),
    ),
})

export type ToolValues = z.infer<typeof toolFormSchema>
export type CategoryValues = z.infer<typeof categoryFormSchema>
