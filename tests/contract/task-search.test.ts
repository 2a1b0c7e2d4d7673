import { describe, expect, test } from 'vitest'
import type { Database } from '~/database.types'
import { administrator, member, recommend, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addFlag, addTool, type Category } from './rows.ts'

/** search_tools: queries that describe a task instead of a name. */

const server = await testServer()
const db = visitor(server)
const writer = await member(server, { username: 'writer' })
const { sql } = server
const speech = await addCategory(sql, { name: 'Speech' })
const pictures = await addCategory(sql, { name: 'Picture editing' })
const code = await addCategory(sql, { name: 'Code' })
const tools: [name: string, description: string, category: Category][] = [
  ['Minutely', 'Accurate transcription of every meeting.', speech],
  ['Reader Aloud', 'Reads articles with a natural voice.', speech],
  ['Meet', 'Finds people near you.', speech],
  ['Enlarger', 'Makes small images four times as large.', pictures],
  ['Erase.bg', 'Takes the background away from your photos.', pictures],
  ['Übersetzer', 'Translates letters into German.', speech],
  ['PairPilot', 'Suggests whole functions while you type.', code],
  ['TypeMate', 'Completes whole functions and explains them.', code],
  ['Explainer', 'Explains code.', code],
  ['Blocks', 'Makes forms, no code needed.', code],
  ['Soup', 'What is for dinner.', pictures],
  ['Till', 'Prints a receipt.', pictures],
  ['EnlargerPlx', 'Nothing.', code],
  ['Pixel', 'Draws.', pictures],
  ['Pixelate', 'Draws squares.', pictures],
  ['Big Pixel', 'Draws big squares.', pictures],
]
for (const [name, short_description, category] of tools)
  await addTool(sql, { name, slug: name.toLowerCase().replace(/[^a-z]+/g, '-'), short_description }, [
    category,
  ])

const search = async (
  query: string,
  more: Omit<Database['public']['Functions']['search_tools']['Args'], 'query'> = {},
) => {
  const { data, error } = await db.rpc('search_tools', { query, ...more }, { get: true })
  expect(error).toBeNull()
  return data ?? []
}
const names = async (query: string, more = {}) => (await search(query, more)).map(({ name }) => name)

