import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database.types'
import { visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool } from './rows.ts'

/** A search narrowed by facets, categories and facts in the query: each count is what choosing it shows. */

type Functions = Database['public']['Functions']
type Narrowing = Omit<Functions['search_tools']['Args'], 'query'>

const server = await testServer()
const db = visitor(server)
const { sql } = server
const animals = await addCategory(sql, { name: 'Animals' })
const swimmers = await addCategory(sql, { name: 'Swimmers' })
const others = await addCategory(sql, { name: 'Others' })
const facts = { platforms: ['web'] }
const both = [animals, swimmers]
await addTool(sql, { name: 'Otterly', ...facts, pricing: 'free', open_source: true }, both)
await addTool(sql, { name: 'Otters', ...facts, pricing: 'paid', open_source: false }, [animals])
await addTool(sql, { name: 'Otterless' }, [animals])
await addTool(sql, { name: 'Dams', short_description: 'Builds what an otter swims in.', ...facts }, [
  swimmers,
])
await addTool(sql, { name: 'Zebra' }, [others])
await sql`update public.tools set platforms = '{web,ios}' where name = 'Otterly'`

const search = async (query: string, more: Narrowing) => {
  const { data, error } = await db.rpc('search_tools', { query, sort: 'newest', ...more }, { get: true })
  expect(error).toBeNull()
  return data ?? []
}
const names = async (query: string, more: Narrowing) => (await search(query, more)).map(({ name }) => name)
const totalOf = async (query: string, more: Narrowing) => (await search(query, more))[0]?.total ?? 0

test('one value of each facet that is chosen has to hold', async () => {
  expect(await names('otter', { pricings: ['free', 'paid'] })).toEqual(['Otters', 'Otterly'])
  expect(await names('otter', { pricings: ['free', 'paid'], open_sources: ['yes'] })).toEqual(['Otterly'])
  expect(await names('otter', { platforms: ['ios'], open_sources: ['no'] })).toEqual([])
  expect(await totalOf('otter', { platforms: ['web', 'api'] })).toBe(3)
})

test('the count of each facet value is what choosing it too would show', async () => {
  const counts = async (more: object) => {
    const { data } = await db.rpc('count_found_facets', { query: 'otter', ...more }, { get: true })
    return Object.fromEntries((data ?? []).map(({ facet, value, tools }) => [`${facet} ${value}`, tools]))
  }
  expect(await counts({})).toMatchObject({
    'pricing free': 1,
    'pricing freemium': 0,
    'open_source yes': 1,
    'open_source no': 1,
    'platforms web': 3,
    'platforms ios': 1,
  })
  expect(await counts({ pricings: ['free'] })).toMatchObject({
    'pricing free': 1,
    'pricing paid': 2,
    'pricing unknown': 3,
    'open_source no': 0,
    'platforms web': 1,
  })
  expect(await counts({ pricings: ['free'], open_sources: ['yes'] })).toMatchObject({
    'pricing unknown': 1,
    'all unknown': 3,
  })
})

test('a word without matches is not searched for, even if a synonym exists: every list would be read to its end', async () => {
  const terms = (query: string) => sql`select unnest(terms) from private.parse_search(${query}, 8)`
  expect(await terms('transcribe meetings')).toHaveLength(0)
  expect(await terms('transcribe otters')).toHaveLength(1)
})

const counted = async (
  query: string,
  more: Omit<Functions['count_found_categories']['Args'], 'query'> = {},
) => {
  const { data, error } = await db.rpc('count_found_categories', { query, ...more }, { get: true })
  expect(error).toBeNull()
  return new Map(data?.map(({ category_id, ...counts }) => [category_id, counts]))
}

test.each([
  ['a name', 'otter', {}],
  ['a task of which some words are found', 'an otter builds planes', {}],
  ['with facets', 'otter', { pricings: ['free', 'paid'] }],
  ['like a tool', 'alternatives to otterly', {}],
  ['nothing', 'xylophone', {}],
])('beside each category stands what choosing it shows: %s', async (_, query, more) => {
  const counts = await counted(query, more)
  for (const { id } of [animals, swimmers, others])
    expect(counts.get(id)?.tools).toBe(await totalOf(query, { ...more, category_ids: [id] }))
  expect([...counts.keys()]).toHaveLength(3)
})

test('and what it would add to those chosen', async () => {
  const counts = await counted('otter', { selected: [swimmers.id] })
  expect(counts.get(animals.id)).toEqual({ tools: 3, added: 2 })
  expect(counts.get(swimmers.id)).toEqual({ tools: 2, added: 0 })
  expect(await totalOf('otter', { category_ids: [swimmers.id, animals.id] })).toBe(2 + 2)
})

describe('facts in a query', () => {
  const best = (query: string) => names(query, { sort: 'relevance' })

  beforeAll(async () => {
    const chat = await addCategory(sql, { name: 'Chat' })
    const tools: [name: string, description: string, facts: Parameters<typeof addTool>[1]][] = [
      ['Copier', 'Copies your letters.', {}],
      ['Copyist', 'Copies your letters, free of typing errors.', { pricing: 'paid' }],
      ['Copyright', 'Copies your letters.', { pricing: 'free', open_source: true, license: 'EUPL-1.2' }],
      ['Typist', 'A keyboard.', { platforms: ['android'] }],
      ['Parrot', 'Answers.', { platforms: ['self-hosted'], long_description: 'It **imitates** admirals.' }],
    ]
    for (const [name, short_description, facts] of tools)
      await addTool(sql, { name, short_description, ...facts }, [chat])
  })

  test.each([
    ['free letters', ['Copyright', 'Copyist']],
    ['open source letters', ['Copyright']],
    ['android keyboard', ['Typist']],
    ['self hosted chat', ['Parrot']],
    ['EUPL', ['Copyright']],
    ['imitate admirals', ['Parrot']],
    ['free alternative to Copier', ['Copyright', 'Copyist']],
  ])('in %j lead to the tools that have them first', async (query, found) => {
    expect((await best(query)).slice(0, found.length)).toEqual(found)
  })

  test('leave tools without them among what is found', async () => {
    expect(await best('free letters')).toContain('Copier')
  })

  test('are searched as they are now', async () => {
    await sql`update public.tools set platforms = '{ios}' where name = 'Typist'`
    expect((await best('android'))[0]).not.toBe('Typist')
    expect((await best('keyboard for iphone'))[0]).toBe('Typist')
  })
})

test('where a search finds too many, a category searches its own tools, without a count', async () => {
  await sql`
    with added as (
      insert into public.tools (name, slug, short_description, website_url, upvote_count)
      select 'Heron ' || n, 'heron-' || n, 'Counts kingfishers.', 'https://heron.example', 0
      from generate_series(1, 310) n returning id, name
    )
    insert into public.tool_categories (tool_id, category_id)
    select id, case when name = 'Heron 1' then ${swimmers.id}::uuid else ${others.id}::uuid end from added`
  expect((await counted('kingfisher')).size).toBe(0)
  expect(await names('kingfisher', { category_ids: [swimmers.id] })).toEqual(['Heron 1'])
})
