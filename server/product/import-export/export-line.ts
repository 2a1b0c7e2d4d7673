import { ownValue } from '#shared/own-value.ts'
import { type Fact, factValues, shownValue, TOOL_FIELDS } from '#shared/tool-fields.ts'
import type { CatalogueFormat } from './parse-rows.ts'

/**
 * The lines of our own exports. Each has a mark (docs/decisions/190): its texts are plain and taken literally, while
 * those of any other catalogue have entities decoded and markdown stripped.
 */

/** The value of the column `format` in every exported row; the number is the version of the format. */
export const EXPORT_FORMAT = 'plaudit/1'

const columnsOf = (isFlag: boolean) =>
  TOOL_FIELDS.flatMap(({ column, kind }) => ((kind === 'flag') === isFlag ? [column] : []))

/** The columns of an exported table, in order. Rows of the kind `category` leave those of a tool empty. */
const exportColumns = (facts: readonly Fact[]) => [
  ...['format', 'kind', ...columnsOf(false), 'categories', ...columnsOf(true), 'logo', 'description'],
  ...facts.map(({ column }) => column),
]

/** The format version of a row, supported or not; undefined for rows of any other origin. */
export function formatOf(value: object): string | undefined {
  const format = 'format' in value && typeof value.format === 'string' ? value.format.trim() : ''
  return format.startsWith('plaudit/') ? format : undefined
}

/** The head of the file: nothing, or a byte order mark, by which Excel recognises UTF-8, and the column names. */
export const openingOf = (format: CatalogueFormat, facts: readonly Fact[]): string =>
  format === 'csv' ? `\ufeff${exportColumns(facts).join()}\r\n` : ''

/** A stored tool or category as a line with its line end; a table names categories by their slugs. */
export function exportLine(
  format: CatalogueFormat,
  kind: 'tool' | 'category',
  row: object,
  facts: readonly Fact[],
): string {
  const marked: Record<string, unknown> = {
    format: EXPORT_FORMAT,
    kind,
    ...row,
    ...(kind === 'tool' && ownValues(row, facts)),
  }
  const all = exportColumns(facts)
  if (format === 'csv')
    return `${all.map((column) => quote(guardCell(cellOf(ownValue(marked, column))))).join()}\r\n`
  const columns = all.filter((column) => Object.hasOwn(marked, column))
  return `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, marked[column]])))}\n`
}

/** The owner's facts of a tool, each known or null. */
function ownValues(row: object, facts: readonly Fact[]): object {
  const stored = factValues(row)
  return Object.fromEntries(
    facts.flatMap((fact) =>
      fact.isOwn ? [[fact.column, shownValue(fact, ownValue(stored, fact.column))]] : [],
    ),
  )
}

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellOf).join(';')
  if (typeof value === 'object' && value !== null && 'slug' in value) return String(value.slug)
  return String(value ?? '')
}

/** By RFC 4180; quoted only where needed. */
const quote = (cell: string) => (/^[\w./:-]*$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`)

// What a spreadsheet takes for the beginning of a formula, also as full-width characters; and the guard itself.
const NEEDS_GUARD = /^['=+\-@\t\r\n＝＋－＠]/

/** Keeps a spreadsheet from running a text as a formula; undone by {@link unguardCell}. */
const guardCell = (text: string) => (NEEDS_GUARD.test(text) ? `'${text}` : text)

export const unguardCell = (cell: string): string => (cell.startsWith("'") ? cell.slice(1) : cell)
