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
 * Whether an accent can be read, by WCAG 2.2, and the nearest that can. Keep it out of what every page loads: the
 * library of colours is for the administrators' form, the server and the command line.
 */

const toRgb = registerMode(modeRgb)
const toOklch = registerMode(modeOklch)
registerMode(modeOklab)
registerMode(modeLrgb)

/** WCAG 2.2, 1.4.3: text of any size. */
export const LEAST_CONTRAST = 4.5

/** What the accent is read on as text, as in theme.css (a test compares them). */
export const ACCENT_GROUNDS = {
  light: { paper: '#fbfaf7', surface: '#ffffff', sunken: '#f5f3ef' },
  dark: { paper: '#13100d', surface: '#1d1915', sunken: '#25211d' },
} as const

/** Where an accent meets text: it is the text on the first four, and lies under it as `ink`. */
export type AccentPlace = 'paper' | 'surface' | 'sunken' | 'soft' | 'ink'

export type AccentMeasure = {
  /** The lowest contrast, rounded down to two digits: never said to be more than it is. */
  contrast: number
  /** Where it is the lowest. */
  place: AccentPlace
  passes: boolean
}

/** The contrast of an accent (`#rrggbb`) where it is hardest to read in a theme. */
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
 * The colour nearest to `hex` that can be read in a theme: itself where it passes, else darker in the light theme or
 * lighter in the dark one by as little as it takes, in OKLCH; hue stays, and colour as far as the screen can show it.
 */
export function nearestAccent(hex: string, theme: AccentTheme): string {
  if (measureAccent(hex, theme).passes) return formatHex(read(hex))
  const wanted = toOklch(read(hex))
  // Towards the end that passes for certain; black and white are read on every ground.
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
