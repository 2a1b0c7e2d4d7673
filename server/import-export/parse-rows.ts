import { parseTable } from './parse-table.ts'
import { type Line, readLines } from './read-lines.ts'
import type { SourceRow } from './source-row.ts'

/** The formats a catalogue may have: JSON Lines, or a table in CSV. */
export type CatalogueFormat = 'json-lines' | 'csv'

/**
 * Reads the rows of a catalogue one by one. A line that cannot be read becomes
 * a row with a reason; lines with nothing but white space are passed over.
 * Throws UnusableInput when a table lacks its columns.
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
  if (text === null) return { line: number, reason: 'The line is too long' }
  try {
    const value: unknown = JSON.parse(text)
    return { line: number, value }
  } catch {
    return { line: number, reason: 'Not valid JSON' }
  }
}
