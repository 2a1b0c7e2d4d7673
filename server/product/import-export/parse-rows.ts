import { CsvError, parse } from 'csv-parse/sync'
import type { Reason } from '#shared/import-reasons.ts'
import { UnusableInput } from '../../lib/errors.ts'
import { formatOf, unguardCell } from './export-line.ts'

/** The values of one line before they are checked, or why the line cannot be read. */
export type SourceRow = { line: number; value: unknown } | { line: number; reason: Reason }

/** The formats of a catalogue: JSON Lines or CSV. */
export type CatalogueFormat = 'json-lines' | 'csv'

/**
 * Reads the rows of a catalogue one by one. An unreadable line becomes a row with a reason; blank lines are skipped.
 * Throws UnusableInput when a CSV lacks required columns.
 */
export async function* parseRows(
  chunks: AsyncIterable<Uint8Array>,
  format: CatalogueFormat,
): AsyncGenerator<SourceRow> {
  const lines = readLines(chunks)
  if (format === 'csv') yield* parseTable(lines)
  else for await (const line of lines) if (line.text === null || line.text.trim()) yield parseJsonLine(line)
}

function parseJsonLine({ number, text }: Line): SourceRow {
  if (text === null) return { line: number, reason: { code: 'lineTooLong' } }
  try {
    const value: unknown = JSON.parse(text)
    return { line: number, value }
  } catch {
    return { line: number, reason: { code: 'notJson' } }
  }
}

const REQUIRED_COLUMNS = ['name', 'short_description', 'website_url']

/** Longest record in characters, which bounds how far an unclosed quotation mark reaches. */
const LONGEST_RECORD = 65_536

/**
 * Reads CSV (RFC 4180; separated by commas, semicolons or tabs) whose first line names the columns. A cell may hold
 * several categories, separated by ";" or "|".
 *
 * Records are split here, line by line, and only then parsed by the library: so an unclosed quotation mark costs its
 * own line instead of the rest of the file, and every row knows its line number. Throws UnusableInput when the first
 * line lacks required columns.
 */
async function* parseTable(source: AsyncIterable<Line>): AsyncGenerator<SourceRow> {
  const lines: LineSource = { source: source[Symbol.asyncIterator](), ahead: [] }
  let header: Header | undefined
  for (let line = await nextLine(lines); line; line = await nextLine(lines)) {
    if (line.text === null) yield { line: line.number, reason: { code: 'lineTooLong' } }
    else if (!line.text.trim()) continue
    else if (!header) header = readHeader(line.text)
    else yield readRow(header, line.number, await readRecord(header.delimiter, line, line.text, lines))
  }
}

/** Lines, those that were read ahead first. */
interface LineSource {
  source: AsyncIterator<Line>
  ahead: Line[]
}

async function nextLine({ source, ahead }: LineSource): Promise<Line | undefined> {
  const waiting = ahead.shift()
  if (waiting) return waiting
  const result = await source.next()
  return result.done ? undefined : result.value
}

interface Header {
  delimiter: string
  columns: string[]
}

/** The cells of a record, or its problem: a quotation mark that is not closed yet, or misplaced. */
type Cells = string[] | 'open' | 'malformed'

function readHeader(text: string): Header {
  for (const delimiter of [',', ';', '\t']) {
    const cells = splitRecord(text, delimiter, true)
    if (typeof cells === 'string') continue
    const columns = cells.map((cell) => cell.trim().toLowerCase())
    if (REQUIRED_COLUMNS.every((column) => columns.includes(column))) return { delimiter, columns }
  }
  throw new UnusableInput(`The header must have at least the columns ${REQUIRED_COLUMNS.join(', ')}`)
}

/** Reads further lines while a quotation mark is open. If it is never closed, these lines are pushed back. */
async function readRecord(delimiter: string, start: Line, first: string, lines: LineSource): Promise<Cells> {
  let cells = splitRecord(first, delimiter, true)
  let text = first
  let { end } = start
  const ahead: Line[] = []
  while (cells === 'open') {
    const line = await nextLine(lines)
    if (line) ahead.push(line)
    if (line?.text == null || text.length > LONGEST_RECORD) break
    // Line ends inside a cell belong to it.
    text += `${end}${line.text}`
    end = line.end
    if (line.text.includes('"')) cells = splitRecord(text, delimiter, false)
  }
  if (typeof cells === 'string') lines.ahead.unshift(...ahead)
  return cells
}

function readRow(header: Header, line: number, cells: Cells): SourceRow {
  if (typeof cells === 'string') return { line, reason: { code: 'quotation' } }
  const expected = header.columns.length
  if (cells.length !== expected)
    return {
      line,
      reason: { code: 'cells', values: { cells: String(cells.length), expected: String(expected) } },
    }
  const byColumn = (texts: string[]) =>
    Object.fromEntries(header.columns.map((column, index) => [column, texts[index]]))
  const value = byColumn(cells)
  return { line, value: formatOf(value) === undefined ? value : byColumn(cells.map(unguardCell)) }
}

/** `lenient` allows a quotation mark inside an unquoted cell, as in: 5" screen. */
function splitRecord(text: string, delimiter: string, lenient: boolean): Cells {
  try {
    const [cells] = parse(text, {
      delimiter,
      record_delimiter: ['\n'],
      relax_quotes: lenient,
      relax_column_count: true,
    })
    return cells ?? []
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : 'malformed'
  }
}

/** A line of a file and its number, counted from 1; `text` is null when the line is too long. */
interface Line {
  number: number
  text: string | null
  /** Its line end; the last line of a file may have none. */
  end: '\n' | '\r\n'
}

/** Longest line kept in memory, in characters. */
export const LONGEST_LINE = 1_048_576

/**
 * Splits UTF-8 text that arrives in chunks into lines, in constant memory. A byte order mark is dropped; lines end with
 * LF or CRLF, the last one optionally.
 */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let number = 1
  let rest = ''
  let tooLong = false
  const take = (text: string): Line => {
    const end = text.endsWith('\r') ? '\r\n' : '\n'
    const line: Line = {
      number,
      text: tooLong || text.length > LONGEST_LINE ? null : text.replace(/\r$/, ''),
      end,
    }
    number += 1
    tooLong = false
    return line
  }
  for await (const chunk of chunks) {
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = pieces.pop() ?? ''
    for (const piece of pieces) yield take(piece)
    if (rest.length > LONGEST_LINE) {
      rest = ''
      tooLong = true
    }
  }
  rest += decoder.decode()
  if (rest || tooLong) yield take(rest)
}
