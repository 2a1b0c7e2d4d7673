import { setTimeout as sleep } from 'node:timers/promises'
import { importStarter } from '../server/product/import-export/import-starter.ts'
import { liftDailyLimit, member, type Person, raw } from '../tests/support/actors.ts'
import type { ServerProcess } from '../tests/support/test-server.ts'
import { residentMegabytes } from './fire.ts'
import { withOwnSite } from './own-server.ts'

/**
 * Ten minutes of a busy day's mix: pages, clients' reads, searches, sign-ins, recommendations, feeds, previews, unknown
 * URLs. Records the memory of the node process.
 */

const SECONDS = 600
const CONNECTIONS = 8
const WATCH_SECONDS = 30
const PEOPLE = 40

type Act = (turn: number) => Promise<{ status: number }>

export const measureMixed = (print: (line: string) => void): Promise<void> =>
  withOwnSite({ RATE_LIMITS: 'off', LOG_LEVEL: 'info' }, async (server) => {
    await importStarter(server.sql)
    await run(server, await actsOf(server), print)
  })

async function run(server: ServerProcess, acts: Act[], print: (line: string) => void): Promise<void> {
  const memory = () => residentMegabytes(server.process.pid ?? 0)
  const times: number[] = []
  const refused = new Map<number, number>()
  const end = performance.now() + SECONDS * 1000
  let turns = 0
  const lanes = Array.from({ length: CONNECTIONS }, async () => {
    while (performance.now() < end) {
      const turn = turns++
      const asked = performance.now()
      // Round robin instead of random, so that two runs do the same.
      const { status } = (await acts[turn % acts.length]?.(turn)) ?? { status: 0 }
      times.push(performance.now() - asked)
      if (status >= 500 || status === 0) refused.set(status, (refused.get(status) ?? 0) + 1)
    }
  })
  const watched = [await memory()]
  while (performance.now() < end) {
    await sleep(Math.min(WATCH_SECONDS * 1000, Math.max(0, end - performance.now())))
    watched.push(await memory())
  }
  await Promise.all(lanes)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]?.toFixed(1)
  print(
    `mixed load, ${SECONDS} s: ${(times.length / SECONDS).toFixed(0)} requests/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
      `errors ${JSON.stringify(Object.fromEntries(refused))}`,
  )
  print(`memory of the node process every ${WATCH_SECONDS} s, MB: ${watched.join(' ')}`)
}

/** The actions, each repeated by its frequency. */
async function actsOf(server: ServerProcess): Promise<Act[]> {
  const tools = await server.sql<{ id: string; slug: string; name: string }[]>`
    select id, slug, name from public.tools order by slug`
  const categories = await server.sql<{ id: string; slug: string }[]>`
    select id, slug from public.categories order by slug`
  const people: Person[] = []
  for (let index = 0; index < PEOPLE; index++) people.push(await member(server))
  await liftDailyLimit(server.sql, people)
  const of = <T>(list: readonly T[], turn: number): T => {
    // Shuffled deterministically: occurrences of one action are evenly spaced.
    const item = list[Math.floor(turn * 0.618034 * list.length) % list.length]
    if (item === undefined) throw new Error('the starter catalogue is empty')
    return item
  }

  const read = async (address: string) => {
    const answer = await fetch(server.url + address)
    await answer.arrayBuffer()
    return answer
  }
  const call = async (address: string, init: RequestInit = {}, token?: string) => {
    const answer = await raw(server, address, init, token)
    await answer.arrayBuffer()
    return answer
  }
  const post = (address: string, body: unknown, token?: string) =>
    call(address, { method: 'POST', body: JSON.stringify(body) }, token)

  const often: [number, Act][] = [
    [8, () => read('/')],
    [4, (turn) => read(`/?categories=${of(categories, turn).slug}`)],
    [2, (turn) => read(`/?sort=top&show=${30 + (turn % 3) * 15}`)],
    [10, (turn) => read(`/tools/${of(tools, turn).slug}`)],
    [2, () => read('/categories')],
    [4, (turn) => read(`/categories/${of(categories, turn).slug}`)],
    [3, (turn) => read(`/tools/nothing-here-${turn}`)],
    [2, (turn) => read(`/social/tools/${of(tools, turn).slug}.png`)],
    [1, () => read('/feed.xml')],
    [1, () => read('/sitemap.xml')],
    [
      6,
      (turn) =>
        call(`/rest/v1/tools?select=*,categories(*)&order=created_at.desc&limit=15&offset=${turn % 45}`),
    ],
    [4, (turn) => call(`/rest/v1/tool_upvotes?select=*&tool_id=eq.${of(tools, turn).id}`)],
    [3, (turn) => post('/rest/v1/rpc/search_tools', { query: of(tools, turn).name.slice(0, 3) })],
    [
      1,
      (turn) => {
        const { email, password } = of(people, turn)
        return post('/auth/v1/token?grant_type=password', { email, password })
      },
    ],
    [
      4,
      async (turn) => {
        const person = of(people, turn)
        const { id } = of(tools, turn)
        return post(
          '/rest/v1/tool_upvotes',
          { tool_id: id, user_id: person.id, reason: `Turn ${turn}` },
          person.accessToken,
        )
      },
    ],
    [
      3,
      (turn) => {
        const person = of(people, turn)
        const mine = `/rest/v1/tool_upvotes?user_id=eq.${person.id}&tool_id=eq.${of(tools, turn + 7).id}`
        return call(mine, { method: 'DELETE' }, person.accessToken)
      },
    ],
    [
      2,
      (turn) =>
        call(`/rest/v1/profiles?select=*&id=eq.${of(people, turn).id}`, {}, of(people, turn).accessToken),
    ],
  ]
  // Interleaved, so that no action is repeated in a row.
  const acts: Act[] = []
  for (let round = 0; round < 10; round++) for (const [times, act] of often) if (round < times) acts.push(act)
  return acts
}
