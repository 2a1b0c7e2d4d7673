import { charactersOf } from '#messages/upvotes.js'

/** The length of a trimmed text in code points, as the database counts them: an emoji counts once. */
export const countCharacters = (text: string): number => [...text.trim()].length

/** A text cut to the limit, for the field while typing. Surrounding white space does not count. */
export function shortenText(text: string, limit: number): string {
  if (countCharacters(text) <= limit) return text
  const body = text.trimStart()
  return text.slice(0, text.length - body.length) + [...body].slice(0, limit).join('')
}

/** Of a TextDialog: how much of the limit is used, and no more can be typed. */
export const withLimit = (limit: number) => ({
  counter: (text: string) => {
    const count = countCharacters(text)
    return { label: charactersOf({ count, limit }), left: limit - count }
  },
  shorten: (text: string) => shortenText(text, limit),
})
