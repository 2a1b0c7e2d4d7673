import { CsvError, parse } from 'csv-parse/sync'
import type { TableRecord } from './table-rows.ts'
import type { Line } from './text-lines.ts'

/** Longest record in characters, which bounds how far an unclosed quotation mark reaches. */
const LONGEST_RECORD = 65_536

const DELIMITERS = [',', ';', '\t', '|']

/** Lines within which the delimiter is found: titles may stand above the names of the columns. */
export const HEADER_WITHIN = 10

/**
 * Reads CSV (RFC 4180; separated by commas, semicolons, tabs or bars). `suits` says how well cells do as the names of
 * the columns: the delimiter is the one by which a line at the beginning does best.
 *
 * Records are split here, line by line, and only then parsed by the library: so an unclosed quotation mark costs its
 * own line instead of the rest of the file, and every row knows its line number.
 */
export async function* readCsv(
  source: AsyncIterable<Line>,
  suits: (cells: string[]) => number,
): AsyncGenerator<TableRecord> {
  const lines: LineSource = { source: source[Symbol.asyncIterator](), ahead: [] }
  const start: Line[] = []
  while (start.length < HEADER_WITHIN) {
    const line = await nextLine(lines)
    if (!line) break
    start.push(line)
  }
  const delimiter = findDelimiter(start, suits)
  lines.ahead.push(...start.reverse())
  for (let line = await nextLine(lines); line; line = await nextLine(lines)) {
    const { number, text } = line
    if (text === null) yield { line: number, cells: { code: 'lineTooLong' } }
    // Excel's own hint at the delimiter.
    else if (!text.trim() || (number === 1 && /^sep=.$/.test(text))) continue
    else yield { line: number, cells: await readRecord(delimiter, line, text, lines) }
  }
}

/** The first among the delimiters that give the best names of columns. */
function findDelimiter(start: Line[], suits: (cells: string[]) => number): string {
  const score = (delimiter: string) =>
    Math.max(
      ...start.map(({ text }) => {
        const cells = text === null ? 'malformed' : splitRecord(text, delimiter, true)
        return typeof cells === 'string' ? 0 : suits(cells)
      }),
    )
  const [best = ','] = DELIMITERS.map((delimiter) => ({ delimiter, score: score(delimiter) }))
    .sort((one, other) => other.score - one.score)
    .map(({ delimiter }) => delimiter)
  return best
}

/** Lines, those that were read ahead first: the next is the last of `ahead`. */
interface LineSource {
  source: AsyncIterator<Line>
  ahead: Line[]
}

async function nextLine({ source, ahead }: LineSource): Promise<Line | undefined> {
  const waiting = ahead.pop()
  if (waiting) return waiting
  const result = await source.next()
  return result.done ? undefined : result.value
}

/** The cells of a record, or its problem: a quotation mark that is not closed yet, or misplaced. */
type Cells = string[] | 'open' | 'malformed'

/** Reads further lines while a quotation mark is open. If it is never closed, these lines are pushed back. */
async function readRecord(
  delimiter: string,
  start: Line,
  first: string,
  lines: LineSource,
): Promise<TableRecord['cells']> {
  let cells = splitRecord(first, delimiter, true)
  let text = first
  let marks = countMarks(first)
  let { end } = start
  const ahead: Line[] = []
  while (cells === 'open') {
    const line = await nextLine(lines)
    if (line) ahead.push(line)
    if (line?.text == null || text.length > LONGEST_RECORD) break
    // Line ends inside a cell belong to it.
    text += `${end}${line.text}`
    end = line.end
    const added = countMarks(line.text)
    marks += added
    // An odd mark is open: parsing each time would cost the square of the length.
    if (added > 0 && marks % 2 === 0) cells = splitRecord(text, delimiter, false)
  }
  if (typeof cells !== 'string') return cells
  lines.ahead.push(...ahead.reverse())
  return { code: 'quotation' }
}

const countMarks = (text: string): number => text.split('"').length - 1

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
