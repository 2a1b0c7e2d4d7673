import { isSlug } from '#shared/slug-pattern.ts'

/** Number of columns. */
export const MAX_COMPARED = 4

/** Maximum of slugs in a URL: the page names those that do not fit. */
const MAX_NAMED = 8

/** The tools of a URL, by slug, and the search text for another one. */
export type CompareSearch = { tools?: string[] | undefined; add?: string | undefined }

/** Reads `?tools=a,b&add=text`: each tool once, in the order given. */
export function parseCompareSearch({ tools, add }: Record<string, unknown>): CompareSearch {
  const slugs = String(tools ?? '')
    .split(',')
    .filter(isSlug)
  const named = [...new Set(slugs)].slice(0, MAX_NAMED)
  return {
    tools: named.length > 0 ? named : undefined,
    add: (typeof add === 'string' && add.trim().slice(0, 100)) || undefined,
  }
}
