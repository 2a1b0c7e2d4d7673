import type { Node } from '@takumi-rs/core'
import { rendererFor, stackOf } from './fonts.ts'
import { type SetText, setText } from './set-text.ts'

/** The content of a preview, from the catalogue only. */
export interface Card {
  product: string
  /** The light theme's accent; undefined: the default. */
  accent?: string | undefined
  /** Above the name: its kind or category. */
  label: string
  title: string
  text: string
  /** Below: recommendations of a tool, tools of a category; empty when there are none. */
  count?: { text: string; arrow?: boolean }
  /** The site's host, at the bottom right. */
  host: string
  /** Shown instead of a name that no font can write. */
  fallbackTitle: string
  /** In a language from right to left: everything stands on the other side. */
  isMirrored?: boolean | undefined
}

/**
 * Draws a preview image. Runs in the image process, because fonts and renderer are large (server/images/image-child.ts).
 */

const CARD_WIDTH = 1200
const CARD_HEIGHT = 630

// The light tokens of src/styles/theme.css.
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
/** Space between the name and the description. */
const GAP = 26

interface TextStyle {
  size: number
  color: string
  /** Further lines are cut off with an ellipsis. */
  maxLines: number
  lineHeight: number
  letterSpacing?: string
  maxWidth?: number
  /** See {@link Card}. */
  isMirrored?: boolean | undefined
}

const NAME = { color: INK, lineHeight: 1.1, letterSpacing: '-0.025em' }
/** A short name is set large, a long one smaller, so that most of it fits. */
const NAME_SIZES = [
  { size: 108, maxLines: 1 },
  { size: 86, maxLines: 2 },
  { size: 64, maxLines: 3 },
]
const TEXT = { size: 31, color: INK_SOFT, lineHeight: 1.45, maxLines: 3, maxWidth: WIDTH * 0.92 }
const SMALL = { size: 25, color: INK_FAINT, lineHeight: 1.2, maxLines: 1, maxWidth: WIDTH * 0.6 }
const BRAND = { ...SMALL, size: 38, color: INK, letterSpacing: '-0.02em' }

export async function drawCard(card: Card): Promise<Buffer> {
  const { accent = ACCENT, isMirrored } = card
  const serif = (text: string) => setText(text, 'newsreader')
  const sans = (text: string) => setText(text, 'geist')
  const title =
    [card.title, card.fallbackTitle].map(serif).find(({ hasUnknown }) => !hasUnknown) ?? serif(card.host)
  const [brand, label, text, host] = [serif(card.product), sans(card.label), sans(card.text), sans(card.host)]
  const count = sans(card.count?.text ?? '')
  const renderer = await rendererFor([title, brand, label, text, count, host, serif('…'), sans('…')])

  let titleNode: Node = { type: 'container' }
  let titleHeight = 0
  for (const choice of NAME_SIZES) {
    const style = { ...NAME, ...choice, isMirrored, lineHeight: title.isTall ? 1.45 : NAME.lineHeight }
    const whole = await renderer.measure(write(title, { ...style, maxLines: 100 }), { width: WIDTH })
    titleNode = write(title, style)
    titleHeight = Math.min(whole.height, style.size * style.lineHeight * style.maxLines)
    if (whole.height <= titleHeight + 1) break
  }
  const room = BOTTOM - TOP - titleHeight - GAP
  const maxLines = Math.max(1, Math.min(TEXT.maxLines, Math.floor(room / (TEXT.size * TEXT.lineHeight))))

  return renderer.render(
    {
      type: 'container',
      style: { position: 'relative', width: CARD_WIDTH, height: CARD_HEIGHT, backgroundColor: PAPER },
      children: [
        row(54, isMirrored, [
          group(isMirrored, [dot(accent), write(brand, BRAND)]),
          // A truncated label or description would be hard to understand.
          ...(label.hasUnknown ? [] : [write(label, SMALL)]),
        ]),
        {
          type: 'container',
          style: {
            ...across(TOP, BOTTOM - TOP),
            display: 'flex',
            flexDirection: 'column',
            justifyContent: 'center',
            rowGap: GAP,
          },
          children: [
            titleNode,
            ...(text.hasUnknown || !text.text ? [] : [write(text, { ...TEXT, maxLines, isMirrored })]),
          ],
        },
        { type: 'container', style: { ...across(530, 2), backgroundColor: LINE } },
        row(542, isMirrored, [
          group(isMirrored, [
            ...(card.count?.arrow ? [arrow(accent)] : []),
            ...(count.hasUnknown ? [] : [write(count, { ...SMALL, color: INK_SOFT })]),
          ]),
          write(host, SMALL),
        ]),
      ],
    },
    { width: CARD_WIDTH, height: CARD_HEIGHT, format: 'png' },
  )
}

function write(
  { nodes, voice, isRightToLeft }: SetText,
  { size, color, maxLines, lineHeight, letterSpacing = '0', maxWidth = WIDTH, isMirrored }: TextStyle,
): Node {
  return {
    type: 'container',
    children: nodes,
    style: {
      display: 'block',
      fontFamily: stackOf(voice).join(),
      fontSize: size,
      fontWeight: 400,
      color,
      lineHeight,
      letterSpacing,
      maxWidth,
      overflowWrap: 'anywhere',
      lineClamp: maxLines,
      textOverflow: 'ellipsis',
      ...(isRightToLeft && { direction: 'rtl' }),
      ...((isRightToLeft || isMirrored) && { textAlign: 'right', alignSelf: 'flex-end' }),
    },
  }
}

const across = (top: number, height: number) =>
  ({ position: 'absolute', left: EDGE, top, width: WIDTH, height }) as const

const line = { display: 'flex', alignItems: 'center' } as const

const flow = (isMirrored = false) => ({ flexDirection: isMirrored ? 'row-reverse' : 'row' }) as const

const row = (top: number, isMirrored: boolean | undefined, children: Node[]): Node => ({
  type: 'container',
  style: { ...across(top, 60), ...line, ...flow(isMirrored), justifyContent: 'space-between' },
  children,
})

const group = (isMirrored: boolean | undefined, children: Node[]): Node => ({
  type: 'container',
  style: { ...line, ...flow(isMirrored), columnGap: 14 },
  children,
})

const dot = (color: string): Node => ({
  type: 'container',
  style: { width: 22, height: 22, borderRadius: 11, backgroundColor: color },
})

const arrow = (color: string): Node => ({
  type: 'image',
  src: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="22" height="26"><path d="M11 25V4M2 13l9-9.5 9 9.5" fill="none" stroke="${color}" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  ),
  width: 22,
  height: 26,
})
