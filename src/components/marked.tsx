/** Splits a text in which matches are enclosed in the characters 2 and 3: every second part is a match. */
export const splitMarked = (text: string) => text.replaceAll('\u0003', '\u0002').split('\u0002')

/** A text with its matches marked: every second part. */
export function Marked({ parts }: { parts: string[] }) {
  return parts.map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
    place % 2 === 1 ? <mark key={place}>{part}</mark> : part,
  )
}
