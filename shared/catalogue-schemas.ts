import * as z from 'zod/mini'
import * as messages from './messages/en/rules.ts'
import { isWebAddress, LONGEST, lengthOf } from './catalogue-rules.ts'
import { factFields } from './fact-fields.ts'
import { requiredText, shownText, type TextKind } from './hidden-character-rules.ts'
import { SLUG_PATTERN } from './slug-pattern.ts'
import { type TextRule, toolFields } from './tool-fields.ts'

/** Section 5: the rules of the tool and category forms. The database has the same rules as constraints. */

const atMost = (limit: number, message: string) =>
  z.refine<string>((text) => lengthOf(text) <= limit, message)

const text = (kind: TextKind) => (rule: TextRule) => requiredText(kind, rule)

const slug = (limit: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, messages.required(messages.slug)),
      z.regex(SLUG_PATTERN, messages.slugPattern),
      atMost(limit, messages.tooLong(messages.slug, limit)),
    )

const optionalText =
  (kind: TextKind) =>
  ({ name, limit, tooLong }: TextRule) =>
    z.string().check(z.trim(), atMost(limit, tooLong), shownText(name, kind))

export const toolFormSchema = z.object({
  ...toolFields({
    line: text('line'),
    lines: text('lines'),
    slug,
    address: () => z.string().check(z.trim(), z.refine(isWebAddress, messages.invalidUrl)),
    flag: () => z.boolean(),
  }),
  ...factFields({
    choice: () => z.string(),
    answer: () => z.string(),
    line: optionalText('line'),
    address: () =>
      z.string().check(
        z.trim(),
        z.refine((value) => value === '' || isWebAddress(value), messages.invalidUrl),
      ),
    choices: () => z.array(z.string()),
    markdown: optionalText('lines'),
  }),
  /** In the chosen order: the first is the primary one. */
  category_ids: z.array(z.string()),
})

export const categoryFormSchema = z.object({
  name: text('line')({
    name: messages.name,
    limit: LONGEST.categoryName,
    tooLong: messages.tooLong(messages.name, LONGEST.categoryName),
  }),
  slug: slug(LONGEST.categorySlug),
  description: z
    .string()
    .check(
      z.trim(),
      atMost(
        LONGEST.categoryDescription,
        messages.tooLong(messages.description, LONGEST.categoryDescription),
      ),
      shownText(messages.description, 'lines'),
    ),
})

export type ToolValues = z.infer<typeof toolFormSchema>
export type CategoryValues = z.infer<typeof categoryFormSchema>
