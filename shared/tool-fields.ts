import { factNames } from '#messages/facts.js'
import * as messages from '#messages/rules.js'
import { toolFieldNames } from '#messages/tool-fields.js'
import { LONGEST_ADDRESS } from './catalogue-rules.ts'
import { PLATFORMS, PRICINGS } from './facts.ts'

/**
 * The fields of tools and categories as data: form, validation, comparison of versions, import and export follow from these lists;
 * docs/architecture.md says what else a new field needs. Logo and categories are separate: one is a file, the others
 * are rows.
 */

/** A text. `name` is used in messages, `limit` counts code points. */
export interface TextRule {
  name: string
  limit: number
  tooLong: string
}

/**
 * A line, lines, Markdown, a slug, a URL; true or false; yes, no or unknown; one or several of `values`. Each use treats
 * a field by its kind.
 */
type FieldKind = 'line' | 'lines' | 'markdown' | 'slug' | 'address' | 'flag' | 'answer' | 'choice' | 'choices'

export interface Field<Column extends string = string> extends TextRule {
  column: Column
  kind: FieldKind
  values: readonly string[]
  /** It may be unknown or empty: null. */
  optional: boolean
}

/** A stored value. */
export type FieldValue = string | boolean | string[] | null

const field = <Column extends string>(
  names: Record<Column, string>,
  column: Column,
  kind: FieldKind,
  { limit = LONGEST_ADDRESS, values = [], tooLong, optional = false }: Partial<Field> = {},
): Field<Column> => ({
  column,
  name: names[column],
  kind,
  limit,
  tooLong: tooLong ?? messages.tooLong({ name: names[column], limit }),
  values,
  optional,
})

/** The fields that every tool has. */
export const TOOL = {
  name: field(toolFieldNames, 'name', 'line', { limit: 200 }),
  slug: field(toolFieldNames, 'slug', 'slug', { limit: 200 }),
  short_description: field(toolFieldNames, 'short_description', 'lines', {
    limit: 500,
    tooLong: messages.toolDescriptionTooLong,
  }),
  website_url: field(toolFieldNames, 'website_url', 'address'),
  featured: field(toolFieldNames, 'featured', 'flag'),
}

export type ToolField = keyof typeof TOOL

/** In order, as in the form and in exports. */
export const TOOL_FIELDS: readonly Field<ToolField>[] = Object.values(TOOL)

export const CATEGORY = {
  name: field(messages, 'name', 'line', { limit: 100 }),
  slug: field(messages, 'slug', 'slug', { limit: 100 }),
  description: field(messages, 'description', 'lines', { limit: 2000, optional: true }),
}
export const CATEGORY_FIELDS: readonly Field[] = Object.values(CATEGORY)

export type FactColumn = keyof typeof factNames

const fact = (column: FactColumn, kind: FieldKind, rule?: Partial<Field>) =>
  field(factNames, column, kind, { ...rule, optional: true })

/**
 * What may be known of a tool, in order. Unknown is null in the database, an empty text in a form, an empty cell in CSV;
 * of several values an empty list.
 */
export const FACTS: readonly Field<FactColumn>[] = [
  fact('pricing', 'choice', { values: PRICINGS }),
  fact('open_source', 'answer'),
  fact('license', 'line', { limit: 100 }),
  fact('repository_url', 'address'),
  fact('platforms', 'choices', { values: PLATFORMS }),
  fact('long_description', 'markdown', { limit: 10_000 }),
]

export const isFact = (column: string) => FACTS.some((fact) => fact.column === column)

/** Facts as form values: texts, empty if unknown; an answer is 'true' or 'false'. */
export type TypedFacts = Record<string, string | string[]>

/** The facts of a stored tool, or of a new one, as form values. */
export const toTypedFacts = (tool?: Record<FactColumn, FieldValue>): TypedFacts =>
  Object.fromEntries(
    FACTS.map(({ column, kind }) => {
      const value = tool?.[column] ?? (kind === 'choices' ? [] : '')
      return [column, Array.isArray(value) ? value : String(value)]
    }),
  )

/** Form values as stored. */
export const toFacts = (typed: TypedFacts): Record<string, FieldValue> =>
  Object.fromEntries(
    FACTS.map(({ column, kind }) => {
      const value = typed[column] || null
      return [column, kind === 'answer' && value !== null ? value === 'true' : value]
    }),
  )
