import { readFileSync } from 'node:fs'
import { formatHex, parse } from 'culori'
import { wcagContrast } from 'culori/fn'
import { describe, expect, test } from 'vitest'
import { ACCENT_GROUNDS, measureAccent, nearestAccent } from './accent.ts'
import { accentStyle, DEFAULT_ACCENT } from './accent-css.ts'

/** Both variants of a colour of theme.css, as displayed. */
function themeColor(name: string): [string | undefined, string | undefined] {
  const css = readFileSync(new URL('../src/styles/theme.css', import.meta.url), 'utf8')
  const [, light = '', dark = ''] =
    new RegExp(`--color-${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`).exec(css) ?? []
  return [formatHex(parse(light)), formatHex(parse(dark))]
}

test('the rule uses the colours of the style sheet', () => {
  expect(themeColor('accent')).toEqual([DEFAULT_ACCENT.light, DEFAULT_ACCENT.dark])
  for (const ground of ['paper', 'surface', 'sunken'] as const)
    expect(themeColor(ground)).toEqual([ACCENT_GROUNDS.light[ground], ACCENT_GROUNDS.dark[ground]])
})

describe('the contrast of an accent', () => {
  test.each([
    // Known values: #767676 is the lightest grey that WCAG AA allows on white, #777777 is just too light.
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.47],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#ffffff', 3.99],
  ])('of %s on %s is %d', (color, ground, expected) => {
    expect(Math.floor(wcagContrast(color, ground) * 100) / 100).toBe(expected)
  })

  test('is the lowest of all its uses', () => {
    expect(measureAccent('#c83314', 'light')).toEqual({ passes: true, contrast: 4.65, place: 'soft' })
    expect(measureAccent('#fd8358', 'dark')).toMatchObject({ passes: true, place: 'soft' })
    // Sufficient on white, but not on the soft colour mixed from it.
    expect(measureAccent('#767676', 'light')).toMatchObject({ passes: false, place: 'soft' })
    expect(measureAccent('#c83314', 'dark').passes).toBe(false)
    expect(measureAccent('#fd8358', 'light').passes).toBe(false)
  })
})

describe('the nearest accent that can be read', () => {
  test('is itself where it passes', () => {
    expect(nearestAccent('#0A5C3E', 'light')).toBe('#0a5c3e')
    expect(nearestAccent('#fd8358', 'dark')).toBe('#fd8358')
  })

  const colors = [
    '#ffee00',
    '#00ff00',
    '#ff0000',
    '#0000ff',
    '#ffffff',
    '#000000',
    '#777777',
    '#8b5cf6',
    '#0ea5e9',
  ]
  test.each(colors.flatMap((color) => [[color, 'light'] as const, [color, 'dark'] as const]))(
    'of %s passes in the %s theme, by little',
    (color, theme) => {
      const found = nearestAccent(color, theme)
      expect(found).toMatch(/^#[0-9a-f]{6}$/)
      const { contrast, passes } = measureAccent(found, theme)
      expect(passes).toBe(true)
      if (!measureAccent(color, theme).passes) expect(contrast).toBeLessThan(4.6)
    },
  )

  test('keeps the hue', () => {
    expect(nearestAccent('#ff0000', 'light')).toMatch(/^#[c-f][0-9a-f]0/)
    expect(nearestAccent('#0ea5e9', 'light')).toMatch(/^#00/)
  })
})

describe('the style of an accent', () => {
  test('is empty without own accents', () => {
    expect(accentStyle({ accentLight: null, accentDark: null })).toBe('')
  })

  test('takes the default for the theme that has none', () => {
    const css = accentStyle({ accentLight: '#0a5c3e', accentDark: null })
    expect(css).toContain(':root{--color-accent:#0a5c3e;')
    expect(css).toContain('color-mix(in oklab,#0a5c3e 10%,var(--color-surface))')
    expect(css).toContain('@media(prefers-color-scheme:dark){:root{--color-accent:#fd8358;')
  })

  test('contains valid colours only', () => {
    expect(accentStyle({ accentLight: 'red}body{display:none', accentDark: null })).not.toContain('display')
  })
})
