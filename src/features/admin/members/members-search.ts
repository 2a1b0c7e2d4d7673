import { readText } from '../list-search'

/** The filter of the list; the first value is the default. */
export type MemberFilter = 'all' | 'administrators' | 'suspended'

/** Search parameters of /admin/people; the default filter and an empty search are omitted. */
export type MembersSearch = { search?: string | undefined; show?: MemberFilter | undefined }

/** Reads `?search=ann&show=suspended`; invalid values are ignored. */
export function readMembersSearch({ search, show }: Record<string, unknown>): MembersSearch {
  return {
    search: readText(search),
    show: show === 'administrators' || show === 'suspended' ? show : undefined,
  }
}
