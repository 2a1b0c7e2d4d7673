import { charactersOf } from '#messages/upvotes.js'

/** The length of a trimmed text in code points, as the database counts them: an emoji counts once. */
export const countCharacters = (text: string): number => [...text.trim()].length

/**
 * A text cut to the limit, for the field while typing: what stands before the caret, typed or pasted last, goes.
 * Surrounding white space does not count.
 */
export function shortenText(text: string, limit: number, caret = text.length): string {
  const surplus = countCharacters(text) - limit
  if (surplus <= 0) return text
  const before = text.slice(0, caret)
  const after = text.slice(caret)
  const start = after.trim() ? before.length - before.trimStart().length : 0
  const counted = after.trim() ? before.slice(start) : before.trimEnd()
  const cut = [...counted].slice(0, -surplus).join('')
  const kept = cut && before.slice(0, start) + cut
  return shortenText(kept + after, limit, kept.length || undefined)
}

/** Of a TextDialog: how much of the limit is used, and no more can be typed. */
export const withLimit = (limit: number) => ({
  counter: (text: string) => {
    const count = countCharacters(text)
    return { label: charactersOf({ count, limit }), left: limit - count }
  },
  shorten: (text: string, caret: number) => shortenText(text, limit, caret),
})
