/** The parts of a text in which the words that matched stand between the characters 2 and 3: every second one matched. */
export const splitMarked = (text: string) => text.replaceAll('\u0003', '\u0002').split('\u0002')

/** A text with what matched marked: every second part. */
export function Marked({ parts }: { parts: string[] }) {
  return parts.map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
    place % 2 === 1 ? <mark key={place}>{part}</mark> : part,
  )
}
