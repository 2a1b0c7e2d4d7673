import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Renderer } from '@takumi-rs/core'

/**
 * The fonts of preview images, from @fontsource: the site's own two for Latin, and four for other scripts. A family
 * consists of subset files, each loaded with the first text that needs it.
 */

/** Names use the serif face, everything else the sans face. */
export type Voice = 'newsreader' | 'geist'

interface Family {
  name: string
  package: string
  /** In the names of its files: the axis a variable font varies by, or the weight. */
  style: string
  /** The characters it is used for. The declared ranges promise more than its files hold, except within its script. */
  script: RegExp
}

const family = (name: string, style: string, script: RegExp): Family => ({
  name,
  package: `@fontsource${style === '400' ? '' : '-variable'}/${name}`,
  style,
  script,
})

/** In the order they are tried, after the voice. */
const FAMILIES = [
  family('newsreader', 'opsz', /\P{Cc}/u),
  family('geist', 'wght', /\P{Cc}/u),
  family('noto-sans', '400', /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Devanagari}]/u),
  family('rubik', '400', /[\p{scx=Arabic}\p{scx=Hebrew}]/u),
  family('noto-serif-kr', 'wght', /\p{scx=Hangul}/u),
  // With the symbols it has beside its script.
  family(
    'noto-serif-sc',
    'wght',
    /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef○●◎◇◆□■△▲▽▼☆★←↑→↓♀♂]/u,
  ),
]

export const stackOf = (voice: Voice): string[] => [voice, ...FAMILIES.slice(2).map(({ name }) => name)]

interface Slice extends Family {
  file: string
  ranges: [number, number][]
}

const require = createRequire(import.meta.url)

function readSlices(of: Family): Slice[] {
  const folder = path.dirname(require.resolve(`${of.package}/package.json`))
  const declared: Record<string, string> = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8'))
  return Object.entries(declared)
    .map(([key, text]) => ({
      ...of,
      // Numbered ranges of unicode.json are in brackets; the others are named.
      file: path.join(folder, `files/${of.name}-${key.replace(/[[\]]/g, '')}-${of.style}-normal.woff2`),
      ranges: text.split(',').map((range): [number, number] => {
        const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
        return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
      }),
    }))
    .filter(({ file }) => existsSync(file))
}

const SLICES = FAMILIES.flatMap(readSlices)

const slicesOf = (voice: Voice) => SLICES.filter(({ name }) => stackOf(voice).includes(name))

/** Characters without a glyph: joiners, variation selectors, direction marks. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u
/** Accents combine with their letter. */
const ACCENT = /\p{Script=Inherited}/u

function has({ script, ranges }: Slice, character: string): boolean {
  const point = character.codePointAt(0) ?? 0
  return (
    (script.test(character) || ACCENT.test(character)) &&
    ranges.some(([from, to]) => point >= from && point <= to)
  )
}

/** Whether there is a glyph for every character of this text. */
export const canWrite = (voice: Voice, text: string): boolean =>
  [...text].every(
    (character) => INVISIBLE.test(character) || slicesOf(voice).some((slice) => has(slice, character)),
  )

/** Subset files a renderer loads before it is replaced, to bound its memory. */
const MAX_SLICES = 60
let renderer = new Renderer({ cacheMaxBytes: 0 })
const registered = new Set<string>()

/** A renderer with the fonts for these texts. */
export async function rendererFor(texts: { voice: Voice; text: string }[]): Promise<Renderer> {
  if (registered.size > MAX_SLICES) {
    renderer = new Renderer({ cacheMaxBytes: 0 })
    registered.clear()
  }
  for (const { voice, text } of texts)
    for (const slice of slicesOf(voice)) {
      const { name, file, ranges } = slice
      if (registered.has(file) || ![...text].some((character) => has(slice, character))) continue
      registered.add(file)
      await renderer.registerFont({ name, data: readFileSync(file), unicodeRange: ranges })
    }
  return renderer
}
