/** What this browser keeps, as `parse` reads it; undefined if it is something else, or storage is blocked. */
export function readKept<Value>(key: string, parse: (kept: unknown) => Value): Value | undefined {
  try {
    return parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Keeps a value, or none. Where storage is full or blocked it lasts as long as the page. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The page goes on without.
  }
}
