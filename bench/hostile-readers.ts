import { setTimeout as sleep } from 'node:timers/promises'
import { member, type Person, raw } from '../tests/support/actors.ts'
import type { ServerProcess, TestServer } from '../tests/support/test-server.ts'
import { residentMegabytes } from './fire.ts'
import { generateCatalogue, LARGE } from './generate-catalogue.ts'
import { withOwnSite } from './own-server.ts'

/**
 * How long a visitor waits for pages made anew, uncached reads and writes, with and without twelve strangers on twelve
 * networks who send the most expensive requests possible. On the large catalogue, with the limits on.
 */

const CONNECTIONS = 12
const REQUESTS = 120
/** Pause between two requests of the visitor. */
const PAUSE_MS = 100
/** Time for the hostile readers to start. */
const LEAD_MS = 3000

/** A request with a new URL each time: a read of /rest/v1, or anything else by a path from the root. */
type Attack = (turn: number) => string | { path: string; method: string; body: string }

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

/** 28 words in 200 characters. */
const words = (turn: number) =>
  Array.from({ length: 28 }, (_, i) => WORDS[(turn * 7 + i * 3) % WORDS.length]?.slice(0, 6))
    .join(' ')
    .slice(0, 190) +
  (turn % 1e6)
/** A write by nobody. */
const write = (path: string, body: string) => ({ path: `/rest/v1/${path}`, method: 'POST', body })
const rowOf = (columns: number) => `{${list(columns, (i) => `"c${i}":1`)}}`
const VALUES = `[${list(1000, () => rowOf(65))}]`
const ROWS = `[${list(70_000, () => '{"a":1}')}]`
const MEGABYTE = JSON.stringify({ query: 'x'.repeat(1_000_000) })

const auth = (call: string, body: object) => ({
  path: `/auth/v1/${call}`,
  method: 'POST',
  body: JSON.stringify(body),
})

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
  ['twelve characters', (turn) => `rpc/search_similar?query=${text(turn, 12)}`],
  [
    'a hundred times the longest column',
    (turn) => `tools?select=${list(100, (i) => `c${i}:long_description`)}&name=neq.${turn}`,
  ],
  [
    'every column three times',
    (turn) => `tools?select=*,*,*,${list(3, (i) => `c${i}:long_description`)}&name=neq.${turn}`,
  ],
  ['forty whole rows', (turn) => `tools?select=${list(40, (i) => `c${i}:tools`)}&name=neq.${turn}`],
  ['28 words', (turn) => `rpc/search_tools?query=${words(turn)}`],
  ['search pages', (turn) => `/search?q=${WORDS[turn % WORDS.length]}+${turn}`],
  ['search pages of 28 words', (turn) => `/search?q=${words(turn)}`],
  [
    'five pages of home',
    (turn) => `/?show=75&sort=top&categories=category-${1 + (turn % 500)},category-${1 + ((turn * 7) % 499)}`,
  ],
  ['pages of tools', (turn) => `/tools/tool-${1 + ((turn * 13) % 100_000)}`],
  ['pages not found', (turn) => `/nowhere-${turn}`],
  ['tools not found', (turn) => `/tools/nothing-${turn}`],
  ['feeds', (turn) => `/tools/tool-${1 + ((turn * 13) % 100_000)}/feed.xml`],
  ['previews', (turn) => `/social/tools/tool-${1 + ((turn * 13) % 100_000)}.png`],
  [
    'wrong passwords',
    (turn) =>
      auth('token?grant_type=password', { email: `nobody-${turn}@example.org`, password: 'a wrong one' }),
  ],
  [
    'sign-ups',
    (turn) =>
      auth('signup', {
        email: `nobody-${turn}@example.org`,
        password: 'long enough',
        data: { full_name: 'Nobody', username: `nobody-${turn}` },
      }),
  ],
  ['writes of 65,000 values', () => write('tools', VALUES)],
  ['bodies of a megabyte', () => write('rpc/search_tools', MEGABYTE)],
  ['70,000 rows', () => write('tools', ROWS)],
]

/** `words`: only attacks with one of them in their name; all if there are none. */
export async function measureHostileReaders(
  print: (line: string) => void,
  words: readonly string[],
): Promise<void> {
  const chosen = ATTACKS.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)))
  await withOwnSite({ TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' }, async (server) => {
    await generateCatalogue(server.sql, LARGE)
    print(
      '| strangers | p95 without | p95 with | ratio: pages, reads, writes | visitor refused | what the strangers got | memory |',
    )
    print('|---|---|---|---|---|---|---|')
    const person = await member(server)
    await visit(server, person, 0)
    for (const [index, [name, attack]] of chosen.entries())
      await measure(server, person, { name, attack, index }, print)
  })
}

