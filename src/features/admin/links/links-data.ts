import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { PAGE_ROWS } from '../list-search'

const LINK_STATES = ['dead', 'moved', 'slow', 'refused'] as const
type LinkState = (typeof LINK_STATES)[number]
export type LinksSearch = { state: LinkState; page: number }

/** What a URL shows; what it does not know is the default. */
export const readLinksSearch = ({ state, page }: Record<string, unknown>): LinksSearch => ({
  state: LINK_STATES.find((known) => known === state) ?? 'dead',
  page: Math.min(Math.max(Math.floor(Number(page)) || 1, 1), 1_000_000),
})

export type LinkStatus = Awaited<ReturnType<typeof listLinks>>['status']
export type CheckedLink = Awaited<ReturnType<typeof listLinks>>['rows'][number]

/** One page, how many there are of each kind, and how far the checks are. */
async function listLinks(db: Db, { state, page }: LinksSearch, signal: AbortSignal) {
  const request = { state, page, page_size: PAGE_ROWS }
  const [status, rows] = await Promise.all([
    dataOf(db.rpc('get_link_status', undefined, { get: true }).single(), 'loadLinks', signal),
    dataOf(db.rpc('list_link_checks', request, { get: true }), 'loadLinks', signal),
  ])
  return { status, rows, total: rows[0]?.total ?? 0 }
}

export const LINKS = ['admin', 'links']

export const linksQuery = (search: LinksSearch) =>
  queryOptions({
    queryKey: [...LINKS, search],
    queryFn: ({ signal }) => listLinks(getDb(), search, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // While links are being checked.
    refetchInterval: ({ state: { data } }) => data !== undefined && data.status.due > 0 && 3000,
  })

export const checkAgainMutation = mutationOptions({
  mutationFn: (tool_ids: readonly string[]) =>
    dataOf(getDb().rpc('check_links_again', { tool_ids: [...tool_ids] }), 'checkLinks'),
})

/** Another address of a tool. */
export type AddressChange = { tool_id: string; name: string; from: string; to: string }

/** Returns for each why it was not done, or that it was. */
export const replaceAddressesMutation = mutationOptions({
  mutationFn: async (wanted: readonly AddressChange[]) => {
    const changes = wanted.map(({ tool_id, from, to }) => ({ tool_id, from, to }))
    const data = await dataOf(getDb().rpc('replace_addresses', { changes }), 'replaceAddresses')
    const outcomes = new Map(data.map(({ tool_id, outcome }) => [tool_id, outcome]))
    return wanted.map((change) => ({ ...change, outcome: outcomes.get(change.tool_id) ?? 'gone' }))
  },
})
