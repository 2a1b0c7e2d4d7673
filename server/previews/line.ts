import bidiFactory from 'bidi-js'
import { Direction, Buffer as GlyphBuffer, shape } from 'harfbuzzjs'
import type { Slice, Voice } from './faces.ts'

/** One line of text as outlines: put in the order it is read in, shaped as its script wants, measured and drawn. */

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

/** A grapheme and what it is drawn with; neither: nothing is. */
export interface Piece {
  text: string
  slice?: Slice | undefined
  emoji?: string | undefined
}

export const bidi = bidiFactory()

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

/** How wide a line is. */
export function measure(line: Piece[], style: TextStyle): number {
  let width = 0
  for (const run of toRuns(line, undefined)) {
    if (run.pieces[0]?.emoji) width += EMOJI_ADVANCE * style.size
    const { glyphs, scale } = shapeRun(run, style)
    for (const { advance } of glyphs) width += advance * scale
  }
  return width
}

/** A line drawn from its left end, on its base line. */
export function drawLine(line: Piece[], style: TextStyle, isRightToLeft: boolean) {
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
