import type { Encoding } from './read-encoding.ts'

/** A line of a file and its number, counted from 1; `text` is null when the line is too long. */
export interface Line {
  number: number
  text: string | null
  /** Its line end; the last line of a file may have none. */
  end: '\n' | '\r\n'
}

/** Longest line kept in memory, in characters. */
export const LONGEST_LINE = 1_048_576

/**
 * Splits text that arrives in chunks into lines, in constant memory. A byte order mark is dropped; lines end with LF or
 * CRLF, the last one optionally.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<Line> {
  const decoder = new TextDecoder(encoding)
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
