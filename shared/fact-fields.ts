import * as z from 'zod/mini'
import { factNames } from './messages/en/facts.ts'
import { PLATFORMS, PRICINGS } from './facts.ts'
import { type TextRule, textRule } from './tool-fields.ts'

/** One or several values of a list. `name` is used in messages. */
export interface ChoiceRule {
  name: string
  values: readonly string[]
}

/** What each use of the declaration below makes of a kind of fact. `answer`: yes, no, or unknown. */
interface FactKinds<Choice, Answer, Line, Address, Choices, Markdown> {
  choice: (rule: ChoiceRule) => Choice
  answer: (name: string) => Answer
  line: (rule: TextRule) => Line
  address: (name: string) => Address
  choices: (rule: ChoiceRule) => Choices
  markdown: (rule: TextRule) => Markdown
}

/**
 * The facts of a tool, declared once like its other fields (tool-fields.ts). Each may be unknown: null in the database,
 * an empty text in a form, an empty cell in CSV; an empty list for several values.
 */
export const factFields = <Choice, Answer, Line, Address, Choices, Markdown>(
  kinds: FactKinds<Choice, Answer, Line, Address, Choices, Markdown>,
) => ({
  pricing: kinds.choice({ name: factNames.pricing, values: PRICINGS }),
  open_source: kinds.answer(factNames.open_source),
  license: kinds.line(textRule(factNames.license, 100)),
  repository_url: kinds.address(factNames.repository_url),
  platforms: kinds.choices({ name: factNames.platforms, values: PLATFORMS }),
  long_description: kinds.markdown(textRule(factNames.long_description, 10_000)),
})

const none = (): string | null => null

/** A tool without known facts. */
export const NO_FACTS = factFields({
  choice: none,
  answer: (): boolean | null => null,
  line: none,
  address: none,
  choices: (): string[] => [],
  markdown: none,
})

export type Facts = typeof NO_FACTS
export type FactField = keyof Facts

export const isFactField = (name: string): name is FactField => name in NO_FACTS

/** The names of the facts, in order: columns of the table, the form and exports. */
export const FACT_FIELDS = Object.keys(NO_FACTS).filter(isFactField)

const text = () => z.nullable(z.string())
const list = () => z.array(z.string())
const factsSchema = z.object(
  factFields({
    choice: text,
    answer: () => z.nullable(z.boolean()),
    line: text,
    address: text,
    choices: list,
    markdown: text,
  }),
)

/** The facts of a stored tool. */
export const pickFacts = (row: object): Facts => factsSchema.parse(row)

const typed = () =>
  z.pipe(
    z.nullable(z.union([z.string(), z.boolean()])),
    z.transform((value) => (value === null ? '' : String(value))),
  )
const typedSchema = z.object(
  factFields({ choice: typed, answer: typed, line: typed, address: typed, choices: list, markdown: typed }),
)

/** As form values: texts, empty if unknown, an answer as 'true' or 'false'. */
type TypedFacts = z.infer<typeof typedSchema>

export const toTypedFacts = (row: object): TypedFacts => typedSchema.parse(row)

const stored = () =>
  z.pipe(
    z.string(),
    z.transform((value) => value || null),
  )
const answered = () =>
  z.pipe(
    z.string(),
    z.transform((value) => (value === '' ? null : value === 'true')),
  )
const storedSchema = z.object(
  factFields({
    choice: stored,
    answer: answered,
    line: stored,
    address: stored,
    choices: list,
    markdown: stored,
  }),
)

/** Form values as stored. */
export const toFacts = (values: TypedFacts): Facts => storedSchema.parse(values)
