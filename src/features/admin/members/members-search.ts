import { MAX_SEARCH } from '../list-search'

/** The filter of the list; the first value is the default. */
export type MemberFilter = 'all' | 'administrators' | 'suspended'

/** Search parameters of /admin/people; the default filter and an empty search are omitted. */
export type MembersSearch = { search?: string | undefined; show?: MemberFilter | undefined }

/** Reads `?search=ann&show=suspended`; invalid values are ignored. */
export function readMembersSearch({ search, show }: Record<string, unknown>): MembersSearch {
  const text = typeof search === 'string' ? search.trim().slice(0, MAX_SEARCH) : ''
  return {
    search: text || undefined,
    show: show === 'administrators' || show === 'suspended' ? show : undefined,
  }
}
