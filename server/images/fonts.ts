import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Renderer } from '@takumi-rs/core'

/**
 * The fonts of preview images, from @fontsource: the site's own two for Latin, and one per other script. A family
 * consists of subset files; only the needed ones are read.
 */

/** Names use the serif face, everything else the sans face. */
export type Voice = 'newsreader' | 'geist'

/** File name suffixes of variable fonts: Newsreader varies by optical size, the others by weight. */
const VARIABLE: Record<string, string> = {
  newsreader: 'opsz',
  geist: 'wght',
  'noto-serif-sc': 'wght',
  'noto-serif-jp': 'wght',
  'noto-serif-kr': 'wght',
}

/** Symbols that the Chinese font has, beside its script. */
const HAN = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef○●◎◇◆□■△▲▽▼☆★←↑→↓♀♂]/u

/**
 * The characters each font is used for. Its declared ranges exceed what its files contain, except within its script.
 */
const SCRIPTS: Record<string, RegExp> = {
  newsreader: /\P{Cc}/u,
  geist: /\P{Cc}/u,
  'noto-serif': /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]/u,
  amiri: /\p{scx=Arabic}/u,
  'frank-ruhl-libre': /\p{scx=Hebrew}/u,
  'noto-serif-devanagari': /\p{scx=Devanagari}/u,
  'noto-serif-bengali': /\p{scx=Bengali}/u,
  'noto-serif-tamil': /\p{scx=Tamil}/u,
  'noto-serif-telugu': /\p{scx=Telugu}/u,
  'noto-serif-gujarati': /\p{scx=Gujarati}/u,
  'noto-serif-malayalam': /\p{scx=Malayalam}/u,
  'noto-serif-sinhala': /\p{scx=Sinhala}/u,
  'noto-serif-khmer': /\p{scx=Khmer}/u,
  'noto-serif-myanmar': /\p{scx=Myanmar}/u,
  'noto-serif-thai': /\p{scx=Thai}/u,
  'noto-serif-georgian': /\p{scx=Georgian}/u,
  'noto-serif-armenian': /\p{scx=Armenian}/u,
  'noto-serif-kr': /\p{scx=Hangul}/u,
  'noto-serif-jp': HAN,
  'noto-serif-sc': HAN,
}

/** The families to use for a text, in order. Han characters are Japanese where there is kana, else Chinese. */
export function fontStack(voice: Voice, text: string): string[] {
  const others = Object.keys(SCRIPTS).filter((family) => family !== 'newsreader' && family !== 'geist')
  if (!/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    others.sort((a, b) => Number(a === 'noto-serif-jp') - Number(b === 'noto-serif-jp'))
  return [voice, ...others]
}

/** Characters without a glyph: joiners, variation selectors, direction marks. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u
/** Accents combine with their letter. */
const ACCENT = /\p{Script=Inherited}/u

const isFor = (family: string, character: string) =>
  Boolean(SCRIPTS[family]?.test(character)) || ACCENT.test(character)

/** Whether these families can write every character of this text. */
export const canWrite = (stack: string[], text: string): boolean =>
  [...text].every(
    (character) =>
      INVISIBLE.test(character) ||
      stack.some(
        (family) =>
          isFor(family, character) && slicesOf(family).some((slice) => isIn(slice, pointOf(character))),
      ),
  )

const pointOf = (character: string) => character.codePointAt(0) ?? 0

interface Slice {
  file: string
  ranges: [number, number][]
}

const isIn = ({ ranges }: Slice, point: number) => ranges.some(([from, to]) => point >= from && point <= to)

const require = createRequire(import.meta.url)
const families = new Map<string, Slice[]>()

function slicesOf(family: string): Slice[] {
  const known = families.get(family)
  if (known) return known
  const axis = VARIABLE[family]
  const name = `@fontsource${axis ? '-variable' : ''}/${family}`
  const folder = path.dirname(require.resolve(`${name}/package.json`))
  const ranges: Record<string, string> = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8'))
  const slices = Object.entries(ranges)
    .map(([key, text]) => ({
      // Numbered ranges of unicode.json are in brackets; the others are named.
      file: path.join(folder, `files/${family}-${key.replace(/[[\]]/g, '')}-${axis ?? 400}-normal.woff2`),
      ranges: text.split(',').map((range): [number, number] => {
        const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
        return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
      }),
    }))
    .filter(({ file }) => existsSync(file))
  families.set(family, slices)
  return slices
}

/** Subset files a renderer loads before it is replaced, to bound its memory. */
const MAX_SLICES = 60
let renderer = new Renderer({ cacheMaxBytes: 0 })
const registered = new Set<string>()

/** A renderer with the fonts for these texts. */
export async function rendererFor(texts: { stack: string[]; text: string }[]): Promise<Renderer> {
  if (registered.size > MAX_SLICES) {
    renderer = new Renderer({ cacheMaxBytes: 0 })
    registered.clear()
  }
  for (const { stack, text } of texts) {
    for (const family of stack) {
      const points = [...new Set(text)].filter((character) => isFor(family, character)).map(pointOf)
      for (const slice of slicesOf(family)) {
        const { file, ranges } = slice
        if (registered.has(file) || !points.some((point) => isIn(slice, point))) continue
        registered.add(file)
        await renderer.registerFont({ name: family, data: readFileSync(file), unicodeRange: ranges })
      }
    }
  }
  return renderer
}
