import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { toolFormSchemaOf } from '#shared/catalogue-schemas.ts'
import type { FactSetting } from '#shared/own-facts.ts'
import { RESERVED_KEYS } from '#shared/own-facts.ts'
import { factsOf, toFacts, toTypedFacts } from '#shared/tool-fields.ts'
import { exportCatalogue } from '../../server/product/import-export/export-catalogue.ts'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import { parseRows } from '../../server/product/import-export/parse-rows.ts'
import type { Json } from '../../src/database.types.ts'
import { administrator, member, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool } from './rows.ts'

/** Facts that an owner adds: their values, by every door. */

const server = await testServer({ SEED: 'none' })
const { sql } = server
const admin = await administrator(server)

const OWN: FactSetting[] = [
  {
    key: 'players',
    label: 'Players',
    kind: 'choice',
    filters: true,
    options: [
      { value: 'solo', label: 'Solo' },
      { value: 'two', label: 'Two' },
      { value: 'more', label: 'Three or more' },
    ],
  },
  {
    key: 'languages',
    label: 'Languages',
    kind: 'choices',
    options: [
      { value: 'de', label: 'Deutsch' },
      { value: 'en', label: 'English' },
    ],
  },
  { key: 'expansion', label: 'Expansion', kind: 'answer' },
  { key: 'weight', label: 'Weight', kind: 'number', unit: 'kg' },
  { key: 'rules', label: 'Rules', kind: 'address' },
  { key: 'author', label: 'Author', kind: 'line' },
]

async function configure(facts: FactSetting[] | null): Promise<void> {
  await sql`select private.write_site_settings(${JSON.stringify({ facts })}::text::jsonb, null, null)`
}
await configure([{ key: 'pricing' }, ...OWN])

const ALL = {
  players: 'two',
  languages: ['de', 'en'],
  expansion: false,
  weight: 1.25,
  rules: 'https://rules.example/a?b#c',
  author: 'Reiner',
}

const stored = async (id: string) =>
  (await visitor(server).from('tools').select('own_facts').eq('id', id).single()).data?.own_facts

async function save(facts: Json, tool: { id: string; slug: string }) {
  const valid = { name: 'Saved', short_description: 'Text', website_url: 'https://example.org' }
  return admin.client.rpc('save_tool', { ...valid, slug: tool.slug, tool_id: tool.id, facts })
}

