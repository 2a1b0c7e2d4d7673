/** Values of the filter (section 9); the first is the default. */
const FILTERS = ['pending', 'approved', 'rejected', 'all'] as const
export type FlagFilter = (typeof FILTERS)[number]

/** Search parameters of /admin/flags; the default filter and an empty search are not spelled. */
export type FlagsSearch = { status?: FlagFilter | undefined; q?: string | undefined }

/** The database compares this many characters; more would only lengthen URLs. */
const QUERY_MAX = 100

/** Reads `?status=approved&q=text`; invalid values are ignored. */
export function readFlagsSearch({ status, q }: Record<string, unknown>): FlagsSearch {
  const filter = FILTERS.find((known) => known === status)
  const text = typeof q === 'string' ? [...q.trim()].slice(0, QUERY_MAX).join('') : ''
  return { status: filter === 'pending' ? undefined : filter, q: text || undefined }
}
