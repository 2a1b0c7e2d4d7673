import {
  clampChroma,
  formatHex,
  interpolate,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  type Rgb,
  useMode as registerMode,
  wcagContrast,
} from 'culori/fn'
import { ACCENT_INK, type AccentTheme, SOFT_SHARE } from './accent-css.ts'

/*
 * Contrast of an accent by WCAG 2.2, and the nearest readable accent. Not for every page: the colour library is for the
 * administrators' form, the server and the command line.
 */

const toRgb = registerMode(modeRgb)
const toOklch = registerMode(modeOklch)
registerMode(modeOklab)
registerMode(modeLrgb)

/** WCAG 2.2, 1.4.3: text of any size. */
const LEAST_CONTRAST = 4.5

/** The backgrounds of accent text, as in theme.css (a test compares them). */
export const ACCENT_GROUNDS = {
  light: { paper: '#fbfaf7', surface: '#ffffff', sunken: '#f5f3ef' },
  dark: { paper: '#13100d', surface: '#1d1915', sunken: '#25211d' },
} as const

/** Pairs of accent and text: it is text on the first four, and background of `ink`. */
type AccentPlace = 'paper' | 'surface' | 'sunken' | 'soft' | 'ink'

type AccentMeasure = {
  /** The lowest contrast, rounded down to two digits so as never to overstate it. */
  contrast: number
  /** The pair with the lowest contrast. */
  place: AccentPlace
  passes: boolean
}

/** The lowest contrast of an accent (`#rrggbb`) in a theme. */
export function measureAccent(hex: string, theme: AccentTheme): AccentMeasure {
  const accent = read(hex)
  const { surface } = ACCENT_GROUNDS[theme]
  const soft = interpolate([surface, accent], 'oklab')(SOFT_SHARE[theme])
  const places: [AccentPlace, number][] = [
    ['paper', wcagContrast(accent, ACCENT_GROUNDS[theme].paper)],
    ['surface', wcagContrast(accent, surface)],
    ['sunken', wcagContrast(accent, ACCENT_GROUNDS[theme].sunken)],
    ['soft', wcagContrast(accent, read(formatHex(soft)))],
    ['ink', wcagContrast(accent, ACCENT_INK[theme])],
  ]
  const [place, contrast] = places.reduce((least, next) => (next[1] < least[1] ? next : least))
  return { place, contrast: Math.floor(contrast * 100) / 100, passes: contrast >= LEAST_CONTRAST }
}

/**
 * The nearest readable colour to `hex` in a theme: itself if it passes, else as little darker (light theme) or lighter
 * (dark theme) as possible, in OKLCH; the hue stays, and chroma as far as sRGB allows.
 */
export function nearestAccent(hex: string, theme: AccentTheme): string {
  if (measureAccent(hex, theme).passes) return formatHex(read(hex))
  const wanted = toOklch(read(hex))
  // Towards black or white, which always pass.
  let [passing, failing] = [theme === 'light' ? 0 : 1, wanted.l]
  const at = (l: number) => formatHex(clampChroma({ ...wanted, l }, 'oklch'))
  while (Math.abs(passing - failing) > 0.0005) {
    const middle = (passing + failing) / 2
    if (measureAccent(at(middle), theme).passes) passing = middle
    else failing = middle
  }
  return at(passing)
}

function read(hex: string): Rgb {
  const color = toRgb(parse(hex))
  if (!color) throw new TypeError(`Not a color: ${hex}`)
  return color
}
