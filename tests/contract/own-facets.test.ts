import { describe, expect, test } from 'vitest'
import type { FactSetting } from '#shared/own-facts.ts'
import { visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, type Category, type Tool } from './rows.ts'

/** Lists filtered by an owner's facts, beside our own facets, and the counts: as counting the rows would have it. */

const server = await testServer({ SEED: 'none' })
const { sql } = server
const db = visitor(server)

/** The same numbers in every run. */
let seed = 11
const random = (below: number) => {
  seed = (seed * 48271) % 2147483647
  return seed % below
}
const some = <Value>(values: readonly Value[], share: number) => values.filter(() => random(100) < share)

const optionsOf = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value.toUpperCase() }))
const PLAYERS = ['solo', 'two', 'more']
const LANGUAGES = ['de', 'en', 'fr', 'ja']
const OWN: FactSetting[] = [
  { key: 'players', label: 'Players', kind: 'choice', options: optionsOf(PLAYERS), filters: true },
  { key: 'languages', label: 'Languages', kind: 'choices', options: optionsOf(LANGUAGES), filters: true },
  { key: 'expansion', label: 'Expansion', kind: 'answer', filters: true },
  { key: 'age', label: 'Age', kind: 'choice', options: optionsOf(['adult']) },
  { key: 'author', label: 'Author', kind: 'line', on_card: true },
]
const VALUES: Record<string, string[]> = {
  players: [...PLAYERS, 'unknown'],
  languages: [...LANGUAGES, 'unknown'],
  expansion: ['yes', 'no', 'unknown'],
}
const configure = (facts: FactSetting[] | null) =>
  sql`select private.write_site_settings(${JSON.stringify({ facts })}::text::jsonb, null, null)`

type Placed = { tool: Tool; values: Record<string, string[]>; categories: Category[] }

const categories = [await addCategory(sql), await addCategory(sql)]
const all: Placed[] = []
for (let n = 0; n < 50; n++) {
  // The first half has its facts before the setting filters by them.
  if (n === 25) await configure(OWN)
  else if (n === 0) await configure(OWN.map(({ filters, ...fact }) => fact))
  const [player, languages] = [[...PLAYERS, null][random(4)] ?? null, some(LANGUAGES, 30)]
  const [expansion, pricing] = [
    [true, false, null][random(3)] ?? null,
    ['free', 'paid', null][random(3)] ?? null,
  ]
  const own = some(categories, 50)
  const tool = await addTool(sql, { created_at: new Date(Date.UTC(2026, 0, n)).toISOString() }, own)
  const facts = { players: player, languages, expansion, age: 'adult', author: `Author ${n}` }
  await sql`update public.tools set own_facts = ${JSON.stringify(facts)}::text::jsonb, pricing = ${pricing}
    where id = ${tool.id}`
  const values = {
    players: [player ?? 'unknown'],
    languages: languages.length > 0 ? languages : ['unknown'],
    expansion: [expansion === null ? 'unknown' : expansion ? 'yes' : 'no'],
    pricing: [pricing ?? 'unknown'],
  }
  all.push({ tool, values, categories: own })
}

type Chosen = Record<string, string[]>
const matching = (chosen: Category[], facts: Chosen) =>
  all
    .filter(
      ({ values, categories: own }) =>
        (chosen.length === 0 || chosen.some((category) => own.includes(category))) &&
        Object.entries(facts).every(
          ([fact, wanted]) => wanted.length === 0 || wanted.some((value) => values[fact]?.includes(value)),
        ),
    )
    .map(({ tool }) => tool.id)

const argumentsOf = ({ pricing = [], ...own }: Chosen) => ({
  pricings: pricing,
  facts: Object.entries(own).flatMap(([fact, values]) => values.map((value) => `${fact}.${value}`)),
})
const ids = (chosen: Category[]) => chosen.map(({ id }) => id)

const combinations = Array.from({ length: 12 }, (_, n) => n)
const pick = () => ({
  chosen: some(categories, 40),
  facts: {
    players: some(VALUES.players ?? [], 30),
    languages: some(VALUES.languages ?? [], 20),
    expansion: some(VALUES.expansion ?? [], 25),
    pricing: some(['free', 'unknown'], 25),
  },
})

async function list(chosen: Category[], facts: Chosen, more: object = {}) {
  const { data, error } = await db.rpc(
    'list_tools',
    { category_ids: ids(chosen), max_results: 100, ...argumentsOf(facts), ...more },
    { get: true },
  )
  expect(error).toBeNull()
  return data ?? []
}

