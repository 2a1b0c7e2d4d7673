import type { ImportColumn } from '#shared/import-export-rules.ts'
import type { Reason } from '#shared/import-reasons.ts'
import { ownValue } from '#shared/own-value.ts'
import { FACTS, type Fact } from '#shared/tool-fields.ts'
import { UnusableInput } from '../../lib/errors.ts'
import { HEADER_WITHIN } from './csv-records.ts'
import { formatOf, unguardCell } from './export-line.ts'
import type { SourceRow } from './parse-rows.ts'
import { REQUIRED_COLUMNS, suggestFields } from './read-columns.ts'

/** A record of a table, or why it cannot be read. */
export interface TableRecord {
  line: number
  cells: string[] | Reason
}

/** How the columns of a table are read. */
export interface ColumnReading {
  /** Fields chosen by hand, by the name of the column; null for a column that is left out. */
  columns?: Readonly<Record<string, string | null>>
  facts?: readonly Fact[]
  /** Told once, also before a table without the required columns is refused. */
  onColumns?: (columns: ImportColumn[]) => void
}

/** The field of each column: by hand, else by its name. */
function fieldsOfColumns(
  names: readonly string[],
  { columns = {}, facts = FACTS }: ColumnReading,
): (string | null)[] {
  const byHand = names.map((name) => ownValue(columns, name))
  const taken = new Set(byHand)
  return suggestFields(names, facts).map((field, place) => {
    const chosen = byHand[place]
    return chosen === undefined ? (taken.has(field) ? null : field) : chosen
  })
}

/** How well cells suit as the names of columns. */
export const fitOfHeader = (cells: string[], reading: ColumnReading): number => {
  const fields = fieldsOfColumns(cells, reading).filter((field) => field !== null)
  const required = REQUIRED_COLUMNS.filter((column) => fields.includes(column))
  return required.length * 10_000 + fields.length * 100 + Math.min(99, cells.length)
}

interface Header {
  names: string[]
  fields: (string | null)[]
}

/**
 * The rows of a table whose first line, or one of the next after a title, names the columns. Throws UnusableInput when
 * none has the required columns.
 */
export async function* readTable(
  records: AsyncIterable<TableRecord> | Iterable<TableRecord>,
  reading: ColumnReading,
): AsyncGenerator<SourceRow> {
  let header: Header | undefined
  /** The best line so far. */
  let tried: Header | undefined
  let sample: string[] = []
  let above = 0
  let isTold = false
  const tell = (values: string[]) => {
    const { names, fields } = header ?? tried ?? { names: [], fields: [] }
    isTold = true
    reading.onColumns?.(
      names.map((name, place) => ({
        name,
        field: fields[place] ?? null,
        sample: (values[place] ?? '').slice(0, 80),
      })),
    )
  }
  for await (const { line, cells } of records) {
    // Spreadsheets export the empty rows of their grid.
    if (Array.isArray(cells) && cells.every((cell) => cell.trim() === '')) continue
    if (header) {
      if (!isTold) tell(Array.isArray(cells) ? cells : [])
      yield readRow(header, { line, cells }, reading)
    } else if (!Array.isArray(cells)) yield { line, reason: cells }
    else {
      const fields = fieldsOfColumns(cells, reading)
      const found = { names: cells, fields }
      if (REQUIRED_COLUMNS.every((column) => fields.includes(column))) header = found
      else if (!tried || fitOfHeader(cells, reading) > fitOfHeader(tried.names, reading)) {
        tried = found
        sample = []
      } else if (sample.length === 0) sample = cells
      above += 1
      if (!header && above >= HEADER_WITHIN) break
    }
  }
  if (!isTold) tell(sample)
  if (!header)
    throw new UnusableInput(`The header must have at least the columns ${REQUIRED_COLUMNS.join(', ')}`)
}

function readRow({ names, fields }: Header, { line, cells }: TableRecord, reading: ColumnReading): SourceRow {
  if (!Array.isArray(cells)) return { line, reason: cells }
  const byColumn = (texts: string[]) => {
    const value = new Map<string, string | undefined>()
    for (const [place, name] of names.entries()) {
      const field = fields[place] ?? ownName(name, fields, reading)
      // Several columns may be read as one field: the first with a value counts.
      if (field !== null && !value.get(field)) value.set(field, texts[place])
    }
    return Object.fromEntries(value)
  }
  const value = byColumn(cells)
  const isOwn = formatOf(value) !== undefined
  // Programs leave out empty cells at the end of a row, or add some.
  const isWhole = REQUIRED_COLUMNS.every((column) => fields.indexOf(column) < cells.length)
  const surplus = cells.slice(names.length).join('').trim()
  if (cells.length !== names.length && (isOwn || surplus || !isWhole)) {
    const values = { cells: String(cells.length), expected: String(names.length) }
    return { line, reason: { code: 'cells', values }, value }
  }
  return { line, value: isOwn ? byColumn(cells.map(unguardCell)) : value }
}

/** The values of an object of JSON by field: its keys are read as the columns of a table are. */
export function readKeys(value: object, reading: ColumnReading): object {
  if (formatOf(value) !== undefined) return value
  const names = Object.keys(value)
  const fields = fieldsOfColumns(names, reading)
  return Object.fromEntries(
    names.flatMap((name, place) => {
      const field = fields[place] ?? ownName(name, fields, reading)
      return field === null ? [] : [[field, Reflect.get(value, name)]]
    }),
  )
}

/** A column that is no field keeps its name, unless it was left out or another column is that field. */
const ownName = (name: string, fields: (string | null)[], { columns = {} }: ColumnReading) => {
  const field = name.trim().toLowerCase()
  return ownValue(columns, name) === null || fields.includes(field) ? null : field
}
