import bidiFactory from 'bidi-js'
import { Direction, Buffer as GlyphBuffer, shape } from 'harfbuzzjs'
import { isEmoji, readEmoji } from './emoji.ts'
import { createFaceFinder, type Slice, type Voice } from './faces.ts'

/**
 * Text as outlines: broken into lines, put in the order it is read in, shaped as its script wants. What comes out is
 * drawing and no text any more, so it looks the same wherever it is rendered.
 */

export interface TextStyle {
  voice: Voice
  size: number
  color: string
  /** Lines beyond these are cut off with an ellipsis. */
  maxLines: number
  lineHeight: number
  /** In parts of the size, for Latin letters. */
  tracking?: number
}

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

/** A grapheme and what it is drawn with; neither: nothing is. */
interface Piece {
  text: string
  slice?: Slice | undefined
  emoji?: string | undefined
}

const bidi = bidiFactory()
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

/** Neighbours drawn with the same font, read in one direction. */
interface Run {
  pieces: Piece[]
  level: number
}

function toRuns(line: Piece[], baseIsRtl: boolean | undefined): Run[] {
  const text = line.map((piece) => piece.text).join('')
  const base = baseIsRtl === undefined ? 'auto' : baseIsRtl ? 'rtl' : 'ltr'
  const { levels } = bidi.getEmbeddingLevels(text, base)
  const runs: Run[] = []
  let at = 0
  for (const piece of line) {
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    const [sibling] = last?.pieces ?? []
    if (last && last.level === level && sibling?.slice === piece.slice && !piece.emoji && !sibling?.emoji)
      last.pieces.push(piece)
    else runs.push({ pieces: [piece], level })
    at += piece.text.length
  }
  return runs
}

/** Runs as they stand from left to right (rule L2 of the bidirectional algorithm). */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    let start = 0
    while (start < ordered.length) {
      if ((ordered[start]?.level ?? 0) < level) {
        start++
        continue
      }
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  }
  return ordered
}

interface Glyph {
  id: number
  x: number
  y: number
  advance: number
}

function shapeRun({ pieces, level }: Run, style: TextStyle): { glyphs: Glyph[]; scale: number } {
  const [{ slice } = {}] = pieces
  if (!slice) return { glyphs: [], scale: 1 }
  const buffer = new GlyphBuffer()
  buffer.addText(pieces.map((piece) => piece.text).join(''))
  buffer.guessSegmentProperties()
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
  shape(slice.font, buffer)
  const positions = buffer.getGlyphPositions()
  const scale = style.size / slice.upem
  const tracking = slice.isLatin ? (style.tracking ?? 0) * slice.upem : 0
  const glyphs = buffer.getGlyphInfos().map(({ codepoint }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    return {
      id: codepoint,
      x: xOffset,
      y: yOffset,
      advance: xAdvance + (xAdvance > 0 ? tracking : 0),
    }
  })
  return { glyphs, scale }
}

/** A picture's width and height, and the room around it, in parts of the size. */
const EMOJI_SIZE = 0.9
const EMOJI_ADVANCE = 1.02

function measure(line: Piece[], style: TextStyle): number {
  let width = 0
  for (const run of toRuns(line, undefined)) {
    if (run.pieces[0]?.emoji) width += EMOJI_ADVANCE * style.size
    const { glyphs, scale } = shapeRun(run, style)
    for (const { advance } of glyphs) width += advance * scale
  }
  return width
}

function drawLine(line: Piece[], style: TextStyle, isRightToLeft: boolean) {
  let x = 0
  let paths = ''
  for (const run of inVisualOrder(toRuns(line, isRightToLeft))) {
    const emoji = run.pieces[0]?.emoji
    if (emoji) {
      const scale = (EMOJI_SIZE * style.size) / 36
      const left = x + ((EMOJI_ADVANCE - EMOJI_SIZE) / 2) * style.size
      paths += `<g transform="translate(${round(left)} ${round(-0.78 * style.size)}) scale(${round(scale)})">${emoji}</g>`
      x += EMOJI_ADVANCE * style.size
      continue
    }
    const { glyphs, scale } = shapeRun(run, style)
    for (const glyph of glyphs) {
      const path = run.pieces[0]?.slice?.font.glyphToPath(glyph.id)
      if (path)
        paths += `<path fill="${style.color}" transform="translate(${round(x + glyph.x * scale)} ${round(-glyph.y * scale)}) scale(${round(scale)} ${round(-scale)})" d="${path}"/>`
      x += glyph.advance * scale
    }
  }
  return { width: x, paths }
}

const round = (value: number) => Math.round(value * 10_000) / 10_000