test.each(combinations)('combination %i lists and counts like the rows', async () => {
  const { chosen, facts } = pick()
  const rows = await list(chosen, facts)
  const expected = matching(chosen, facts)
  expect(rows.map(({ id }) => id)).toEqual(expected.toReversed())
  if (rows.length > 0) expect(rows[0]?.total).toBe(expected.length)
  const third = rows[2]
  if (third) {
    const next = await list(chosen, facts, { after_at: third.created_at, after_id: third.id, max_results: 4 })
    expect(next.map(({ id }) => id)).toEqual(rows.slice(3, 7).map(({ id }) => id))
    for (const { total } of next) expect(total).toBeNull()
  }

  const { data } = await db.rpc(
    'count_facets',
    { category_ids: ids(chosen), ...argumentsOf(facts) },
    { get: true },
  )
  const counts = new Map(data?.map(({ facet, value, tools }) => [`${facet} ${value}`, tools]))
  for (const [fact, values] of Object.entries({
    ...VALUES,
    pricing: ['free', 'freemium', 'paid', 'unknown'],
  }))
    for (const value of values) {
      const wider = {
        ...facts,
        [fact]: [...(Object.entries(facts).find(([name]) => name === fact)?.[1] ?? []), value],
      }
      const key = fact === 'pricing' ? `pricing ${value}` : `facts ${fact}.${value}`
      expect([key, counts.get(key)]).toEqual([key, matching(chosen, wider).length])
    }
  const withUnknown = Object.fromEntries(
    Object.entries(facts).map(([fact, values]) => [fact, values.length > 0 ? [...values, 'unknown'] : []]),
  )
  expect(counts.get('all unknown')).toBe(matching(chosen, withUnknown).length)
  expect(counts.has('facts age.adult')).toBe(false)

  const { data: added } = await db.rpc(
    'count_categories',
    { selected: ids(chosen), ...argumentsOf(facts) },
    { get: true },
  )
  for (const category of categories)
    expect(added?.find(({ category_id }) => category_id === category.id)).toEqual({
      category_id: category.id,
      tools: matching([category], facts).length,
      added: matching([...chosen, category], facts).length - (chosen.length > 0 ? expected.length : 0),
    })
})

describe('a search', () => {
  test.each(combinations.slice(0, 5))('%i is narrowed and counted alike', async () => {
    const { facts } = pick()
    const query = 'tool thing well'
    const everything = await db.rpc('search_tools', { query, max_results: 100 }, { get: true })
    expect(everything.data).toHaveLength(50)
    const { data } = await db.rpc(
      'search_tools',
      { query, max_results: 100, ...argumentsOf(facts) },
      { get: true },
    )
    expect(data?.map(({ id }) => id).sort()).toEqual(matching([], facts).sort())
    const counted = await db.rpc('count_found_facets', { query, ...argumentsOf(facts) }, { get: true })
    const wider = { ...facts, players: [...facts.players, 'solo'] }
    expect(counted.data?.find(({ value }) => value === 'players.solo')?.tools).toBe(
      matching([], wider).length,
    )
    const found = await db.rpc('count_found_categories', { query, ...argumentsOf(facts) }, { get: true })
    for (const category of categories)
      expect(found.data?.find(({ category_id }) => category_id === category.id)?.tools).toBe(
        matching([category], facts).length,
      )
  })
})

test.each([
  ['a fact nobody has', ['weather.good']],
  ['one that does not filter', ['age.adult']],
  ['another value', ['players.five']],
  ['no value', ['players']],
  ['neither', ['', '.', '..', "'); drop table tools --"]],
])('%s matches nothing', async (_what, facts) => {
  const { data, error } = await db.rpc('list_tools', { facts })
  expect(error).toBeNull()
  expect(data).toEqual([])
})

test('cards have the facts they show', async () => {
  const [newest] = await list([], {})
  expect(newest?.card_facts).toEqual({ author: 'Author 49' })
})

test('the sets follow new, changed and deleted tools, and a rebuild changes nothing', async () => {
  const kept = () => sql`
    select s.code, s.part, bit_count(s.tools)::int as tools from private.code_sets s
    where bit_count(s.tools) > 0 order by 1, 2`
  const before = await kept()
  expect(before.length).toBeGreaterThan(10)
  // One of these is the first of a part.
  await sql`select setval(pg_get_serial_sequence('private.tool_codes', 'place'), 8190)`
  await sql`
    insert into public.tools (name, slug, short_description, website_url, own_facts)
    select 'Counted', 'counted-' || n, 'Text', 'https://tool.example', '{"players": "two"}' from generate_series(1, 5) n`
  const twoOf = async () => (await list([], { players: ['two'] }))[0]?.total
  const two = matching([], { players: ['two'] }).length
  expect(await twoOf()).toBe(two + 5)
  await sql`update public.tools set own_facts = '{"players": "solo"}' where slug like 'counted-%'`
  expect(await twoOf()).toBe(two)
  const full = await kept()
  await sql`select private.rebuild()`
  expect(await kept()).toEqual(full)
  await sql`delete from public.tools where slug like 'counted-%'`
  expect(await kept()).toEqual(before)
  await sql`select private.rebuild()`
  expect(await kept()).toEqual(before)
})
