/**
 * Search parameters are plain text in both directions: no quoting, no JSON. A key given twice becomes a list. NUL is
 * left out: no text of the database contains it.
 */
export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text.replaceAll('%00', ''))
  const search: Record<string, string | string[]> = {}
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    search[key] = values.length > 1 ? values : (values[0] ?? '')
  }
  return search
}

/** The inverse: lists are joined by commas, absent values omitted, and only what needs it is escaped. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  // A shortcut: most links have no parameters, and a page has many links.
  if (given.length === 0) return ''
  const params = new URLSearchParams()
  for (const [key, value] of given) params.set(key, String(value))
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return `?${text}`
}
