import { describe, expect, test } from 'vitest'
import { PLATFORMS, PRICINGS } from '#shared/facts.ts'
import { visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, type Category, type Tool } from './rows.ts'

/** Lists filtered by facts: any value of a facet, all facets together, in a union of categories; and the counts. */

type Facets = { pricings?: string[]; open_sources?: string[]; platforms?: string[] }
type Fact = { pricing: string | null; open_source: boolean | null; platforms: string[] }
type Placed = { tool: Tool; fact: Fact; categories: Category[] }

/** The same numbers in every run. */
let seed = 7
const random = (below: number) => {
  seed = (seed * 48271) % 2147483647
  return seed % below
}
const some = <Value>(values: readonly Value[], share: number) => values.filter(() => random(100) < share)

const server = await testServer({ SEED: 'none' })
const db = visitor(server)
const categories = [
  await addCategory(server.sql),
  await addCategory(server.sql),
  await addCategory(server.sql),
]
const all: Placed[] = []
for (let n = 0; n < 60; n++) {
  const fact = {
    pricing: [...PRICINGS, null][random(5)] ?? null,
    open_source: [true, false, null][random(3)] ?? null,
    platforms: some(PLATFORMS, random(4) * 20),
  }
  const own = some(categories, 45)
  const tool = await addTool(server.sql, { created_at: new Date(Date.UTC(2026, 0, n)).toISOString() }, own)
  // After it was placed, so that a change has to reach all its lists.
  await server.sql`update public.tools set ${server.sql(fact)} where id = ${tool.id}`
  all.push({ tool, fact, categories: own })
}

const isShown = ({ fact, categories: own }: Placed, chosen: Category[], facets: Facets) =>
  (chosen.length === 0 || chosen.some((category) => own.includes(category))) &&
  hasOne(facets.pricings, [fact.pricing ?? 'unknown']) &&
  hasOne(facets.open_sources, [fact.open_source === null ? 'unknown' : fact.open_source ? 'yes' : 'no']) &&
  hasOne(facets.platforms, fact.platforms.length > 0 ? fact.platforms : ['unknown'])

const hasOne = (wanted: readonly string[] = [], own: readonly string[]) =>
  wanted.length === 0 || wanted.some((value) => own.includes(value))

const expected = (chosen: Category[], facets: Facets) =>
  all.filter((placed) => isShown(placed, chosen, facets)).map(({ tool }) => tool.id)

const ids = (chosen: Category[]) => chosen.map(({ id }) => id)

type Last = { created_at: string; id: string }

async function list(chosen: Category[], facets: Facets, last?: Last, max_results = 100) {
  const after = last && { after_at: last.created_at, after_id: last.id }
  const request = { category_ids: ids(chosen), max_results, ...after, ...facets }
  const { data, error } = await db.rpc('list_tools', request, { get: true })
  expect(error).toBeNull()
  return data ?? []
}

/** The same facets, and with each also the tools where nobody entered it. */
const withUnknown = (facets: Required<Facets>) => {
  const wider = (values: string[]) => (values.length > 0 ? [...values, 'unknown'] : values)
  return {
    pricings: wider(facets.pricings),
    open_sources: wider(facets.open_sources),
    platforms: wider(facets.platforms),
  }
}

const combinations = Array.from({ length: 12 }, (_, n) => n)
const pick = (share: number) => ({
  chosen: some(categories, 40),
  facets: {
    pricings: some([...PRICINGS, 'unknown'], 30 * share),
    open_sources: some(['yes', 'no', 'unknown'], 30 * share),
    platforms: some([...PLATFORMS, 'unknown'], 15 * share),
  },
})

