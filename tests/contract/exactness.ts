import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { type Endpoint, raw } from '../support/actors.ts'

/** Requests many URLs from several processes, one of which caches nothing, and compares. */

interface Seen {
  status: number
  body: string
  location: string | null
  range: string | null
}

/** The process that wrote, and another. */
interface Endpoints {
  here: Endpoint
  there: Endpoint
  /** Caches nothing: its answers are the reference. */
  oracle: Endpoint
}

async function see(endpoint: Endpoint, address: string): Promise<Seen> {
  const init = { redirect: 'manual' as const, headers: { prefer: 'count=exact' } }
  const answer = await (address.startsWith('/rest/')
    ? raw(endpoint, address, init)
    : fetch(endpoint.url + address, init))
  return {
    status: answer.status,
    body: await answer.text(),
    location: answer.headers.get('location'),
    range: answer.headers.get('content-range'),
  }
}

export async function seeAll(endpoint: Endpoint, addresses: readonly string[]): Promise<Map<string, Seen>> {
  return new Map(
    await Promise.all(addresses.map(async (address) => [address, await see(endpoint, address)] as const)),
  )
}

/** Makes a change while everything is cached: every process then shows it. What it missed once stays as it was. */
export async function expectExact(
  { here, there, oracle }: Endpoints,
  addresses: readonly string[],
  change: () => PromiseLike<unknown>,
  changed: readonly string[],
): Promise<void> {
  // Entries cached until now were compared after the previous change.
  for (const endpoint of [here, there]) await seeAll(endpoint, addresses)
  const before = await seeAll(here, addresses)
  await change()
  for (const endpoint of [here, there])
    await expect
      .poll(async () => differences(await seeAll(endpoint, addresses), await seeAll(oracle, addresses)))
      .toEqual([])
  const now = await seeAll(oracle, addresses)
  const differs = [...now.keys()].filter((address) => now.get(address)?.body !== before.get(address)?.body)
  expect(differs).toEqual(expect.arrayContaining([...changed]))
}

/** The first difference of each page instead of whole pages. */
const differences = (seen: Map<string, Seen>, wanted: Map<string, Seen>): string[] =>
  [...wanted].flatMap(([address, right]) => {
    if (isDeepStrictEqual(seen.get(address), right)) return []
    const [is, should] = [JSON.stringify(seen.get(address)), JSON.stringify(right)]
    const at = [...should].findIndex((character, index) => character !== is?.[index])
    return [`${address}: …${is?.slice(at - 40, at + 60)}… and not …${should.slice(at - 40, at + 60)}…`]
  })

/** Public pages of the tools `first` and `other` and the categories `apps` and `music`. */
export const PAGES = [
  ...['/', '/?categories=apps', '/?sort=top', '/?sort=trending', '/categories', '/categories/apps'],
  ...[
    '/categories/music',
    '/tools/first',
    '/tools/other',
    '/tools/new',
    '/tools/renamed',
    '/terms',
    '/moderation',
  ],
  ...['/members/first-writer', '/members/newer-name'],
  ...['/alternatives/first', '/alternatives/other', '/compare?tools=first,other', '/compare?tools=first,new'],
]

/** Public reads about this tool and this member, and of everything. */
export const publicReads = (tool: { id: string }, writer: { id: string }) => [
  '/rest/v1/tools?select=id,name,slug,logo&order=created_at.desc',
  '/rest/v1/tools?select=*,categories(id,name,slug)&order=created_at.desc',
  `/rest/v1/tools?select=upvote_count&id=eq.${tool.id}`,
  '/rest/v1/tools?select=name&order=upvote_count.desc,name',
  '/rest/v1/tools?select=name&upvote_count=gt.1',
  '/rest/v1/categories?select=*&order=name',
  '/rest/v1/tool_categories?select=tool_id,category_id&order=id',
  `/rest/v1/tool_upvotes?select=id,reason,user_id,profiles(username)&tool_id=eq.${tool.id}&order=id`,
  '/rest/v1/tool_upvotes?select=id,tools(name,upvote_count)&order=id',
  `/rest/v1/profiles?select=username&id=eq.${writer.id}`,
  '/rest/v1/rpc/search_catalogue?query=f',
  `/rest/v1/rpc/list_alternatives?tool_id=${tool.id}`,
  '/rest/v1/rpc/compare_tools?slugs={first,other}',
  '/rest/v1/rpc/compare_tools?slugs={first,other}&upvote_count=gt.1',
  '/rest/v1/rpc/list_category_samples',
  '/rest/v1/rpc/list_tools?sort=newest',
  '/rest/v1/rpc/list_tools?sort=top',
]
