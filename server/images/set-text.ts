import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Node } from '@takumi-rs/core'
import { canWrite, type Voice } from './fonts.ts'

/** A text prepared for the renderer: in available characters, emoji as images. */
export type SetText = ReturnType<typeof setText>

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const TALL = /[\p{Script=Arabic}\p{Script=Devanagari}]/u
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u

export function setText(value: string, voice: Voice) {
  const plain = value
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
  const parts: (string | Buffer)[] = []
  let hasUnknown = false
  for (const { segment } of graphemes.segment(plain)) {
    if (EMOJI.test(segment)) {
      // An emoji newer than the set is left out, since a box would say less.
      const emoji = readEmoji(segment)
      if (emoji) parts.push(emoji)
      continue
    }
    // A ligature or mathematical letter is replaced by plain ones if no font has it.
    const written = [segment, segment.normalize('NFKC')].find((form) => canWrite(voice, form))
    // A symbol without a glyph is left out; a letter or digit must not be.
    if (written === undefined) hasUnknown ||= /[\p{L}\p{N}]/u.test(segment)
    else if (typeof parts.at(-1) === 'string') parts.push(`${parts.pop()}${written}`)
    else parts.push(written)
  }
  const text = parts.filter((part) => typeof part === 'string').join('')
  return {
    /** The characters to write. */
    text,
    voice,
    /** A letter or digit is missing in every font. */
    hasUnknown,
    /** The text starts at the right. */
    isRightToLeft: RIGHT_TO_LEFT.test(plain),
    /** Its letters stack vertically: lines need more height. */
    isTall: TALL.test(text),
    nodes: parts.map(
      (part): Node =>
        typeof part === 'string'
          ? { type: 'text', text: part, style: { display: 'inline' } }
          : { type: 'image', src: part, style: EMOJI_STYLE },
    ),
  }
}

/** Emoji as images: Twemoji (CC BY 4.0), one file per sequence, named by its code points. */
const FOLDER = path.dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'))
const EMOJI =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{fe0f}|[#*0-9]\u{fe0f}?\u{20e3}|\p{Regional_Indicator}{2}/u
const EMOJI_STYLE = {
  display: 'inline',
  width: '0.9em',
  height: '0.9em',
  margin: '0 0.06em',
  verticalAlign: '-0.1em',
}

function readEmoji(grapheme: string): Buffer | undefined {
  const points = [...grapheme].map((character) => (character.codePointAt(0) ?? 0).toString(16))
  // The set omits the presentation selector, except in joined sequences.
  const names = [points, points.filter((point) => point !== 'fe0f')].map((parts) => parts.join('-'))
  for (const name of names)
    try {
      return readFileSync(path.join(FOLDER, `${name}.svg`))
    } catch {
      // There is no file of this name.
    }
  return undefined
}
