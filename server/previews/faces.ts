import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Blob, Face, Font } from 'harfbuzzjs'
import { unpackWoff } from './woff.ts'

/**
 * The fonts of the previews, from @fontsource: the site's own two for Latin, and for each other script one whose letters
 * go with them. A family comes in slices, each for some characters; only slices that are needed are read.
 */

interface Family {
  name: string
  weight: number
  /** Slices in brackets in unicode.json are files by number; named ones by name. */
  slices: { file: string; ranges: [number, number][] }[]
}

/** One slice, ready to be written with. */
export interface Slice {
  key: string
  font: Font
  upem: number
  /** Latin display type is set a little tighter, as on the site. */
  isLatin: boolean
}

const require = createRequire(import.meta.url)

function readFamily(name: string, weight: number): Family {
  const folder = path.dirname(require.resolve(`@fontsource/${name}/package.json`))
  const ranges: Record<string, string> = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8'))
  return {
    name,
    weight,
    slices: Object.entries(ranges).map(([key, text]) => ({
      file: path.join(folder, 'files', `${name}-${key.replace(/[[\]]/g, '')}-${weight}-normal.woff`),
      ranges: text.split(',').map((range) => {
        const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
        return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
      }),
    })),
  }
}

const families = new Map<string, Family>()
function family(name: string, weight: number): Family {
  const key = `${name} ${weight}`
  const known = families.get(key) ?? readFamily(name, weight)
  families.set(key, known)
  return known
}

/** Its letters stand one above another: as large as the others they would reach into the lines beside them. */
const SCALES = new Map([['noto-serif-myanmar', 0.72]])

/** Slices kept in memory; the least recently used goes. */
const MAX_SLICES = 40
const slices = new Map<string, Slice>()

function openSlice(file: string, name: string): Slice | undefined {
  const known = slices.get(file)
  if (known) {
    slices.delete(file)
    slices.set(file, known)
    return known
  }
  if (!existsSync(file)) return undefined
  const face = new Face(new Blob(unpackWoff(readFileSync(file))))
  const upem = face.upem / (SCALES.get(name) ?? 1)
  const slice = { key: file, font: new Font(face), upem, isLatin: LATIN_NAMES.has(name) }
  slices.set(file, slice)
  const [oldest] = slices.keys()
  if (slices.size > MAX_SLICES && oldest) slices.delete(oldest)
  return slice
}

/** How a text is set: names in the reading face, the rest in the sober one. */
export type Voice = 'serif' | 'sans'

const LATIN: Record<Voice, [string, number]> = { serif: ['newsreader', 400], sans: ['geist', 400] }

const LATIN_NAMES = new Set(Object.values(LATIN).map(([name]) => name))

/** Each for scripts of its own. */
const OTHERS = [
  'noto-serif',
  'amiri',
  'frank-ruhl-libre',
  'noto-serif-devanagari',
  'noto-serif-bengali',
  'noto-serif-tamil',
  'noto-serif-telugu',
  'noto-serif-gujarati',
  'noto-serif-malayalam',
  'noto-serif-sinhala',
  'noto-serif-khmer',
  'noto-serif-myanmar',
  'noto-serif-thai',
  'noto-serif-georgian',
  'noto-serif-armenian',
].map((name): [string, number] => [name, 400])

/** The families to look in for a text, in order. */
function familiesFor(voice: Voice, text: string): Family[] {
  return [
    ...[LATIN[voice], ...OTHERS].map(([name, weight]) => family(name, weight)),
    ...hanFamilies(text),
    family('gowun-batang', 400),
  ]
}

/**
 * Han characters are Japanese where kana stand beside them, else Chinese; but the family that has more of them goes first,
 * so that a word is not set in two hands.
 */
function hanFamilies(text: string): Family[] {
  const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  const both = [family('zcool-xiaowei', 400), family('zen-antique', 400)]
  const points = (text.match(/\p{Script=Han}/gu) ?? []).map((character) => character.codePointAt(0) ?? 0)
  const missing = (candidate: Family) => points.filter((point) => !findSlice(candidate, [point])).length
  return (japanese ? both.toReversed() : both).sort((a, b) => missing(a) - missing(b))
}

/** The slice of a family that holds all of these characters. */
function findSlice({ name, slices: candidates }: Family, points: number[]): Slice | undefined {
  for (const { file, ranges } of candidates) {
    if (!points.every((point) => ranges.some(([from, to]) => point >= from && point <= to))) continue
    const slice = openSlice(file, name)
    if (slice && points.every((point) => slice.font.glyph(point))) return slice
  }
  return undefined
}

/** Characters that show nothing of themselves: joiners, variation selectors, marks of direction. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u

/** Finds for each character of a text the slice that holds it; undefined where none does. */
export function createFaceFinder(voice: Voice, text: string): (grapheme: string) => Slice | undefined {
  const order = familiesFor(voice, text)
  return (grapheme) => {
    const wanted = [...grapheme].filter((character) => !INVISIBLE.test(character))
    const points = wanted.map((character) => character.codePointAt(0) ?? 0)
    for (const candidate of order) {
      const slice = findSlice(candidate, points)
      if (slice) return slice
    }
    return undefined
  }
}
