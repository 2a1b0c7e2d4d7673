/** The themes of the site; each has its own accent, because no colour is readable on both. */
export type AccentTheme = 'light' | 'dark'

/** The default accents, as in theme.css. */
export const DEFAULT_ACCENT: Readonly<Record<AccentTheme, string>> = { light: '#c83314', dark: '#fd8358' }

/** The accent's share in the soft colour that marks selections; the rest is the surface. */
export const SOFT_SHARE: Readonly<Record<AccentTheme, number>> = { light: 0.1, dark: 0.14 }

/**
 * Text on the accent. One per theme is enough: an accent that passes is dark in the light theme and light in the dark
 * one.
 */
export const ACCENT_INK: Readonly<Record<AccentTheme, string>> = { light: '#ffffff', dark: '#14110e' }

/** The accents of a site with its own. */
type Accents = { accentLight: string | null; accentDark: string | null }

const HEX = /^#[0-9a-f]{6}$/

/**
 * The style sheet of a site with its own accents; empty for the defaults. The browser mixes the soft colour as
 * `measureAccent` does (shared/accent.ts). Themes are distinguished as in base.css, so that old browsers understand
 * it.
 */
export function accentStyle({ accentLight, accentDark }: Accents): string {
  if (!accentLight && !accentDark) return ''
  const dark = properties('dark', accentDark)
  return `:root{${properties('light', accentLight)}}@media(prefers-color-scheme:dark){:root{${dark}}}:root[data-theme=light]{${properties('light', accentLight)}}:root[data-theme=dark]{${dark}}`
}

function properties(theme: AccentTheme, chosen: string | null): string {
  // Only valid colours get into a style sheet, whatever is stored.
  const accent = chosen && HEX.test(chosen) ? chosen : DEFAULT_ACCENT[theme]
  const soft = `color-mix(in oklab,${accent} ${SOFT_SHARE[theme] * 100}%,var(--color-surface))`
  return `--color-accent:${accent};--color-accent-soft:${soft};--color-accent-ink:${ACCENT_INK[theme]}`
}
