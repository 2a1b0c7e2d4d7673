import { isEmoji, readEmoji } from './emoji.ts'
import { createFaceFinder, type Slice } from './faces.ts'
import { bidi, drawLine, measure, type Piece, type TextStyle } from './line.ts'

/**
 * Text as outlines: broken into lines, put in the order it is read in, shaped as its script wants. What comes out is
 * drawing and no text any more, so it looks the same wherever it is rendered.
 */

export interface TextBlock {
  lines: { width: number; paths: string }[]
  /** Something had to be cut off. */
  isCut: boolean
  /** The text begins at the right. */
  isRightToLeft: boolean
  /** Characters no font here has. */
  hasUnknown: boolean
  height: number
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const ELLIPSIS = '…'

export function setText(text: string, maxWidth: number, style: TextStyle): TextBlock {
  const plain = text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
  const find = createFaceFinder(style.voice, plain)
  let hasUnknown = false
  const pieces: Piece[] = []
  for (const { segment } of graphemes.segment(plain)) {
    if (isEmoji(segment)) {
      // One that is newer than the set is left out: a box would say less.
      const emoji = readEmoji(segment)
      if (emoji) pieces.push({ text: segment, emoji })
      continue
    }
    // A ligature or a letter of mathematics is spelled with plain ones where no font has it.
    let written = segment
    let slice = find(segment)
    if (!slice) {
      written = segment.normalize('NFKC')
      slice = find(written)
    }
    // A sign that cannot be drawn is left out; a letter or a digit would be missed.
    if (!slice && !/[\p{L}\p{N}]/u.test(segment)) continue
    if (segment === ' ' && (pieces.at(-1)?.text ?? ' ') === ' ') continue
    if (!slice) hasUnknown = true
    pieces.push({ text: written, slice })
  }
  const broken = breakLines(pieces, maxWidth, style)
  const shown = broken.slice(0, style.maxLines)
  const isCut = broken.length > shown.length
  const last = shown.at(-1)
  if (isCut && last) shown[shown.length - 1] = cutLine(last, maxWidth, style, find(ELLIPSIS))
  const { levels, paragraphs } = bidi.getEmbeddingLevels(plain)
  const isRightToLeft = levels.length > 0 && (paragraphs[0]?.level ?? 0) % 2 === 1
  return {
    lines: shown.map((line) => drawLine(line, style, isRightToLeft)),
    isCut,
    isRightToLeft,
    hasUnknown,
    height: shown.length * style.size * style.lineHeight,
  }
}

/** Between these a line may break without a space; closing signs stay with what they close. */
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const CLOSING = /^[\p{Pe}\p{Pf}、。，．：；！？ー…々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u

function mayBreak(before: Piece, after: Piece): boolean {
  if (CLOSING.test(after.text) || after.text === ' ') return false
  return (
    before.text === ' ' || before.text === '-' || IDEOGRAPH.test(before.text) || IDEOGRAPH.test(after.text)
  )
}

function breakLines(pieces: Piece[], maxWidth: number, style: TextStyle): Piece[][] {
  const words: Piece[][] = []
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1]
    if (!before || mayBreak(before, piece)) words.push([])
    words.at(-1)?.push(piece)
  }
  const lines: Piece[][] = []
  let line: Piece[] = []
  let filled = 0
  for (let word of words) {
    let width = measure(trimEnd(word), style)
    if (line.length > 0 && filled + width > maxWidth) {
      lines.push(trimEnd(line))
      line = []
      filled = 0
    }
    // A word longer than a line breaks anywhere.
    while (width > maxWidth) {
      const fits = countFitting(word, maxWidth, style)
      lines.push(word.slice(0, fits))
      word = word.slice(fits)
      width = measure(trimEnd(word), style)
    }
    line.push(...word)
    filled += measure(word, style)
    // Nobody sees more lines than these: the rest of a long text is not worth measuring.
    if (lines.length > style.maxLines) return lines
  }
  if (line.length > 0) lines.push(trimEnd(line))
  return lines
}

/** How many pieces of a word that is wider than a line fill one: at least one. */
function countFitting(word: Piece[], maxWidth: number, style: TextStyle): number {
  let [fits, wide] = [1, word.length]
  while (wide - fits > 1) {
    const middle = (fits + wide) >> 1
    if (measure(word.slice(0, middle), style) > maxWidth) wide = middle
    else fits = middle
  }
  return fits
}

const trimEnd = (line: Piece[]) => (line.at(-1)?.text === ' ' ? line.slice(0, -1) : line)

function cutLine(line: Piece[], maxWidth: number, style: TextStyle, slice: Slice | undefined): Piece[] {
  const end: Piece = { text: ELLIPSIS, slice }
  let kept = line
  while (kept.length > 1 && measure([...kept, end], style) > maxWidth) kept = trimEnd(kept.slice(0, -1))
  return [...kept, end]
}