describe('finds', () => {
  test.each([
    ['another form of a word', 'transcribe', 'Minutely'],
    ['a task in words that say nothing', 'I want to transcribe my meetings', 'Minutely'],
    ['a synonym', 'upscale pictures', 'Enlarger'],
    ['a phrase that stands for a word', 'speech to text', 'Minutely'],
    ['a misspelt word of a description', 'bakground remover', 'Erase.bg'],
    ['a name without its accents', 'ubersetzer', 'Übersetzer'],
    ['a name with other spaces', 'pair pilot', 'PairPilot'],
    ['a name with other signs', 'erase bg', 'Erase.bg'],
    ['a misspelt name with other spaces', 'pair pliot', 'PairPilot'],
    ['a name with something added', 'typematepro', 'TypeMate'],
    ['a misspelt name before one that it begins with', 'enlargerpix', 'EnlargerPlx'],
    ['two names', 'TypeMate vs PairPilot', 'PairPilot'],
    ['a part of a name written as one word', 'pilot', 'PairPilot'],
    ['the subject among words that are none', 'small images of a coffee shop', 'Enlarger'],
    ['by the category and the description together', 'speech articles', 'Reader Aloud'],
    ['two words written as one', 'backgroundremover', 'Erase.bg'],
    ['another language', 'traducteur', 'Übersetzer'],
    ['a sentence of another language', 'quitar el fondo de mis fotos', 'Erase.bg'],
    ['a word of another language that is like an English one', 'receita', 'Soup'],
    ['what some of the words say when none says all', 'translate letters into klingon', 'Übersetzer'],
  ])('%s', async (_, query, found) => {
    expect((await names(query))[0]).toBe(found)
  })

  test.each(['', '   ', 'qwrtz plmkn', '%%%', '___', "'); drop table tools; --", '\\', '&|!():*', '👏👏'])(
    'nothing for %j',
    async (query) => {
      expect(await search(query)).toEqual([])
    },
  )

  test('no word of two that say nothing', async () => {
    expect(await names('forms')).toEqual(['Blocks'])
    expect(await names('for me')).toEqual([])
  })

  test('no phrase by its only word that is no stop word', async () => {
    expect(await names('no code')).toEqual(['Blocks'])
  })

  test('the name first, then names that begin so, then names that contain it', async () => {
    expect(await names('PIXEL')).toEqual(['Pixel', 'Pixelate', 'Big Pixel'])
    expect((await names('meet'))[0]).toBe('Meet')
  })

  test('what does the same as a tool, and not the tool', async () => {
    for (const query of ['alternative to PairPilot', 'pairpilot alternatives', 'something like Pair Pilot']) {
      const found = await names(query)
      expect(found[0]).toBe('TypeMate')
      expect(found).not.toContain('PairPilot')
    }
  })

  test.each(['something like p', 'tools like pair', 'alternatives to pixels and blocks'])(
    'no tool that is only begun by the name in %j',
    async (query) => {
      const [row] = await sql`select subject from private.alternative_of(${query})`
      expect(row?.subject).toBeNull()
    },
  )

  test.each(['big alternatives', 'alternative to TypeMaet', 'free typemate alternatives for android'])(
    'the tool that is meant in %j',
    async (query) => {
      const [row] = await sql`select subject from private.alternative_of(${query})`
      expect(row?.subject).not.toBeNull()
    },
  )

  test.each([
    'pairpilot but free',
    'cheaper than PairPilot',
    'pairpilot clones',
    'alternativa a pairpilot',
    'pairpilot like tools',
  ])('the tool whose like is wanted in %j, which is not asked for itself', async (query) => {
    expect((await names(query))[0]).toBe('TypeMate')
  })

  test('what is said of a tool before words that say nothing of it', async () => {
    const [company, shed] = [
      await addCategory(sql, { name: 'Company' }),
      await addCategory(sql, { name: 'Shed' }),
    ]
    await addTool(sql, { name: 'Pal', short_description: 'Always here to yodel with its friends.' }, [
      company,
    ])
    await addTool(sql, { name: 'Yodeller', short_description: 'Yodel here.' }, [shed])
    await addTool(sql, { name: 'Buddy', short_description: 'Your companion.' }, [shed])
    await addTool(sql, { name: 'Nearby', short_description: 'Anything.' }, [company])
    expect((await names('apps like Pal')).slice(0, 2).sort()).toEqual(['Buddy', 'Nearby'])
    expect((await names('like Pal but for transcription'))[0]).toBe('Minutely')
  })

  test('nothing that says anything about a tool that says nothing', async () => {
    const other = await addCategory(server.sql, { name: 'Other' })
    await addTool(server.sql, { name: 'Wordless', short_description: '.' }, [other])
    await addTool(server.sql, { name: 'Alone', short_description: '.' })
    expect(await names('alternatives to wordless')).toEqual([])
    expect(await names('alone competitors')).toEqual([])
  })

  test('within categories, in other orders, page by page', async () => {
    expect(await names('draws', { category_ids: [speech.id] })).toEqual([])
    expect(await names('pixel', { sort: 'newest' })).toEqual(['Big Pixel', 'Pixelate', 'Pixel'])
    expect((await search('pixel')).map(({ total }) => total)).toEqual([3, 3, 3])
    const [first] = await search('pixel')
    expect(await search('pixel', { after_id: first?.id })).toMatchObject([
      { name: 'Pixelate', total: null },
      { name: 'Big Pixel' },
    ])
    const { error, status } = await db.rpc('search_tools', { query: 'pixel', sort: 'odd' }, { get: true })
    expect(status).toBe(400)
    expect(error?.message).toBe('The order must be relevance, newest, top or trending')
  })

  test('further pages repeat nothing when a better match arrives, and start again after one that is gone', async () => {
    const [first, second] = await search('pixel')
    const added = await addTool(server.sql, { name: 'Pixel', slug: 'pixel-too' })
    expect((await search('pixel', { after_id: second?.id })).map(({ name }) => name)).toEqual(['Big Pixel'])
    await sql`delete from public.tools where id = ${added.id}`
    expect((await search('pixel', { after_id: added.id })).map(({ id }) => id)).toEqual([
      first?.id,
      second?.id,
      expect.anything(),
    ])
  })

  test('a corrected query is told with the first page, and only if it was corrected', async () => {
    const [first, second] = await search('funtcions code')
    expect(first?.corrected).toBe('functions code')
    expect(second).toBeDefined()
    for (const { corrected } of await search('funtcions code', { after_id: first?.id }))
      expect(corrected).toBeNull()
    for (const { corrected } of await search('functions code')) expect(corrected).toBeNull()
  })

  test('marks the words that were found', async () => {
    const [found] = await search('enlarge images')
    expect(found?.marked_description).toBe('Makes small \u0002images\u0003 four times as large.')
  })
})

