import { setTimeout as sleep } from 'node:timers/promises'
import { raw } from '../tests/support/actors.ts'
import { startCluster } from '../tests/support/cluster.ts'
import { startServerProcess, type TestServer } from '../tests/support/test-server.ts'
import { generateCatalogue, LARGE, POPULAR } from './generate-catalogue.ts'

/**
 * How long a visitor waits for uncached reads, with and without twelve connections that send the most expensive reads
 * possible: all from one network, and each from another. On the large catalogue, with the limits on.
 */

const CONNECTIONS = 12
const READS = 150
/** Pause between two reads of the visitor. */
const PAUSE_MS = 50
/** Time for the hostile readers to start. */
const LEAD_MS = 3000

/** A read with a new URL each time, or a call of /auth/v1 with a new body. */
type Attack = (turn: number) => string | { call: string; body: object }

const list = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join()
const term = (turn: number) => (index: number) => `short_description.ilike.*q${turn}z${index}*`
const WORDS = [
  'quartz',
  'river',
  'ember',
  'willow',
  'falcon',
  'meadow',
  'lantern',
  'harbor',
  'cinder',
  'orchid',
]
const text = (turn: number, length: number) =>
  Array.from({ length: 20 }, (_, i) => WORDS[(turn * 7 + i * 3) % WORDS.length])
    .join(' ')
    .slice(0, length - 6) +
  (turn % 1e6)
const nested = 'categories(id,tools(id,name,tool_upvotes(id,reason)))'

const ATTACKS: [name: string, attack: Attack][] = [
  ['300 conditions', (turn) => `tools?or=(${list(300, term(turn))})`],
  ['as many patterns as allowed', (turn) => `tools?or=(${list(20, term(turn))})`],
  ['a pattern of names', (turn) => `tools?or=(name.ilike.*q${turn}z*,short_description.ilike.*q${turn}z*)`],
  [
    'rows far down',
    (turn) => `tools?select=*,categories(*)&order=short_description&offset=${90_000 + (turn % 9000)}`,
  ],
  ['scans of all rows', (turn) => `tools?short_description=eq.q${turn}`],
  ['200 embeds', (turn) => `tools?select=id,${list(200, (i) => `e${i}:categories(id)`)}&name=neq.${turn}`],
  [
    'the most expensive embeds allowed',
    (turn) => `tools?select=id,${nested},tool_upvotes(id)&name=neq.${turn}`,
  ],
  ['the largest answers', (turn) => `categories?select=id,tools(id)&name=neq.${turn}&limit=300`],
  ['a hundred characters', (turn) => `rpc/search_similar?query=${text(turn, 100)}`],
  ['a task in 180 characters', (turn) => `rpc/search_tools?query=${text(turn, 180)}`],
  [
    'wrong passwords',
    (turn) => ({
      call: 'token?grant_type=password',
      body: { email: `nobody-${turn}@example.org`, password: 'a wrong one' },
    }),
  ],
  [
    'sign-ups',
    (turn) => ({
      call: 'signup',
      body: {
        email: `nobody-${turn}@example.org`,
        password: 'long enough',
        data: { full_name: 'Nobody', username: `nobody-${turn}` },
      },
    }),
  ],
  ['twelve characters', (turn) => `rpc/search_similar?query=${text(turn, 12)}`],
]

/** `words`: only attacks with one of them in their name; all if there are none. */
export async function measureHostileReaders(
  print: (line: string) => void,
  words: readonly string[],
): Promise<void> {
  const chosen = ATTACKS.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)))
  const cluster = await startCluster()
  Object.assign(process.env, { TEST_CLUSTER_URL: cluster.url, TEST_TEMPLATE: cluster.template })
  const server = await startServerProcess({ TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' })
  try {
    await generateCatalogue(server.sql, LARGE)
    print(
      '| attack | from | p50 without | p95 without | p50 with | p95 with | p95 ratio | visitor refused | what the attackers got |',
    )
    print('|---|---|---|---|---|---|---|---|---|')
    await readAsVisitor(server, 0)
    for (const [index, [name, attack]] of chosen.entries())
      for (const networks of [1, CONNECTIONS]) await measure(server, { name, attack, networks, index }, print)
  } finally {
    await server.close()
    await cluster.stop()
  }
}

interface Run {
  name: string
  attack: Attack
  networks: number
  index: number
}

async function measure(server: TestServer, run: Run, print: (line: string) => void): Promise<void> {
  const { name, attack, networks, index } = run
  const round = index * 2 + (networks > 1 ? 1 : 0)
  const without = await readAsVisitor(server, round * 2 + 1)
  const got = new Map<number, number>()
  const stopping = new AbortController()
  const hostile = Array.from({ length: CONNECTIONS }, async (_, connection) => {
    // Other networks than in the previous run, whose budget is used up.
    const client = `198.51.${100 + round}.${networks > 1 ? connection : 0}`
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const asked = attack(connection * 1_000_000 + turn)
      const [path, body] =
        typeof asked === 'string'
          ? [`/rest/v1/${asked}`]
          : [`/auth/v1/${asked.call}`, JSON.stringify(asked.body)]
      const init = { signal: stopping.signal, ...(body && { method: 'POST', body }) }
      const status = await ask(server, path, client, init).catch(() => 0)
      if (status) got.set(status, (got.get(status) ?? 0) + 1)
    }
  })
  await sleep(LEAD_MS)
  const beside = await readAsVisitor(server, round * 2 + 2)
  stopping.abort()
  await Promise.all(hostile)
  const show = (ms: number) => `${ms.toFixed(1)} ms`
  const figures = [without.p50, without.p95, beside.p50, beside.p95].map(show).join(' | ')
  const answers = [...got].map(([status, count]) => `${status}: ${count}`).join(', ')
  const from = networks > 1 ? `${networks} networks` : 'one network'
  print(
    `| ${name} | ${from} | ${figures} | ${(beside.p95 / without.p95).toFixed(1)} | ${beside.failures.join(' ') || 'never'} | ${answers} |`,
  )
}

/** Pages of lists, a search and recommendations, all uncached. */
async function readAsVisitor(
  server: TestServer,
  round: number,
): Promise<{ p50: number; p95: number; failures: number[] }> {
  const card = 'id,name,slug,logo,short_description,featured,upvote_count,created_at,categories(id,name,slug)'
  const [popular] = await server.sql<
    { id: string }[]
  >`select id from public.tools where slug = ${POPULAR.slug}`
  const times: number[] = []
  const failures: number[] = []
  for (let turn = 0; turn < READS; turn++) {
    const place = round * READS + turn
    const path = [
      `tools?select=${card}&order=created_at.desc,id.desc&limit=15&offset=${turn}`,
      `rpc/search_catalogue?query=${WORDS[turn % WORDS.length]} ${place}`,
      `tool_upvotes?select=id,reason,profiles(username)&tool_id=eq.${popular?.id}&order=created_at.desc,id.desc&limit=15&offset=${turn}`,
    ][turn % 3]
    const started = performance.now()
    const status = await ask(server, `/rest/v1/${path}`, `203.0.113.${round}`)
    times.push(performance.now() - started)
    if (status !== 200) failures.push(status)
    await sleep(PAUSE_MS)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
  return { p50: at(0.5), p95: at(0.95), failures }
}

async function ask(
  server: TestServer,
  path: string,
  client: string,
  init: RequestInit = {},
): Promise<number> {
  const response = await raw(server, path, { ...init, headers: { 'x-forwarded-for': client } })
  await response.arrayBuffer()
  return response.status
}
