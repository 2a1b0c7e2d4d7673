/** A theme of the site; each has an accent of its own, because no colour can be read on both. */
export type AccentTheme = 'light' | 'dark'

/** The accent where an owner chose none, as in theme.css. */
export const DEFAULT_ACCENT: Readonly<Record<AccentTheme, string>> = { light: '#c83314', dark: '#fd8358' }

/** How much of the accent is in the soft colour that marks what is chosen; the rest is the surface. */
export const SOFT_SHARE: Readonly<Record<AccentTheme, number>> = { light: 0.1, dark: 0.14 }

/** Text on the accent. One a theme is enough: an accent that passes is dark in the light theme and light in the dark one. */
export const ACCENT_INK: Readonly<Record<AccentTheme, string>> = { light: '#ffffff', dark: '#14110e' }

const HEX = /^#[0-9a-f]{6}$/i

/**
 * The declarations that give a part of the page, or all of it, an accent of its own; empty where neither theme has one.
 * The soft colour is mixed by the browser, as `measureAccent` mixes it (src/rules/accent.ts).
 */
export function accentDeclarations(light: string | null, dark: string | null): string {
  const chosen = { light: known(light), dark: known(dark) }
  if (!chosen.light && !chosen.dark) return ''
  const accent = { light: chosen.light ?? DEFAULT_ACCENT.light, dark: chosen.dark ?? DEFAULT_ACCENT.dark }
  const soft = (theme: AccentTheme) =>
    `color-mix(in oklab,${accent[theme]} ${SOFT_SHARE[theme] * 100}%,var(--color-surface))`
  return [
    `--color-accent:light-dark(${accent.light},${accent.dark})`,
    `--color-accent-soft:light-dark(${soft('light')},${soft('dark')})`,
    `--color-accent-ink:light-dark(${ACCENT_INK.light},${ACCENT_INK.dark})`,
  ].join(';')
}

/** Only what was checked reaches a style sheet, whatever is stored. */
const known = (color: string | null) => (color && HEX.test(color) ? color.toLowerCase() : null)