describe('recommendations', () => {
  test('are searched, and quoted where the description does not say it', async () => {
    await recommend(server, writer, 'pixel', 'My wedding invitations came from here.')
    expect(await search('wedding invitation')).toMatchObject([
      {
        name: 'Pixel',
        is_named: false,
        reason: 'My \u0002wedding\u0003 \u0002invitations\u0003 came from here.',
        reason_by: 'writer',
        writer_has_page: true,
      },
    ])
  })

  test('count less than the description where they hold what stands for a word', async () => {
    await addTool(server.sql, { name: 'Attorneys', slug: 'attorneys', short_description: 'A game.' })
    await addTool(server.sql, { name: 'Bench', short_description: 'For every lawyer.' })
    await addTool(server.sql, { name: 'Jury', slug: 'jury', short_description: 'A game.' })
    await recommend(server, writer, 'jury', 'My lawyer plays it.')
    expect(await names('paralegal')).toEqual(['Attorneys', 'Bench', 'Jury'])
  })

  test('are not searched while they are hidden, for nobody', async () => {
    const admin = await administrator(server)
    const id = await recommend(server, writer, 'enlarger', 'Prints my zeppelin posters.')
    expect(await names('zeppelin')).toEqual(['Enlarger'])
    await addFlag(server.sql, { id }, admin)
    expect(await names('zeppelin')).toEqual([])
    const asAdministrator = await admin.client.rpc('search_tools', { query: 'zeppelin' }, { get: true })
    expect(asAdministrator.data).toEqual([])
    await sql`update public.tool_upvotes set flag_status = 'approved' where id = ${id}`
    expect(await names('zeppelin')).toEqual(['Enlarger'])
    await sql`delete from public.tool_upvotes where id = ${id}`
    expect(await names('zeppelin')).toEqual([])
  })
})

describe('what is searched follows', () => {
  test('a tool that is renamed, described anew, placed elsewhere or deleted', async () => {
    const tool = await addTool(sql, { name: 'Walrus', short_description: 'Balances budgets.' })
    expect(await names('budget')).toEqual(['Walrus'])
    await sql`update public.tools set short_description = 'Waters houseplants.' where id = ${tool.id}`
    expect(await names('budget')).toEqual([])
    expect(await names('houseplant')).toEqual(['Walrus'])
    const garden = await addCategory(sql, { name: 'Gardening' })
    await sql`insert into public.tool_categories (tool_id, category_id) values (${tool.id}, ${garden.id})`
    expect(await names('gardens')).toEqual(['Walrus'])
    await sql`update public.categories set name = 'Botany' where id = ${garden.id}`
    expect(await names('gardens')).toEqual([])
    expect(await names('botany')).toEqual(['Walrus'])
    await sql`delete from public.tools where id = ${tool.id}`
    expect(await names('botany')).toEqual([])
  })
})

test('of a long query the beginning counts, and one that is too long is refused', async () => {
  await addTool(server.sql, { name: 'Needle' })
  expect(await names(`needle ${'hay '.repeat(500)}`)).toEqual(['Needle'])
  expect(await names(`${'hay '.repeat(500)} needle`)).toEqual([])
  const { status } = await db.rpc('search_tools', { query: 'needle '.repeat(1500) }, { get: true })
  expect(status).toBe(400)
})
