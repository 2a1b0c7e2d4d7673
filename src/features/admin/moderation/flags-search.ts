/** Values of the filter (section 9) and what they are called; the first is the default. */
export const FLAG_FILTERS = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  all: 'All',
} as const
export type FlagFilter = keyof typeof FLAG_FILTERS

/** Search parameters of /admin/flags; the default filter and an empty search are not spelled. */
export type FlagsSearch = { status?: FlagFilter | undefined; q?: string | undefined }

const FILTERS = Object.keys(FLAG_FILTERS).filter((name): name is FlagFilter => name in FLAG_FILTERS)

/** Characters the database compares; more would only make long addresses. */
const QUERY_MAX = 100

/** Reads `?status=approved&q=text`; what is odd counts as not given. */
export function readFlagsSearch({ status, q }: Record<string, unknown>): FlagsSearch {
  const filter = FILTERS.find((known) => known === status)
  const text = typeof q === 'string' ? [...q.trim()].slice(0, QUERY_MAX).join('') : ''
  return { status: filter === 'pending' ? undefined : filter, q: text || undefined }
}
