import type { Reason } from '#shared/import-reasons.ts'
import { isRecord } from '../../lib/unknown.ts'
import { readCsv } from './csv-records.ts'
import type { Encoding } from './read-encoding.ts'
import { type ColumnReading, fitOfHeader, readKeys, readTable } from './table-rows.ts'
import { type Line, readLines } from './text-lines.ts'

/** The values of one line before they are checked, or why the line cannot be read with what is known of it. */
export type SourceRow = { line: number; value: unknown } | { line: number; reason: Reason; value?: unknown }

/** The formats of a catalogue that are text: JSON Lines or CSV. */
export type CatalogueFormat = 'json-lines' | 'csv'

export interface Reading extends ColumnReading {
  encoding?: Encoding
}

/**
 * Reads the rows of a catalogue one by one. An unreadable line becomes a row with a reason; blank lines are skipped.
 * Throws UnusableInput when a table lacks required columns.
 */
export async function* parseRows(
  chunks: AsyncIterable<Uint8Array>,
  format: CatalogueFormat,
  reading: Reading = {},
): AsyncGenerator<SourceRow> {
  const lines = readLines(chunks, reading.encoding)
  if (format === 'csv')
    yield* readTable(
      readCsv(lines, (cells) => fitOfHeader(cells, reading)),
      reading,
    )
  else
    for await (const line of lines)
      if (line.text === null || line.text.trim()) yield parseJsonLine(line, reading)
}

function parseJsonLine({ number, text }: Line, reading: ColumnReading): SourceRow {
  if (text === null) return { line: number, reason: { code: 'lineTooLong' } }
  try {
    const value: unknown = JSON.parse(text)
    return { line: number, value: isRecord(value) ? readKeys(value, reading) : value }
  } catch {
    return { line: number, reason: { code: 'notJson' } }
  }
}
