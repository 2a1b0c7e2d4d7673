type Store = 'localStorage' | 'sessionStorage'

/** What this browser keeps, as `parse` reads it; undefined if it is something else, or storage is blocked. */
export function readKept<Value>(
  key: string,
  parse: (kept: unknown) => Value,
  store: Store = 'localStorage',
): Value | undefined {
  try {
    return parse(JSON.parse(window[store].getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Keeps a value, or none. Where storage is full or blocked it lasts as long as the page. */
export function keep(key: string, value: unknown, store: Store = 'localStorage'): void {
  try {
    if (value === undefined) window[store].removeItem(key)
    else window[store].setItem(key, JSON.stringify(value))
  } catch {
    // The page goes on without.
  }
}
