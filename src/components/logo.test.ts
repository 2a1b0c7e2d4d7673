import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hueOf, initials } from './logo'

it('takes the first letters, uppercased, by grapheme', () => {
  expect(initials('whisper', 2)).toBe('WH')
  expect(initials('X', 2)).toBe('X')
  expect(initials('a-tool', 2)).toBe('AT')
  expect(initials('👏 Plaudit', 2)).toBe('👏P')
  expect(initials('👩‍👧‍👦 family', 2)).toBe('👩‍👧‍👦F')
  expect(initials('é́cole', 2)).toBe('É́C')
  expect(initials('नमस्ते', 2)).toBe('नम')
  expect(initials('写真', 2)).toBe('写真')
  expect(initials('', 2)).toBe('')
  expect(initials('-写真', 1)).toBe('写')
  expect(initials('عربي', 1)).toBe('ع')
})

const hues = new Set(Array.from({ length: 200 }, (_, n) => hueOf(`Tool ${n}`)))

it('gives a name one of ten hues, always the same, and uses them all', () => {
  expect(hues).toEqual(new Set([20, 56, 92, 128, 164, 200, 236, 272, 308, 344]))
  expect(hueOf('Whisper')).toBe(hueOf('Whisper'))
})

/** Relative luminance (WCAG 2.2) of an oklch colour, by the matrices of CSS Color 4. */
function luminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const [r = 0, g = 0, bl = 0] = [red, green, blue].map((part) => Math.min(1, Math.max(0, part)))
  return 0.2126 * r + 0.7152 * g + 0.0722 * bl
}

it('can be read on both tones of every hue, in both themes (AA)', () => {
  const css = readFileSync('src/styles/cards.css', 'utf8')
  const rule = css.slice(css.indexOf('@utility logo-initials'), css.indexOf('@utility logo-card'))
  const colors = [...rule.matchAll(/oklch\(([\d.]+) ([\d.]+) var/g)].map((found) =>
    found.slice(1).map(Number),
  )
  expect(colors).toHaveLength(6)
  const [light = [], dark = [], light2 = [], dark2 = [], lightInk = [], darkInk = []] = colors
  for (const hue of hues)
    for (const [ground, ink] of [
      [light, lightInk],
      [light2, lightInk],
      [dark, darkInk],
      [dark2, darkInk],
    ] as const) {
      const shades = [ground, ink].map(([lightness = 0, chroma = 0]) => luminance(lightness, chroma, hue))
      const contrast = (Math.max(...shades) + 0.05) / (Math.min(...shades) + 0.05)
      expect(contrast, `hue ${hue}`).toBeGreaterThan(4.5)
    }
})
