/** The encodings that a table is read in; JSON is UTF-8 by its standard. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Determines the encoding of a text by reading it once, or undefined if it is none. A byte order mark decides. Without
 * one it is UTF-8 if it is valid as such, which other texts with letters beyond a-z practically never are; UTF-16 if
 * every second byte at its beginning is zero, as in western texts; else Windows-1252, of which Latin-1 is a part, unless
 * it has bytes that no text has.
 */
export async function readEncoding(chunks: AsyncIterable<Uint8Array>): Promise<Encoding | undefined> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let isWestern = true
  let first: Encoding | undefined
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst) first = encodingOfStart(chunk)
    isFirst = false
    // All of it is read: a stream that is left early takes the open file with it.
    isUtf8 &&= decodes(utf8, chunk)
    isWestern &&= !chunk.some((byte) => NO_TEXT.has(byte))
  }
  if (first && first !== 'utf-8') return first
  if (isUtf8 && decodes(utf8)) return 'utf-8'
  return isWestern && !first ? 'windows-1252' : undefined
}

const decodes = (decoder: TextDecoder, chunk?: Uint8Array): boolean => {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/** Control characters other than tab, line ends and form feed, and what Windows-1252 leaves undefined. */
const NO_TEXT = new Set([
  ...Array.from({ length: 32 }, (_, byte) => byte).filter((byte) => ![9, 10, 12, 13].includes(byte)),
  ...[0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d],
])

/** By a byte order mark, or by the zeros of UTF-16. */
function encodingOfStart(bytes: Uint8Array): Encoding | undefined {
  const [one, two, three] = bytes
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8'
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 512)
  const zeros = [0, 0]
  for (const [place, byte] of start.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > start.length / 4 && even === 0) return 'utf-16le'
  return even > start.length / 4 && odd === 0 ? 'utf-16be' : undefined
}
