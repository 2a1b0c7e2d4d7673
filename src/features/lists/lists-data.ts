import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import * as z from 'zod/mini'
import * as heads from '#messages/page-heads.js'
import type { Site } from '#shared/site.ts'
import type { Db } from '~/lib/db-client'
import { DataError, dataOf } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'

/** From so many tools on a list is offered to search engines; the sitemap's function has the same number. */
const INDEXED_FROM = 3

const toolsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    logo: z.nullable(z.string()),
    short_description: z.string(),
    note: z.nullable(z.string()),
  }),
)

export type MemberList = Awaited<ReturnType<typeof getList>>
export type ListedTool = MemberList['tools'][number]

/** A list with its tools in order. Private and hidden ones are found by their owner alone. */
export async function getList(db: Db, address: string, signal: AbortSignal) {
  if (!/^[0-9a-f]{12}$/.test(address)) throw notFound()
  const [list] = await dataOf(db.rpc('get_list', { address }, { get: true }), 'unknown', signal)
  if (!list) throw notFound()
  const tools = toolsSchema.safeParse(list.tools)
  if (!tools.success) throw new DataError('unknown', { status: 200 })
  return { ...list, address, tools: tools.data }
}

/** A list as everybody sees it. */
export const listQuery = (address: string) =>
  queryOptions({
    queryKey: ['member-lists', address],
    queryFn: async ({ signal }) => getList(await loadDb('unknown'), address, signal),
  })

/** Loads a list's page and returns its head. */
export async function loadList(queryClient: QueryClient, site: Site, address: string) {
  const { name, username, tools } = await queryClient.ensureQueryData(listQuery(address))
  return {
    path: `/lists/${address}`,
    title: heads.named({ name, site: site.name }),
    description: heads.aboutList({ ...site, username, name, count: tools.length }),
    feed: { path: `/lists/${address}/feed.xml`, title: name },
    index: tools.length >= INDEXED_FROM,
  }
}
