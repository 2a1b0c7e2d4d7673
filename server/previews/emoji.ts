import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Emoji as pictures: Twemoji (CC BY 4.0), a file a sequence, named by its code points. */

const FOLDER = path.dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'))
const EMOJI =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{fe0f}|[#*0-9]\u{fe0f}?\u{20e3}|\p{Regional_Indicator}{2}/u

/** Whether a grapheme is to be shown as a picture, and not as a character of a font. */
export const isEmoji = (grapheme: string): boolean => EMOJI.test(grapheme)

/** The picture's drawing, on a square of 36; undefined for one the set does not have. */
export function readEmoji(grapheme: string): string | undefined {
  const points = [...grapheme].map((character) => (character.codePointAt(0) ?? 0).toString(16))
  // The set leaves the presentation selector out, except in sequences that join.
  const names = [points, points.filter((point) => point !== 'fe0f')].map((parts) => parts.join('-'))
  for (const name of names)
    try {
      const file = readFileSync(path.join(FOLDER, `${name}.svg`), 'utf8')
      return /<svg[^>]*>(?<inner>[\s\S]*)<\/svg>/.exec(file)?.groups?.inner
    } catch {
      // Not by this name.
    }
  return undefined
}