describe('save_tool', () => {
  test('sets what it is given, keeps what is missing, and removes what is null', async () => {
    const tool = await addTool(sql)
    expect((await save({ ...ALL, pricing: 'free' }, tool)).error).toBeNull()
    expect(await stored(tool.id)).toEqual(ALL)
    await save({ pricing: 'paid', author: ' Klaus ' }, tool)
    expect(await stored(tool.id)).toEqual({ ...ALL, author: 'Klaus' })
    await save({ author: null, languages: [], rules: '', nobody: 'asked' }, tool)
    expect(await stored(tool.id)).toEqual({ players: 'two', expansion: false, weight: 1.25 })
    const { data } = await visitor(server).from('tools').select('pricing').eq('id', tool.id).single()
    expect(data?.pricing).toBe('paid')
  })

  test('creates a tool with them', async () => {
    const valid = {
      name: 'New',
      slug: 'new-one',
      short_description: 'Text',
      website_url: 'https://a.example',
    }
    const { data } = await admin.client.rpc('save_tool', { ...valid, facts: ALL })
    expect(await stored(data ?? '')).toEqual(ALL)
  })

  test.each<[what: string, facts: { [key: string]: Json }, kept: Json | string]>([
    ['another choice', { players: 'five' }, 'Players must be one of solo, two, more'],
    ['two choices for one', { players: ['two'] }, 'Players must be one of solo, two, more'],
    ['choices in another order, twice', { languages: ['en', 'de', 'en'] }, { languages: ['de', 'en'] }],
    ['an unknown one of several', { languages: ['de', 'fr'] }, 'Languages must be a list of de, en'],
    ['a text for several', { languages: 'de' }, 'Languages must be a list of de, en'],
    ['a list of numbers', { languages: [1] }, 'Languages must be a list of de, en'],
    ['a text for an answer', { expansion: 'yes' }, 'Expansion must be true or false'],
    ['a whole number', { weight: 12 }, { weight: 12 }],
    ['a number as a text', { weight: '12' }, 'Weight must be a number'],
    [
      'too many decimals',
      { weight: 0.1234567 },
      'Weight must be at most 1,000,000,000,000,000, with at most six decimals',
    ],
    [
      'a number too large',
      { weight: -1e16 },
      'Weight must be at most 1,000,000,000,000,000, with at most six decimals',
    ],
    ['a script as an address', { rules: 'javascript:alert(1)' }, 'Rules must be a valid URL'],
    ['a path as an address', { rules: '/rules' }, 'Rules must be a valid URL'],
    ['a text of 200 characters', { author: '😀'.repeat(200) }, { author: '😀'.repeat(200) }],
    ['a longer one', { author: 'x'.repeat(201) }, 'Author must be 200 characters or less'],
    [
      'a text that hides something',
      { author: 'a\u202eb' },
      'Author contains control characters or hidden formatting. Please remove them.',
    ],
    [
      'a text with lines',
      { author: 'a\nb' },
      'Author contains control characters or hidden formatting. Please remove them.',
    ],
    ['an object', { author: { name: 'x' } }, 'Author must be a text'],
  ])('%s', async (_what, facts, kept) => {
    const tool = await addTool(sql)
    const { error } = await save(facts, tool)
    expect(error?.message ?? (await stored(tool.id))).toEqual(kept)
    if (error) expect(error.code).toBe('23514')
  })

  test('is written by editors only, and by no other door', async () => {
    const tool = await addTool(sql)
    const person = await member(server)
    const { error } = await person.client.rpc('save_tool', {
      ...{ name: 'x', slug: tool.slug, short_description: 'x', website_url: 'https://a.example' },
      ...{ tool_id: tool.id, facts: ALL },
    })
    expect(error?.code).toBe('42501')
    const patch = await admin.client.from('tools').update({ own_facts: ALL }).eq('id', tool.id)
    expect(patch.error).not.toBeNull()
    expect(await stored(tool.id)).toEqual({})
    // The owner of the database passes the same rule.
    const wrong = sql`update public.tools set own_facts = '{"weight": "1"}' where id = ${tool.id}`
    await expect(wrong).rejects.toThrow('Weight must be a number')
    await expect(sql`update public.tools set own_facts = '[]' where id = ${tool.id}`).rejects.toThrow(
      'object',
    )
  })

  test('logs them', async () => {
    const tool = await addTool(sql)
    await save({ players: 'solo' }, tool)
    const { data } = await admin.client.from('audit_log').select('before, after').eq('row_id', tool.id)
    expect(data).toMatchObject([{ before: { own_facts: {} }, after: { own_facts: { players: 'solo' } } }])
  })
})

test('the form accepts what the database accepts, and says the same', async () => {
  const facts = factsOf(OWN)
  const form = toolFormSchemaOf(facts)
  const base = {
    ...{ name: 'Saved', slug: 'saved', short_description: 'Text', website_url: 'https://example.org' },
    ...{ featured: false, category_ids: [] },
  }
  const cases: [key: string, typed: string, stays: boolean][] = [
    ...['1', '-0.5', '1e3', '1.1234567', '9'.repeat(15), '9'.repeat(17), 'x', ' 12 '].map(
      (typed): [string, string, boolean] => [
        'weight',
        typed,
        !['1e3', '1.1234567', '9'.repeat(17), 'x'].includes(typed),
      ],
    ),
    ...['https://a.example', 'a.example', 'javascript:x'].map((typed): [string, string, boolean] => [
      'rules',
      typed,
      typed.startsWith('https'),
    ]),
    ...['Name', 'a\u202eb', 'x'.repeat(200), 'x'.repeat(201)].map((typed): [string, string, boolean] => [
      'author',
      typed,
      typed !== 'a\u202eb' && typed.length <= 200,
    ]),
  ]
  for (const [key, typed, stays] of cases) {
    const read = form.safeParse({ ...base, facts: { ...toTypedFacts({}, facts), [key]: typed } })
    expect(read.success, `${key} ${typed}`).toBe(stays)
    const tool = await addTool(sql)
    const { error } = await save(
      read.success
        ? toFacts(read.data.facts, facts)
        : { [key]: key === 'weight' ? Number(typed) || typed : typed },
      tool,
    )
    // The form takes no exponent, which JSON does.
    if (typed !== '1e3') expect(error === null, `${key} ${typed}`).toBe(stays)
  }
})

