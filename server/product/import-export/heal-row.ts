import type { Healing, ImportSettings } from '#shared/import-export-rules.ts'
import { ownValue } from '#shared/own-value.ts'
import { type Fact, type Field, TOOL_FIELDS } from '#shared/tool-fields.ts'
import { isRecord } from '../../lib/unknown.ts'
import { decodeEntities } from './clean-text.ts'
import { formatOf } from './export-line.ts'
import {
  cutText,
  mendAddress,
  mendAnswer,
  mendChoice,
  mendLetters,
  mendNumber,
  nameOfAddress,
  splitNames,
} from './heal-values.ts'
import type { SourceRow } from './parse-rows.ts'
import { LONGEST_TEXT, PLAIN, RefusedValue, readValue, textOf } from './read-value.ts'
import { slugOfName } from './slug-of-name.ts'

/** What is done to the values of other catalogues before they are checked. */
type HealSettings = Pick<ImportSettings, 'categories' | 'cut'>

/** What spreadsheets have in empty cells. */
const NOTHING = /^\s*(?:n\/?a|null|nil|undefined|none|tbd|#n\/a|\?+|[-–—]+)\s*$/i

/**
 * Mends the values of a row, and says which. Rows of our own exports are as they are. A value that cannot be mended
 * stays, for the rules to refuse it.
 */
export function healRow(
  facts: readonly Fact[],
  source: SourceRow,
  settings: HealSettings = {},
): { row: SourceRow; healed: Healing[] } {
  if ('reason' in source || !isPlainRow(source.value)) return { row: source, healed: [] }
  const given = source.value
  const value = { ...given }
  const healed: Healing[] = []
  for (const field of [...TOOL_FIELDS, ...facts]) {
    const before = ownValue(given, field.column)
    if (before === undefined) continue
    const after = mend(field, before, settings)
    if (after === before) continue
    value[field.column] = after
    if (typeof before === 'string' && before.trim() !== after)
      healed.push({ column: field.column, before, after: shown(after) })
  }
  if (typeof value.categories === 'string') value.categories = namesIn(value.categories)
  if (value.categories !== undefined) value.categories = renamed(value.categories, settings.categories)
  return { row: { line: source.line, value }, healed }
}

/** What would make a refused row right, by column: texts cut, and a name taken from the address. */
export function proposalsFor(
  facts: readonly Fact[],
  source: SourceRow,
  settings: HealSettings,
): Record<string, string> {
  if ('reason' in source || !isPlainRow(source.value)) return {}
  const { healed, row } = healRow(facts, source, { ...settings, cut: true })
  const proposals = Object.fromEntries(healed.map(({ column, after }) => [column, after]))
  const value = 'value' in row && isPlainRow(row.value) ? row.value : {}
  const name = textOf(value.name).trim() ? undefined : nameOfAddress(textOf(value.website_url))
  return { ...proposals, ...(name && { name }) }
}

/** The values of a row as texts, to be mended by hand; undefined if it has none, or too much. */
export function valuesOf(facts: readonly Fact[], { value }: SourceRow): Record<string, string> | undefined {
  if (!isRecord(value) || formatOf(value) !== undefined) return undefined
  const known = [
    ...TOOL_FIELDS.map(({ column }) => String(column)),
    'categories',
    ...facts.map(({ column }) => column),
  ]
  const values = Object.fromEntries(
    known.flatMap((column) => {
      const text = shown(ownValue(value, column))
      return text ? [[column, text]] : []
    }),
  )
  return JSON.stringify(values).length > LONGEST_VALUES ? undefined : values
}

const LONGEST_VALUES = 20_000

const isPlainRow = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && formatOf(value) === undefined

const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(shown).join('; ')
    : isRecord(value)
      ? textOf(value.name ?? value.slug)
      : String(value ?? '')

/** A value that the rules refuse as they would take it; texts and addresses also where they would not be refused. */
function mend(field: Field | Fact, value: unknown, { cut = false }: HealSettings): unknown {
  if (typeof value !== 'string' || value.length > Math.max(LONGEST_TEXT, 8 * field.limit)) return value
  if (field.column !== 'name' && NOTHING.test(value)) return ''
  switch (field.kind) {
    case 'address':
      return value.trim() && mendAddress(decodeEntities(value))
    case 'line':
    case 'lines':
    case 'markdown':
      return mendText(field.kind, field.limit, value, cut)
    default:
      return isTaken(field, value) ? value : mendWord(field, value)
  }
}

function mendText(kind: 'line' | 'lines' | 'markdown', limit: number, text: string, cut: boolean): string {
  const whole = mendLetters(text)
  if (!cut) return whole
  const cleaned = { line: PLAIN.label, lines: PLAIN.paragraph, markdown: (given: string) => given }[kind](
    whole,
  )
  const kept = cutText(cleaned, limit)
  return kept === cleaned ? whole : kept
}

function mendWord(field: Field | Fact, value: string): unknown {
  if (field.kind === 'flag' || field.kind === 'answer') return mendAnswer(value) ?? value
  if (field.kind === 'number') return mendNumber(value) ?? value
  if (field.kind === 'slug') {
    const last = value.trim().replace(/\/+$/, '').split('/').at(-1) ?? ''
    return slugOfName(decodeEntities(last), field.limit) || value
  }
  if (!('labels' in field)) return value
  if (field.kind === 'choice') return mendChoice(field, value) ?? value
  return splitNames(value).map((word) => mendChoice(field, word) ?? word)
}

function isTaken(field: Field | Fact, value: string): boolean {
  try {
    readValue(field, value, PLAIN)
    return true
  } catch (error) {
    if (error instanceof RefusedValue) return false
    throw error
  }
}

const namesIn = (cell: string) => (NOTHING.test(cell) ? [] : splitNames(mendLetters(decodeEntities(cell))))

/** Names that mean another category, as the person chose. */
const renamed = (categories: unknown, chosen: ImportSettings['categories'] = {}): unknown =>
  Array.isArray(categories)
    ? categories.map((name) => (typeof name === 'string' ? (ownValue(chosen, name) ?? name) : name))
    : categories
