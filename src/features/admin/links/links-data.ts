import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { PAGE_ROWS } from '../list-search'
import type { LinksSearch } from './links-search'

export type LinkStatus = Awaited<ReturnType<typeof listLinks>>['status']
export type CheckedLink = Awaited<ReturnType<typeof listLinks>>['rows'][number]

/** One page, how many there are of each kind, and how far the checks are. */
async function listLinks(db: Db, { state, page }: LinksSearch, signal: AbortSignal) {
  const request = { state, page, page_size: PAGE_ROWS }
  const [status, list] = await Promise.all([
    db.rpc('get_link_status', undefined, { get: true }).abortSignal(signal).single(),
    db.rpc('list_link_checks', request, { get: true }).abortSignal(signal),
  ])
  assertAnswered(status, 'loadLinks', signal)
  assertAnswered(list, 'loadLinks', signal)
  return { status: status.data, rows: list.data, total: list.data[0]?.total ?? 0 }
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
  mutationFn: async (tool_ids: readonly string[]): Promise<number> => {
    const answer = await getDb().rpc('check_links_again', { tool_ids: [...tool_ids] })
    assertAnswered(answer, 'checkLinks')
    return answer.data
  },
  meta: { failure: 'checkLinks' },
})

/** Another address of a tool. */
export type AddressChange = { tool_id: string; name: string; from: string; to: string }

/** Returns for each why it was not done, or that it was. */
export const replaceAddressesMutation = mutationOptions({
  mutationFn: async (wanted: readonly AddressChange[]) => {
    const changes = wanted.map(({ tool_id, from, to }) => ({ tool_id, from, to }))
    const answer = await getDb().rpc('replace_addresses', { changes })
    assertAnswered(answer, 'replaceAddresses')
    const outcomes = new Map(answer.data.map(({ tool_id, outcome }) => [tool_id, outcome]))
    return wanted.map((change) => ({ ...change, outcome: outcomes.get(change.tool_id) ?? 'gone' }))
  },
  meta: { failure: 'replaceAddresses' },
})
