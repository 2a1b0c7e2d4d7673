import { describe, expect, test } from 'vitest'
import { administrator, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool } from './rows.ts'

/** The language and the synonyms of the search, which administrators set (docs/decisions/100). */

const server = await testServer({ SEED: 'none' })
const admin = await administrator(server)

const read = async () => {
  const { data, error } = await admin.client.rpc('get_search_settings').single()
  if (error) throw error
  return data
}
const save = async ({ language = 'english', synonyms = '' }) => {
  const { version } = await read()
  return admin.client.rpc('save_search_settings', { language, synonyms, expected_version: version })
}
const found = async (query: string) => {
  const { data } = await visitor(server).rpc('search_tools', { query }, { get: true })
  return data?.map(({ name }) => name)
}

test('begin with the starter’s synonyms', async () => {
  expect(await read()).toMatchObject({
    version: 1,
    language: 'english',
    stale: 0,
    synonyms: expect.stringMatching(/^- ai, .*transcribe, transcribing.*\S$/s),
    languages: expect.arrayContaining(['english', 'german', 'spanish', 'arabic']),
  })
})

test('the words of a group find each other, at once and in cached answers, until the group goes', async () => {
  await addTool(server.sql, { name: 'Würfelbecher', short_description: 'Dice for every game.' })
  expect(await found('cubes')).toEqual([])
  expect((await save({ synonyms: 'dice, ?cubes' })).error).toBeNull()
  expect(await found('cubes')).toEqual(['Würfelbecher'])
  expect((await save({ synonyms: '' })).error).toBeNull()
  expect(await found('cubes')).toEqual([])
})

test('the language decides which forms of a word are one, and which words mean nothing', async () => {
  await addTool(server.sql, { name: 'Regal', short_description: 'Verwaltet die Häuser einer Familie.' })
  expect(await found('Haus')).toEqual([])
  expect((await save({ language: 'german' })).error).toBeNull()
  expect(await found('Haus')).toEqual(['Regal'])
  expect(await found('die Familien')).toEqual(['Regal'])
  expect((await save({ language: 'english' })).error).toBeNull()
  expect(await found('Haus')).toEqual([])
})

test('in a large catalogue the documents follow some at a time, and how many are left is told', async () => {
  const { sql } = server
  await sql`
    insert into public.tools (name, slug, short_description, website_url)
    select 'Rook ' || n, 'rook-' || n, 'A piece.', 'https://rook.example' from generate_series(1, 600) n`
  expect((await save({ synonyms: 'piece, ?chessman' })).error).toBeNull()
  const { stale } = await read()
  expect(stale).toBeGreaterThan(0)
  const [row] = await sql<{ made: number }[]>`select private.refresh_stale_documents(10000) as made`
  expect(row?.made).toBe(stale)
  expect((await read()).stale).toBe(0)
  const { data } = await visitor(server).rpc('search_tools', { query: 'chessman' }, { get: true })
  expect(data?.[0]?.total).toBeGreaterThanOrEqual(300)
})

test('a second administrator does not overwrite the first', async () => {
  const { version } = await read()
  expect((await save({ synonyms: 'one, two' })).error).toBeNull()
  const late = await admin.client.rpc('save_search_settings', {
    language: 'english',
    synonyms: 'three, four',
    expected_version: version,
  })
  expect(late).toMatchObject({ status: 409, error: { message: 'The settings were changed by someone else' } })
  expect((await read()).synonyms).toBe('one, two')
})

test('the log names who changed what', async () => {
  await save({ synonyms: 'one, two' })
  await save({ synonyms: 'one, two\nfive, six' })
  const [entry] = await server.sql`
    select actor_id, before, after from public.audit_log where table_name = 'search_settings' order by id desc limit 1`
  expect(entry).toEqual({
    actor_id: admin.id,
    before: { language: 'english', synonyms: null },
    after: { language: 'english', synonyms: 'five, six' },
  })
})

describe('what cannot be meant is refused, with its line', () => {
  /** Those still to be renewed become fewer beside the tests. */
  const kept = async () => ({ ...(await read()), stale: undefined })

  test.each([
    ['one entry', '\ndice, cubes\nalone', 'Line 3 has one entry only: separate words by commas'],
    ['no letters', 'dice, , cubes', 'Line 1 has an entry without letters'],
    ['nothing that texts say', '?dice, ?cubes', 'Line 1 has no word that texts say: one without ? or ='],
    ['an unknown fact', 'gratis, =nothing', 'Line 1 names the fact “nothing”, which no tool can have'],
    ['two facts', 'gratis, =free, =paid', 'Line 1 names two facts'],
    [
      'the same beginning',
      'dice, cubes\n// a comment\nDice, craps',
      'Line 3 begins with “dice”, as another line does',
    ],
    ['a long entry', `dice, ${'x'.repeat(81)}`, /^Line 1 has an entry of more than 80 characters/],
    ['a long text', `dice, ${'x, '.repeat(40_000)}y`, 'The synonyms must be 100000 characters or less'],
    ['hidden formatting', 'dice\u202e, cubes', /^The synonyms/],
  ])('%s', async (_name, synonyms, message) => {
    const before = await kept()
    const { error, status } = await save({ synonyms })
    expect(status).toBe(400)
    expect(error?.message).toMatch(message)
    expect(await kept()).toEqual(before)
  })

  test.each(['', 'klingon', "english'; drop table x"])('language %j', async (language) => {
    const { error, status } = await save({ language })
    expect({ status, message: error?.message }).toEqual({
      status: 400,
      message: `The search knows no language ${language}`,
    })
  })
})
