import { MAX_SEARCH } from '../list-search'

/** Which people are listed; the first is the default. */
export const PEOPLE_FILTERS = {
  all: 'All',
  administrators: 'Administrators',
  suspended: 'Suspended',
} as const
export type PeopleFilter = keyof typeof PEOPLE_FILTERS

/** Search parameters of /admin/people; the default filter and an empty search are not spelled. */
export type PeopleSearch = { search?: string | undefined; show?: PeopleFilter | undefined }

/** Reads `?search=ann&show=suspended`; what is odd counts as not given. */
export function readPeopleSearch({ search, show }: Record<string, unknown>): PeopleSearch {
  const text = typeof search === 'string' ? search.trim().slice(0, MAX_SEARCH) : ''
  return {
    search: text || undefined,
    show: show === 'administrators' || show === 'suspended' ? show : undefined,
  }
}
