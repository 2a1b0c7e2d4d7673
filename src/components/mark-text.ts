/** Splits a text in which matches are enclosed in the characters 2 and 3: every second part is a match. */
export const splitMarked = (text: string) => text.replaceAll('\u0003', '\u0002').split('\u0002')

/**
 * Splits a text at its matches with a query, like {@link splitMarked}: the whole query, in any case, or else its words,
 * each as a whole word or, from four letters on, as the beginning of one.
 */
export function markText(text: string, query: string): string[] {
  const lowered = text.toLowerCase()
  const wanted = query.trim().toLowerCase()
  // Lower-casing may change the length, which would shift the match.
  const at = lowered.length === text.length && wanted ? lowered.indexOf(wanted) : -1
  if (at >= 0) return [text.slice(0, at), text.slice(at, at + wanted.length), text.slice(at + wanted.length)]
  const words = wanted.split(NO_WORD).filter((word) => word.length > 1)
  const parts = ['']
  for (const [place, piece] of text.split(WORD).entries()) {
    const isMatch = place % 2 === 1 && words.some((word) => begins(piece.toLowerCase(), word))
    if (isMatch) parts.push(piece, '')
    else parts.push(`${parts.pop() ?? ''}${piece}`)
  }
  return parts
}

const WORD = /([\p{L}\p{N}]+)/u
const NO_WORD = /[^\p{L}\p{N}]+/u

const begins = (found: string, word: string) => found === word || (word.length >= 4 && found.startsWith(word))
