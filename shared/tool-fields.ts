import { no, yes } from '#messages/common.js'
import { factNames, platforms, pricings } from '#messages/facts.js'
import * as messages from '#messages/rules.js'
import { toolFieldNames } from '#messages/tool-fields.js'
import { LONGEST_ADDRESS } from './catalogue-rules.ts'
import { PLATFORMS, PRICINGS } from './facts.ts'
import type { FactOption, FactSetting } from './own-facts.ts'
import { ownValue } from './own-value.ts'

/**
 * The fields of tools and categories as data: form, validation, comparison of versions, import and export follow from these lists;
 * docs/recipes.md says what else a new field needs. Logo and categories are separate: one is a file, the others
 * are rows.
 */

/**
 * A line, lines, Markdown, a slug, a URL; true or false; yes, no or unknown; one or several of `values`; a number. Each
 * use treats a field by its kind.
 */
type FieldKind =
  | 'line'
  | 'lines'
  | 'markdown'
  | 'slug'
  | 'address'
  | 'flag'
  | 'answer'
  | 'choice'
  | 'choices'
  | 'number'

/** `name` is used in messages, `limit` counts code points. */
export interface Field<Column extends string = string> {
  column: Column
  name: string
  limit: number
  tooLong: string
  kind: FieldKind
  values: readonly string[]
  /** It may be unknown or empty: null. */
  optional: boolean
}

/** A stored value. */
export type FieldValue = string | number | boolean | string[] | null

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

const categoryNames = { ...toolFieldNames, description: toolFieldNames.short_description }

export const CATEGORY = {
  name: field(categoryNames, 'name', 'line', { limit: 100 }),
  slug: field(categoryNames, 'slug', 'slug', { limit: 100 }),
  description: field(categoryNames, 'description', 'lines', { limit: 2000, optional: true }),
}
export const CATEGORY_FIELDS: readonly Field[] = Object.values(CATEGORY)

type FactColumn = keyof typeof factNames

/** What may be known of a tool. `column` is the key of an owner's fact. */
export interface Fact extends Field {
  /** An owner's: its value is in tools.own_facts. */
  isOwn: boolean
  /** The labels of values that are stored by a name of their own. */
  labels: Readonly<Record<string, string>>
  unit: string
  filters: boolean
  compares: boolean
  onCard: boolean
  /** A property of schema.org, or empty. */
  term: string
}

const ANSWERS = { true: yes, false: no }

type Ours = Partial<Pick<Fact, 'values' | 'labels' | 'limit' | 'filters' | 'compares'>>

const ours = (column: FactColumn, kind: FieldKind, { limit, values, ...rest }: Ours = {}): Fact => ({
  ...field<string>(factNames, column, kind, {
    ...(limit !== undefined && { limit }),
    ...(values && { values }),
    optional: true,
  }),
  ...{ isOwn: false, labels: {}, unit: '', filters: false, compares: false, onCard: false, term: '' },
  ...rest,
})

/**
 * The facts of a site without a setting, in order. Unknown is null in the database, an empty text in a form, an empty
 * cell in CSV; of several values an empty list.
 */
export const FACTS: readonly Fact[] = [
  ours('pricing', 'choice', { values: PRICINGS, labels: pricings, filters: true, compares: true }),
  ours('open_source', 'answer', { labels: ANSWERS, filters: true, compares: true }),
  ours('license', 'line', { limit: 100, compares: true }),
  ours('repository_url', 'address'),
  ours('platforms', 'choices', { values: PLATFORMS, labels: platforms, filters: true, compares: true }),
  ours('long_description', 'markdown', { limit: 10_000 }),
]

const LONGEST_OWN_TEXT = 200

const labelsOf = (options: readonly FactOption[]) =>
  Object.fromEntries(options.map(({ value, label }) => [value, label]))

/** The facts of a site, by its setting (docs/decisions/130). */
export const factsOf = (setting: readonly FactSetting[] | null): readonly Fact[] =>
  setting?.flatMap((given): Fact[] => {
    const { key, label, kind, options = [], unit = '', schema_org: term = '' } = given
    const known = FACTS.find(({ column }) => column === key)
    if (!known && !kind) return []
    const name = label ?? known?.name ?? key
    const limit = known?.limit ?? (kind === 'line' ? LONGEST_OWN_TEXT : LONGEST_ADDRESS)
    return [
      {
        ...(known ?? {
          ...field({ [key]: name }, key, kind ?? 'line', {
            limit,
            values: options.map(({ value }) => value),
            optional: true,
          }),
          ...{ isOwn: true, unit, term, labels: kind === 'answer' ? ANSWERS : labelsOf(options) },
        }),
        ...{ name, tooLong: messages.tooLong({ name, limit }) },
        filters: given.filters ?? known?.filters ?? false,
        compares: given.compares ?? known?.compares ?? false,
        onCard: given.on_card ?? false,
      },
    ]
  }) ?? FACTS

/** Whether a tool has a column of this name for a fact. */
export const isFact = (column: string) => FACTS.some((fact) => fact.column === column)

/** The facts of a tool, or of any row with such columns, by column and own key. */
export function factValues(row: object): Record<string, FieldValue> {
  const { own_facts: own, ...columns }: { own_facts?: unknown } = row
  const entries = typeof own === 'object' && own !== null ? Object.entries(own) : []
  return Object.fromEntries(
    [...entries, ...Object.entries(columns)].flatMap(([key, value]) =>
      isFieldValue(value) ? [[key, value]] : [],
    ),
  )
}

const isFieldValue = (value: unknown): value is FieldValue =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'))

/** A stored value without choices that the site no longer has. */
export function shownValue(
  { kind, values }: Pick<Fact, 'kind' | 'values'>,
  stored: FieldValue = null,
): FieldValue {
  if (Array.isArray(stored)) return stored.filter((each) => values.includes(each))
  return kind === 'choice' && !values.includes(String(stored)) ? null : stored
}

/** Facts as form values: texts, empty if unknown; an answer is 'true' or 'false'. */
type TypedFacts = Record<string, string | string[]>

/** The facts of a stored tool, or of a new one, as form values. */
export function toTypedFacts(tool: object = {}, facts: readonly Fact[] = FACTS): TypedFacts {
  const stored = factValues(tool)
  return Object.fromEntries(
    facts.map(({ column, kind, values }) => {
      const value = shownValue({ kind, values }, ownValue(stored, column)) ?? (kind === 'choices' ? [] : '')
      return [column, Array.isArray(value) ? value : String(value)]
    }),
  )
}

/** Form values as stored. */
export const toFacts = (typed: TypedFacts, facts: readonly Fact[] = FACTS): Record<string, FieldValue> =>
  Object.fromEntries(
    facts.map(({ column, kind }) => {
      const value = ownValue(typed, column) || null
      if (kind === 'number') return [column, value === null ? null : Number(value)]
      return [column, kind === 'answer' && value !== null ? value === 'true' : value]
    }),
  )