interface Run {
  name: string
  attack: Attack
  index: number
}

async function measure(
  server: ServerProcess,
  person: Person,
  { name, attack, index }: Run,
  print: (line: string) => void,
): Promise<void> {
  const without = await visit(server, person, index * 2 + 1)
  const got = new Map<number, number>()
  const stopping = new AbortController()
  let most = 0
  const watching = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(server.process.pid ?? 0))
  }, 500)
  const hostile = Array.from({ length: CONNECTIONS }, async (_, connection) => {
    // Other networks than in the previous run, whose budget is used up.
    const headers = { 'x-forwarded-for': `198.51.${100 + index}.${connection}` }
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const made = attack(connection * 1_000_000 + turn)
      const { path, ...init } = typeof made === 'string' ? { path: made } : made
      const address = path.startsWith('/') ? path : `/rest/v1/${path}`
      const status = await ask(server, address, { ...init, headers, signal: stopping.signal }).catch(() => 0)
      got.set(status, (got.get(status) ?? 0) + 1)
    }
  })
  await sleep(LEAD_MS)
  const beside = await visit(server, person, index * 2 + 2)
  stopping.abort()
  await Promise.all(hostile)
  clearInterval(watching)
  const show = (figures: Visit) => KINDS.map((kind) => figures.p95[kind].toFixed(0)).join(', ')
  const ratios = KINDS.map((kind) => (beside.p95[kind] / without.p95[kind]).toFixed(1)).join(', ')
  const answers = [...got].map(([status, count]) => `${status || 'broken off'}: ${count}`).join(', ')
  print(
    `| ${name} | ${show(without)} ms | ${show(beside)} ms | ${ratios} | ${beside.failures.join(' ') || 'never'} | ${answers} | ${most} MB |`,
  )
}

const KINDS = ['pages', 'reads', 'writes'] as const
type Kind = (typeof KINDS)[number]

/** The 95th percentile of each kind of request, in milliseconds, and the statuses of what failed. */
interface Visit {
  p95: Record<Kind, number>
  failures: number[]
}

/** A person who opens pages, reads lists, searches, and changes their name; nothing is cached. */
async function visit(server: TestServer, person: Person, round: number): Promise<Visit> {
  const card = 'id,name,slug,logo,short_description,featured,upvote_count,created_at,categories(id,name,slug)'
  const times: Record<Kind, number[]> = { pages: [], reads: [], writes: [] }
  const failures: number[] = []
  const headers = { 'x-forwarded-for': `203.0.113.${round}` }
  for (let turn = 0; turn < REQUESTS; turn++) {
    const place = round * REQUESTS + turn
    const requests: [Kind, () => Promise<number>][] = [
      ['pages', () => ask(server, `/tools/tool-${50_000 + place}`, { headers })],
      [
        'reads',
        () =>
          ask(
            server,
            // Never cached, and no further down than people go: rows far down are slow reads (decision 047).
            `/rest/v1/tools?select=${card}&order=created_at.desc,id.desc&limit=15&offset=${turn}&name=neq.${place}`,
            { headers },
          ),
      ],
      [
        'reads',
        () =>
          ask(server, `/rest/v1/rpc/search_catalogue?query=${WORDS[turn % WORDS.length]} ${place}`, {
            headers,
          }),
      ],
      [
        'writes',
        () =>
          ask(
            server,
            `/rest/v1/profiles?id=eq.${person.id}`,
            { method: 'PATCH', body: JSON.stringify({ full_name: `Visitor ${place}` }), headers },
            person.accessToken,
          ),
      ],
    ]
    const [kind, send] = requests[turn % requests.length] ?? []
    if (!kind || !send) continue
    const started = performance.now()
    const status = await send()
    times[kind].push(performance.now() - started)
    if (status >= 300) failures.push(status)
    await sleep(PAUSE_MS)
  }
  const p95 = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * 0.95)] ?? 0
  return { p95: { pages: p95(times.pages), reads: p95(times.reads), writes: p95(times.writes) }, failures }
}

async function ask(server: TestServer, path: string, init: RequestInit, token?: string): Promise<number> {
  const response = await raw(server, path, init, token)
  await response.arrayBuffer()
  return response.status
}
