import { afterPaint } from './after-paint'

export type Theme = 'system' | 'light' | 'dark'

export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

const KEY = 'theme'
const listeners = new Set<() => void>()
/** Shown by the switch, not yet by the page. */
let chosen: Theme | undefined

/**
 * Runs before the first paint, as text in the page's head: applies a chosen theme, and notes a stored session so that
 * a returning member does not see the visitor's links flash by.
 */
export const BEFORE_PAINT = `try{var d=document.documentElement.dataset,t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')d.theme=t;if(Object.keys(localStorage).some(function(k){return/^sb-.+-auth-token$/.test(k)}))d.returning=''}catch(e){}`

/** The theme on the page: what was chosen, or `system`. */
export function getTheme(): Theme {
  return chosen ?? toTheme(document.documentElement.dataset.theme)
}

/**
 * Remembers a theme and applies it; `system` forgets the choice. The switch shows it first: every colour of the page is
 * drawn anew after that.
 */
export function setTheme(theme: Theme): void {
  chosen = theme
  void afterPaint().then(applyTheme)
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
  for (const listener of listeners) listener()
}

/** The last choice, where several were made within a frame. */
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

/** Calls back when the theme changes, here or in another tab; returns the way to stop. */
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
