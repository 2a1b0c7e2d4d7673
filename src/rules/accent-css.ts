/** A theme of the site; each has an accent of its own, because no colour can be read on both. */
export type AccentTheme = 'light' | 'dark'

/** The accent where an owner chose none, as in theme.css. */
export const DEFAULT_ACCENT: Readonly<Record<AccentTheme, string>> = { light: '#c83314', dark: '#fd8358' }

/** How much of the accent is in the soft colour that marks what is chosen; the rest is the surface. */
export const SOFT_SHARE: Readonly<Record<AccentTheme, number>> = { light: 0.1, dark: 0.14 }

/** Text on the accent. One a theme is enough: an accent that passes is dark in the light theme and light in the dark one. */
export const ACCENT_INK: Readonly<Record<AccentTheme, string>> = { light: '#ffffff', dark: '#14110e' }

/** The accents of a site, where it has its own. */
export type Accents = { accentLight: string | null; accentDark: string | null }

const HEX = /^#[0-9a-f]{6}$/

/**
 * The custom properties that give a part of the page, or all of it, these accents, or the default one. The browser mixes
 * the soft colour as `measureAccent` does (src/rules/accent.ts).
 */
export function accentProperties({ accentLight, accentDark }: Accents) {
  // Only a colour reaches a style sheet, whatever is stored.
  const accent = (theme: AccentTheme, chosen: string | null) =>
    chosen && HEX.test(chosen) ? chosen : DEFAULT_ACCENT[theme]
  const [day, night] = [accent('light', accentLight), accent('dark', accentDark)]
  const soft = (theme: AccentTheme, color: string) =>
    `color-mix(in oklab,${color} ${SOFT_SHARE[theme] * 100}%,var(--color-surface))`
  return {
    '--color-accent': `light-dark(${day},${night})`,
    '--color-accent-soft': `light-dark(${soft('light', day)},${soft('dark', night)})`,
    '--color-accent-ink': `light-dark(${ACCENT_INK.light},${ACCENT_INK.dark})`,
  }
}

/** The style sheet of a site with accents of its own; nothing where the default ones stay. */
export function accentStyle({ accentLight, accentDark }: Accents): string {
  if (!accentLight && !accentDark) return ''
  const properties = Object.entries(accentProperties({ accentLight, accentDark }))
  return `:root{${properties.map((property) => property.join(':')).join(';')}}`
}
