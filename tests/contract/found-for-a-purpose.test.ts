import { describe, expect, test } from 'vitest'
import { member, recommend, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, type Category } from './rows.ts'

/** What search_tools and list_alternatives find in a catalogue of real tools: each case was once answered wrongly. */

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const server = await testServer({ SEED: 'none' })
const db = visitor(server)
const writer = await member(server)
const { sql } = server
const categories: Record<string, Category> = {}
for (const name of ['Chat', 'Language', 'Audio', 'Other']) categories[name] = await addCategory(sql, { name })
const tools: [name: string, category: string, description: string, facts?: object][] = [
  [
    'ChatGPT',
    'Chat',
    'An assistant for conversations and code.',
    { pricing: 'freemium', open_source: false },
  ],
  ['Vacay', 'Chat', 'This assistant plans a trip, with local recommendations for hotels.', {}],
  ['Jan', 'Chat', 'A chat assistant that runs offline.', { pricing: 'free', open_source: true }],
  ['Claude', 'Chat', 'A chat assistant for long documents.', { pricing: 'freemium', open_source: false }],
  ['HuggingChat', 'Chat', 'Chat with open models.', { pricing: 'free', open_source: true }],
  ['Ollama', 'Other', 'Runs large language models on your own computer.', { open_source: true }],
  ['LM Studio', 'Other', 'Downloads and runs LLMs locally, without the cloud.', {}],
  ['llama.cpp', 'Other', 'Language models on your own machine.', { open_source: true }],
  ['Google Translate', 'Language', 'Translates texts and localizes web pages.', { pricing: 'free' }],
  ['Cleartype', 'Audio', 'Transcribes interviews.', {}],
  ['Notetaker', 'Audio', 'Transcription of meetings in many languages.', {}],
  ['Speakwell', 'Audio', 'Practise for interviews.', {}],
  ['Minute', 'Audio', 'Summaries.', {}],
  ['Midjourney', 'Other', 'Explores new mediums of thought.', {}],
  ['Prompts for Midjourney', 'Other', 'A collection.', {}],
  ['Artbird', 'Other', 'Generates images from a text.', {}],
  ['Carcheck', 'Other', 'Tells what is wrong with an engine.', {}],
  ['Perplexity', 'Other', 'Answers questions with sources.', {}],
  ['Nijijourney', 'Other', '魔法でイラストをつくろう.', {}],
]
for (const [name, category, short_description, facts] of tools)
  await addTool(sql, { name, slug: slugOf(name), short_description, ...facts }, [
    categories[category] as Category,
  ])

const search = async (query: string) => {
  const { data, error } = await db.rpc('search_tools', { query, max_results: 50 }, { get: true })
  expect(error).toBeNull()
  return data ?? []
}
const names = async (query: string) => (await search(query)).map(({ name }) => name)

test('a tool that holds all words hides none that holds some', async () => {
  const query = 'transcribe interviews in German'
  const before = await names(query)
  expect(before.toSorted()).toEqual(['Cleartype', 'Notetaker', 'Speakwell'])
  await recommend(server, writer, 'minute', 'Transcribed 12 German interviews.')
  const after = await names(query)
  expect(after.toSorted()).toEqual(['Cleartype', 'Minute', 'Notetaker', 'Speakwell'])
})

test('“local” is on one’s own computer, and not a translation', async () => {
  expect((await names('local LLM')).slice(0, 3).toSorted()).toEqual(['LM Studio', 'Ollama', 'llama.cpp'])
  expect(await names('local')).not.toContain('Google Translate')
  expect(await names('localize')).toContain('Google Translate')
})

