import { DECIDED_STATES } from '~/lib/moderation-states'

/** The parts of the inbox; the first is the default. */
export const INBOX_TABS = ['reports', 'appeals', 'alerts'] as const
export type InboxTab = (typeof INBOX_TABS)[number]

/** Values of the filter (section 9); the first is the default. */
export const FILTERS = ['pending', ...DECIDED_STATES, 'all'] as const
export type FlagFilter = (typeof FILTERS)[number]

/** Search parameters of /admin/flags; defaults and empty texts are not spelled. */
export type FlagsSearch = {
  tab?: Exclude<InboxTab, 'reports'> | undefined
  status?: FlagFilter | undefined
  q?: string | undefined
  order?: 'oldest' | undefined
  /** Only what this member wrote or reported. */
  member?: string | undefined
  /** Only the tool with this slug. */
  tool?: string | undefined
}

/** The database compares this many characters; more would only lengthen URLs. */
const QUERY_MAX = 100

/** Reads `?tab=appeals&status=approved&q=text`; invalid values are ignored. */
export function readFlagsSearch(address: Record<string, unknown>): FlagsSearch {
  const { tab, status, order } = address
  const filter = FILTERS.find((known) => known === status)
  return {
    tab: tab === 'appeals' || tab === 'alerts' ? tab : undefined,
    status: filter === 'pending' ? undefined : filter,
    q: readText(address.q),
    order: order === 'oldest' ? order : undefined,
    member: readText(address.member),
    tool: readText(address.tool),
  }
}

/** A number in an address may be a name; the router reads it as one. */
function readText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? `${value}` : value
  return (typeof text === 'string' && [...text.trim()].slice(0, QUERY_MAX).join('')) || undefined
}
