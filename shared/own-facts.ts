import * as z from 'zod/mini'
import { required } from '#messages/rules.js'
import * as messages from '#messages/site-rules.js'
import { requiredText } from './hidden-character-rules.ts'

/**
 * The setting `facts` (docs/decisions/130): what is known of a tool, in order. The rule is that of private.is_fact in the
 * database, compared by a contract test.
 */

/** What a fact that an owner adds can be. */
export const OWN_KINDS = ['choice', 'choices', 'answer', 'number', 'address', 'line'] as const
type OwnKind = (typeof OWN_KINDS)[number]

export const FACT_LIMITS = { facts: 40, options: 50, label: 60, unit: 20, text: 200 }

/** The kinds of our six. */
export const BUILT_IN = new Map<string, OwnKind | 'markdown'>([
  ['pricing', 'choice'],
  ['open_source', 'answer'],
  ['license', 'line'],
  ['repository_url', 'address'],
  ['platforms', 'choices'],
  ['long_description', 'markdown'],
])

export const RESERVED_KEYS: readonly string[] = [
  ...['id', 'name', 'slug', 'logo', 'short_description', 'website_url', 'featured', 'category_id'],
  ...['upvote_count', 'created_at', 'updated_at', 'own_facts', 'format', 'kind', 'categories'],
  ...['description', 'facts', 'all', 'unknown', 'constructor'],
]

type AnyKind = OwnKind | 'markdown' | undefined
export const hasOptions = (kind: AnyKind) => kind === 'choice' || kind === 'choices'
export const canFilter = (kind: AnyKind) => hasOptions(kind) || kind === 'answer'
export const canCompare = ({ key }: Pick<FactSetting, 'key'>) =>
  !['repository_url', 'long_description'].includes(key)
export const canStandOnCard = (kind: AnyKind) => kind !== 'address' && kind !== 'markdown'

const label = (name: string, limit: number) => requiredText('line', { name, limit })

const areDistinct = (words: readonly string[]) => new Set(words).size === words.length

const option = z.strictObject({
  value: z.string().check(
    z.regex(/^[a-z0-9-]{1,60}$/, messages.factValue),
    z.refine((value) => value !== 'unknown', messages.factValue),
  ),
  label: label(messages.called.factOption, FACT_LIMITS.label),
})

/** One of our six by its key, perhaps with another label; or an owner's, which has a label and a kind. */
const fact = z.strictObject({
  key: z.string().check(
    z.regex(/^[a-z][a-z0-9_]{0,39}$/, messages.factKey),
    z.refine((key) => !RESERVED_KEYS.includes(key), messages.factKeyTaken),
  ),
  label: z.optional(label(messages.called.factLabel, FACT_LIMITS.label)),
  kind: z.optional(z.enum(OWN_KINDS)),
  options: z.optional(
    z.array(option).check(
      z.minLength(1, messages.factOptionsNeeded),
      z.maxLength(FACT_LIMITS.options, messages.factOptionsMost({ limit: FACT_LIMITS.options })),
      z.refine((options) => areDistinct(options.map(({ value }) => value)), messages.factOptionTwice),
    ),
  ),
  unit: z.optional(label(messages.called.factUnit, FACT_LIMITS.unit)),
  /** Lists can be filtered by it. */
  filters: z.optional(z.boolean()),
  /** It is a row of the comparison. */
  compares: z.optional(z.boolean()),
  on_card: z.optional(z.boolean()),
  /** A property of schema.org. */
  schema_org: z.optional(z.string().check(z.regex(/^[a-z][A-Za-z0-9]{1,49}$/, messages.factTerm))),
})

export type FactOption = z.infer<typeof option>
export type FactSetting = z.infer<typeof fact>

const consistent = z.superRefine<FactSetting>((given, context) => {
  const refuse = (part: keyof FactSetting, message: string) =>
    context.addIssue({ code: 'custom', path: [part], message, input: given[part] })
  const isOurs = BUILT_IN.has(given.key)
  const kind = BUILT_IN.get(given.key) ?? given.kind
  if (isOurs) {
    for (const part of ['kind', 'options', 'unit', 'schema_org'] as const)
      if (given[part] !== undefined) refuse(part, messages.factNotFor)
  } else {
    if (given.label === undefined) refuse('label', required({ name: messages.called.factLabel }))
    if (given.kind === undefined) refuse('kind', messages.factKind)
    if (hasOptions(kind) !== (given.options !== undefined))
      refuse('options', hasOptions(kind) ? messages.factOptionsNeeded : messages.factNotFor)
    if (given.unit !== undefined && kind !== 'number') refuse('unit', messages.factNotFor)
  }
  if (given.filters !== undefined && !canFilter(kind)) refuse('filters', messages.factNotFor)
  if (given.compares !== undefined && !canCompare(given)) refuse('compares', messages.factNotFor)
  if (given.on_card !== undefined && !canStandOnCard(kind)) refuse('on_card', messages.factNotFor)
})

export const factsSchema = z.nullable(
  z.array(fact.check(consistent)).check(
    z.maxLength(FACT_LIMITS.facts, messages.factsMost({ limit: FACT_LIMITS.facts })),
    z.refine((facts) => areDistinct(facts.map(({ key }) => key)), messages.factTwice),
  ),
)
