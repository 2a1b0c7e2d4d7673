import * as z from 'zod/mini'
import * as messages from '#messages/rules.js'
import { isFactNumber, isWebAddress, lengthOf } from './catalogue-rules.ts'
import { optionalText, requiredText } from './hidden-character-rules.ts'
import { SLUG_PATTERN } from './slug-pattern.ts'
import { CATEGORY, FACTS, type Fact, type Field, TOOL } from './tool-fields.ts'

/** Section 5: the rules of the tool and category forms. The database has the same rules as constraints. */

const slug = (limit: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1, messages.required({ name: TOOL.slug.name })),
    z.regex(SLUG_PATTERN, messages.slugPattern),
    z.refine((text) => lengthOf(text) <= limit, messages.tooLong({ name: TOOL.slug.name, limit })),
  )

/** A fact as it is typed: empty if unknown. */
function typedFact(fact: Field): z.ZodMiniType<string | string[], string | string[]> {
  if (fact.kind === 'choices') return z.array(z.string())
  if (fact.kind === 'line') return optionalText('line', fact)
  if (fact.kind === 'markdown') return optionalText('lines', fact)
  if (fact.kind === 'number')
    return z.string().check(
      z.trim(),
      z.refine((text) => text === '' || isFactNumber(text), messages.invalidNumber),
    )
  if (fact.kind !== 'address') return z.string()
  return z.string().check(
    z.trim(),
    z.refine((value) => value === '' || isWebAddress(value), messages.invalidUrl),
  )
}

/** The form of a site with these facts. */
export const toolFormSchemaOf = (facts: readonly Fact[]) =>
  z.object({
    name: requiredText('line', TOOL.name),
    slug: slug(TOOL.slug.limit),
    short_description: requiredText('lines', TOOL.short_description),
    website_url: z.string().check(z.trim(), z.refine(isWebAddress, messages.invalidUrl)),
    featured: z.boolean(),
    facts: z.object(Object.fromEntries(facts.map((fact) => [fact.column, typedFact(fact)]))),
    /** In the chosen order: the first is the primary one. */
    category_ids: z.array(z.string()),
  })

export const toolFormSchema = toolFormSchemaOf(FACTS)

export const categoryFormSchema = z.object({
  name: requiredText('line', CATEGORY.name),
  slug: slug(CATEGORY.slug.limit),
  description: optionalText('lines', CATEGORY.description),
})

export type ToolValues = z.infer<typeof toolFormSchema>
export type CategoryValues = z.infer<typeof categoryFormSchema>
