import { afterPaint } from '~/lib/after-paint'

export type Theme = 'system' | 'light' | 'dark'

export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

const KEY = 'theme'
const listeners = new Set<() => void>()
/** Shown by the switch, not yet applied to the page. */
let chosen: Theme | undefined

/**
 * Inline script before the first paint: applies a chosen theme, and marks a stored session so that a returning member
 * does not see the visitor's links for a moment.
 */
export const BEFORE_PAINT = `try{var d=document.documentElement.dataset,t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')d.theme=t;if(Object.keys(localStorage).some(function(k){return/^sb-.+-auth-token$/.test(k)}))d.returning=''}catch(e){}`

/** The page's theme: the chosen one, or `system`. */
export function getTheme(): Theme {
  return chosen ?? toTheme(document.documentElement.dataset.theme)
}

/**
 * Stores and applies a theme; `system` removes the choice. The switch is updated first, because repainting every colour
 * takes longer.
 */
export function setTheme(theme: Theme): void {
  chosen = theme
  void afterPaint().then(applyTheme)
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage is blocked: the choice lasts as long as this page.
  }
  for (const listener of listeners) listener()
}

/** The last of several choices within a frame. */
async function applyTheme(): Promise<void> {
  if (!chosen) return
  const { dataset } = document.documentElement
  dataset.changing = ''
  if (chosen === 'system') delete dataset.theme
  else dataset.theme = chosen
  chosen = undefined
  await afterPaint()
  delete dataset.changing
}

/** Subscribes to changes of the theme, also in another tab; returns the unsubscribe function. */
export function subscribeToTheme(listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === KEY) setTheme(toTheme(event.newValue))
  }
  listeners.add(listener)
  window.addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', follow)
  }
}

function toTheme(value: string | null | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}