describe('alternatives', () => {
  test.each([
    ['open-source alternative to ChatGPT that runs offline', 'Jan'],
    ['alternative to Claude that is open source', 'HuggingChat Jan'],
    ['free alternative to ChatGPT', 'HuggingChat Jan'],
  ])('%s', async (query, first) => {
    const wanted = first.split(' ')
    expect((await names(query)).slice(0, wanted.length).toSorted()).toEqual(wanted)
  })

  test('are those most like it, and not any others of its category', async () => {
    const [midjourney] = await sql`select id from public.tools where slug = 'midjourney'`
    const { data } = await db.rpc('list_alternatives', { tool_id: midjourney?.id }, { get: true })
    expect(data?.slice(0, 2).map(({ name }) => name)).toEqual(['Prompts for Midjourney', 'Artbird'])
  })
})

test.each([
  ['midjurney', 'Midjourney', 'midjourney'],
  ['perplexty', 'Perplexity', 'perplexity'],
  ['transcripe intervews', 'Cleartype', 'transcribe interviews'],
])('%s is corrected, and that is told', async (query, first, corrected) => {
  expect((await search(query))[0]).toMatchObject({ name: first, corrected })
})

test.each([
  'bricklaying',
  'mortar for bricklaying',
  'gasket for a diesel pump',
  'horse saddle leather',
  'how deep do tulip bulbs go into clay soil',
])('nothing for another trade: %s', async (query) => {
  expect(await names(query)).toEqual([])
})

test('words of a language without spaces', async () => {
  expect(await names('イラスト')).toEqual(['Nijijourney'])
  expect(await names('魔法')).toEqual(['Nijijourney'])
  expect(await names('法魔')).toEqual([])
})

test.each([
  ['I recorded a long interview with my grandmother and need it written down', 'Cleartype'],
  ['is there anything that tells me what is wrong with the engine of my car', 'Carcheck'],
  ['which assistant can plan a trip to Italy for my whole family', 'Vacay'],
  ['I would like to make images from a text that I wrote myself', 'Artbird'],
])('a sentence: %s', async (query, first) => {
  expect((await names(query)).slice(0, 3)).toContain(first)
})

test('a misspelling that was saved once and is gone corrects nothing', async () => {
  const tool = await addTool(sql, { name: 'Odd', short_description: 'Yodelingg.' })
  const [category] = await sql`
    insert into public.categories (name, slug) values ('Falconrri', 'falconry') returning id`
  await sql`update public.tools set short_description = 'Yodeling.' where id = ${tool.id}`
  expect(await search('yodelingg')).toMatchObject([{ name: 'Odd', corrected: 'yodeling' }])
  await sql`delete from public.tools where id = ${tool.id}`
  await sql`delete from public.categories where id = ${category?.id}`
  for (const query of ['yodelingg', 'yodelin', 'falconry']) expect(await search(query)).toEqual([])
})

test('a category that is renamed writes no document', async () => {
  const versions = () => sql`select tool_id, xmin::text from private.search_documents order by tool_id`
  const before = await versions()
  await sql`update public.categories set name = 'Dictation' where name = 'Audio'`
  expect(await versions()).toEqual(before)
  expect(await names('dictation')).toContain('Minute')
  await sql`update public.categories set name = 'Audio' where name = 'Dictation'`
  expect(await names('dictation')).not.toContain('Minute')
})

test('the beginning of a name is not said to be a misspelt word', async () => {
  expect((await search('claud'))[0]).toMatchObject({ name: 'Claude', corrected: null })
})

test('synonyms are data: groups that are loaded anew change what is found', async () => {
  const load = (groups: string) => sql`select private.write_search_settings('english', ${groups})`
  expect(await names('gizmo')).toEqual([])
  await load('// a comment\n- the, a\nengine, motor, ?gizmo\nlibre, =free')
  expect(await names('gizmo')).toEqual(['Carcheck'])
  expect((await names('libre')).toSorted()).toEqual(['Google Translate', 'HuggingChat', 'Jan'])
  await load('engine, motor, ?machine')
  expect(await names('gizmo')).toEqual([])
  expect(await sql`select from private.search_documents where document::text like '%#libre%'`).toHaveLength(0)
})