test('what the setting no longer has is kept, not shown, and comes back with it', async () => {
  const tool = await addTool(sql)
  await save(ALL, tool)
  const fewer = OWN.filter(({ key }) => key !== 'author').map((fact) =>
    fact.key === 'players' ? { ...fact, options: fact.options?.slice(0, 1) } : fact,
  )
  await configure(fewer)
  expect(toTypedFacts({ own_facts: (await stored(tool.id)) ?? {} }, factsOf(fewer))).toMatchObject({
    players: '',
  })
  expect((await save({ weight: 2 }, tool)).error).toBeNull()
  expect((await save({ author: 'Nobody' }, tool)).error).toBeNull()
  expect((await save({ players: 'more' }, tool)).error?.message).toBe('Players must be one of solo')
  expect(await stored(tool.id)).toEqual({ ...ALL, weight: 2 })
  const columns = { name: 'Again', short_description: 'Text', website_url: 'https://tool.example' }
  const value = { ...columns, slug: tool.slug, expansion: 'yes' }
  expect(await importCatalogue(sql, [{ line: 1, value }])).toMatchObject({ updated: 1, rejected: 0 })
  expect(await stored(tool.id)).toEqual({ ...ALL, weight: 2, expansion: true })
  await configure([{ key: 'pricing' }, ...OWN])
})

describe.each(['json-lines', 'csv'] as const)('a file of %s', (format) => {
  const written = async () => {
    let text = ''
    await exportCatalogue(sql, format, (part) => {
      text += part
    })
    return text
  }
  const load = (text: string) => importCatalogue(sql, parseRows(Readable.from([Buffer.from(text)]), format))

  test('has them, and brings them back unchanged', async () => {
    await sql`delete from public.tools`
    await sql`insert into public.categories (name, slug, description) values ('Games', 'games', 'To play')`
    const [tool, bare] = [await addTool(sql, { slug: 'with' }), await addTool(sql, { slug: 'without' })]
    await save({ ...ALL, author: '=1+1', pricing: 'free' }, tool)
    const text = await written()
    expect(await load(text)).toMatchObject({ unchanged: 2, rejected: 0 })
    await sql`delete from public.tools`
    await sql`delete from public.categories`
    expect(await load(text)).toMatchObject({ created: 2, newCategories: 1, rejected: 0 })
    expect(await written()).toBe(text)
    const kept = await sql`select slug, own_facts, pricing from public.tools order by slug`
    expect(kept).toMatchObject([
      { slug: tool.slug, own_facts: { ...ALL, author: '=1+1' }, pricing: 'free' },
      { slug: bare.slug, own_facts: {}, pricing: null },
    ])
    await sql`delete from public.categories`
  })
})

test('a file of others is read by key, labels and words; what is missing stays', async () => {
  await sql`delete from public.tools`
  const tool = await addTool(sql, { slug: 'given' })
  await save(ALL, tool)
  const row = { name: 'Given', slug: 'given', short_description: 'Text', website_url: 'https://a.example' }
  const rows = [
    {
      ...row,
      players: 'Three or More',
      languages: 'English|de',
      expansion: 'yes',
      weight: '2.50',
      author: '',
    },
    { ...row, slug: 'wrong', weight: 'heavy' },
    { ...row, slug: 'worse', players: 'five', languages: ['fr'], rules: 'x', author: 'x'.repeat(201) },
  ]
  const report = await importCatalogue(
    sql,
    rows.map((value, place) => ({ line: place + 1, value })),
  )
  expect(report).toMatchObject({ updated: 1, rejected: 2 })
  expect(report.rejections.map(({ reason }) => reason)).toEqual([
    'Weight must be a number',
    'Players must be one of solo, two, more, unknown; Languages must be one of de, en, unknown; ' +
      'Rules must be a valid URL; Author must be 200 characters or less',
  ])
  const { author: _, ...others } = ALL
  expect(await stored(tool.id)).toEqual({ ...others, players: 'more', expansion: true, weight: 2.5 })
})

test('no key is a column of tools', async () => {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = 'public.tools'::regclass and attnum > 0 and not attisdropped`
  const names = [...RESERVED_KEYS, ...factsOf(null).map(({ column }) => column)]
  for (const { name } of columns) expect(names).toContain(name)
})