test.each(combinations)('combination %i lists and counts like the rows', async (place) => {
  // The first ones are of categories alone.
  const { chosen, facets } = pick(place < 4 ? 0 : 1)
  const rows = await list(chosen, facets)
  expect(rows.map(({ id }) => id)).toEqual(expected(chosen, facets).reverse())
  if (rows.length > 0) expect(rows[0]?.total).toBe(rows.length)
  const second = rows[2] ? await list(chosen, facets, rows[2], 4) : []
  expect(second.map(({ id }) => id)).toEqual(rows.slice(3, 7).map(({ id }) => id))
  for (const { total } of second) expect(total).toBeNull()

  const { data: values } = await db.rpc(
    'count_facets',
    { category_ids: ids(chosen), ...facets },
    { get: true },
  )
  const shown = (more: Facets) => expected(chosen, { ...facets, ...more }).length
  const wanted = [
    ...[...PRICINGS, 'unknown'].map((value) => [
      'pricing',
      value,
      shown({ pricings: [...facets.pricings, value] }),
    ]),
    ...['yes', 'no', 'unknown'].map((value) => [
      'open_source',
      value,
      shown({ open_sources: [...facets.open_sources, value] }),
    ]),
    ...[...PLATFORMS, 'unknown'].map((value) => [
      'platforms',
      value,
      shown({ platforms: [...facets.platforms, value] }),
    ]),
    ['all', 'unknown', shown(withUnknown(facets))],
  ]
  expect(values?.map(({ facet, value, tools }) => [facet, value, tools]).sort()).toEqual(wanted.sort())

  const { data: counts } = await db.rpc(
    'count_categories',
    { selected: ids(chosen), ...facets },
    { get: true },
  )
  for (const category of categories) {
    const now = chosen.length > 0 ? expected(chosen, facets).length : 0
    expect(counts?.find(({ category_id }) => category_id === category.id)).toEqual({
      category_id: category.id,
      tools: expected([category], facets).length,
      added: expected([...chosen, category], facets).length - now,
    })
  }
})

test('every order filters alike', async () => {
  const facets = { pricings: ['free', 'paid'], platforms: ['web', 'ios'] }
  for (const sort of ['newest', 'top', 'trending']) {
    const { data } = await db.rpc('list_tools', { sort, max_results: 100, ...facets }, { get: true })
    expect(data?.map(({ id }) => id).sort()).toEqual(expected([], facets).sort())
  }
})

describe('unusual arguments', () => {
  const odd: [what: string, given: Facets, same: Facets | null][] = [
    ['a value nobody knows', { pricings: ['gratis'] }, null],
    ['one beside a known one', { pricings: ['free', "'); drop table tools"] }, { pricings: ['free'] }],
    ['one of two facets', { pricings: ['free'], platforms: ['toaster'] }, null],
    ['a value twice', { platforms: ['web', 'web'] }, { platforms: ['web'] }],
    ['neither yes nor no', { open_sources: ['true', 't', ''] }, null],
    ['very many values', { platforms: Array.from({ length: 900 }, (_, n) => `p${n}`) }, null],
  ]
  test.each(odd)('%s', async (_what, given, same) => {
    const { data, error } = await db.rpc('list_tools', { max_results: 100, ...given })
    expect(error).toBeNull()
    expect(data?.map(({ id }) => id)).toEqual(same ? expected([], same).reverse() : [])
  })

  test('nulls do not filter', async () => {
    const response = await fetch(
      `${server.url}/rest/v1/rpc/list_tools?pricings={NULL}&open_sources={NULL}&platforms={NULL}&max_results=100`,
      { headers: { apikey: server.publishableKey } },
    )
    expect(await response.json()).toHaveLength(60)
  })
})

test('the sets follow new, changed and deleted tools', async () => {
  const { sql } = server
  const kept = () => sql`
    select c.facet, c.value, sum(bit_count(s.tools))::int as tools
    from private.code_sets s join private.filter_codes c using (code)
    group by 1, 2 having sum(bit_count(s.tools)) > 0 order by 1, 2`
  const counted = () => sql`
    select facet, value, count(*)::int as tools
    from (
      select 'listed', 'yes' from public.tools
      union all select 'pricing', pricing from public.tools
      union all select 'open_source', case when open_source then 'yes' when not open_source then 'no' end from public.tools
      union all select 'platforms', unnest(platforms) from public.tools
      union all select 'category', category_id::text from public.tool_categories
    ) of_tools (facet, value)
    where value is not null group by 1, 2 order by 1, 2`
  const before = await kept()
  expect(before).toEqual(await counted())
  await sql`
    insert into public.tools (name, slug, short_description, website_url, pricing, platforms)
    select 'Counted', 'counted-' || n, 'Text', 'https://tool.example', 'paid', array['web'] from generate_series(1, 5) n`
  expect(await kept()).toEqual(await counted())
  expect((await db.rpc('count_tools', {})).data).toBe(65)
  await sql`update public.tools set pricing = 'free', open_source = true where slug like 'counted-%'`
  expect(await kept()).toEqual(await counted())
  await sql`insert into public.tool_categories (tool_id, category_id)
    select id, ${categories[0]?.id ?? ''} from public.tools where slug like 'counted-%'`
  expect(await kept()).toEqual(await counted())
  await sql`delete from public.tools where slug like 'counted-%'`
  expect(await kept()).toEqual(before)
})
