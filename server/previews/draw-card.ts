import sharp from 'sharp'
import { CARD_HEIGHT, CARD_WIDTH, type Card } from './card.ts'
import { setText, type TextBlock } from './layout.ts'
import type { TextStyle } from './line.ts'

/** Draws a preview. For the process of pictures: fonts and renderer are large (server/logos/image-child.ts). */

sharp.concurrency(1)
sharp.cache(false)

// The tokens of src/styles/app.css, light.
const PAPER = '#fbfaf7'
const INK = '#1d1713'
const INK_SOFT = '#59514b'
const INK_FAINT = '#6f6761'
const LINE = '#e2dfda'
const ACCENT = '#c83314'

const EDGE = 88
const WIDTH = CARD_WIDTH - 2 * EDGE
const TOP = 150
const BOTTOM = 500

const NAME: Omit<TextStyle, 'size' | 'maxLines'> = {
  voice: 'serif',
  color: INK,
  lineHeight: 1.1,
  tracking: -0.025,
}
/** A short name is set large; a long one smaller, so that as much of it as possible is there. */
const NAME_SIZES = [
  { size: 108, maxLines: 1 },
  { size: 86, maxLines: 2 },
  { size: 64, maxLines: 3 },
]
const TEXT: TextStyle = { voice: 'sans', size: 31, color: INK_SOFT, lineHeight: 1.45, maxLines: 3 }
const SMALL: TextStyle = { voice: 'sans', size: 25, color: INK_FAINT, lineHeight: 1.2, maxLines: 1 }
const BRAND: TextStyle = { ...SMALL, voice: 'serif', size: 38, color: INK, tracking: -0.02 }

export async function drawCard(card: Card): Promise<Buffer> {
  const svg = composeCard(card)
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 128, effort: 1, dither: 0 }).toBuffer()
}

/** The card as a drawing. */
export function composeCard(card: Card): string {
  const name = setName(card.title)
  const title = name.hasUnknown ? setName(card.fallbackTitle) : name
  const room = BOTTOM - TOP - title.height - 26
  const described = setText(card.text, WIDTH * 0.92, {
    ...TEXT,
    maxLines: Math.max(1, Math.min(TEXT.maxLines, Math.floor(room / (TEXT.size * TEXT.lineHeight)))),
  })
  // Half a description would be a riddle.
  const text = described.hasUnknown ? undefined : described
  const height = title.height + (text && text.lines.length > 0 ? 26 + text.height : 0)
  const top = TOP + Math.max(0, (BOTTOM - TOP - height) / 2)
  const label = setText(card.label, WIDTH * 0.6, SMALL)
  const brand = setText(card.product, WIDTH * 0.5, BRAND)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">
<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${PAPER}"/>
<circle cx="${EDGE + 11}" cy="84" r="11" fill="${ACCENT}"/>
${place(brand, EDGE + 36, 96, 'left')}
${label.hasUnknown ? '' : place(label, CARD_WIDTH - EDGE, 93, 'right')}
${placeBlock(title, title.style, top)}
${text ? placeBlock(text, TEXT, top + title.height + 26) : ''}
<rect x="${EDGE}" y="530" width="${WIDTH}" height="1.5" fill="${LINE}"/>
${card.count ? drawCount(card.count) : ''}
${place(setText(card.host, WIDTH * 0.6, SMALL), CARD_WIDTH - EDGE, 581, 'right')}
</svg>`
}

function setName(text: string): TextBlock & { style: TextStyle } {
  let block: (TextBlock & { style: TextStyle }) | undefined
  for (const choice of NAME_SIZES) {
    const style = { ...NAME, ...choice }
    block = { ...setText(text, WIDTH, style), style }
    if (!block.isCut) break
  }
  if (!block) throw new Error('there is no size to set a name in')
  return block
}

function drawCount({ number, what }: NonNullable<Card['count']>): string {
  const words = `${new Intl.NumberFormat('en').format(number)} ${what}${number === 1 ? '' : 's'}`
  const style: TextStyle = { ...SMALL, color: INK_SOFT }
  const arrow =
    what === 'recommendation'
      ? `<path d="M${EDGE + 10} 583v-21M${EDGE + 1} 571l9-9.5 9 9.5" fill="none" stroke="${ACCENT}" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>`
      : ''
  return arrow + place(setText(words, WIDTH * 0.4, style), EDGE + (arrow ? 34 : 0), 581, 'left')
}

/** Where a line's letters stand, below its top, in parts of the size. */
const baseline = ({ size, lineHeight }: TextStyle) => size * (0.5 * lineHeight + 0.34)

function placeBlock(block: TextBlock, style: TextStyle, top: number): string {
  return block.lines
    .map(({ paths, width }, index) => {
      const x = block.isRightToLeft ? CARD_WIDTH - EDGE - width : EDGE
      return translate(x, top + index * style.size * style.lineHeight + baseline(style), paths)
    })
    .join('')
}

/** One line, its letters standing on `y`. */
function place(block: TextBlock, x: number, y: number, from: 'left' | 'right'): string {
  const [line] = block.lines
  return line ? translate(from === 'left' ? x : x - line.width, y, line.paths) : ''
}

const translate = (x: number, y: number, content: string) =>
  `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)})">${content}</g>`
