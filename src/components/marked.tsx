/** A text with its matches marked: every second part. */
export function Marked({ parts }: { parts: string[] }) {
  return parts.map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
    place % 2 === 1 ? <mark key={place}>{part}</mark> : part,
  )
}
