import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slugify } from '#shared/catalogue-rules.ts'
import { administrator, member, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, type Category, first, type Tool } from './rows.ts'

/** Concurrent saves by administrators: nothing is overwritten unseen, and each failure names its step. */

const server = await testServer()
const [ada, bob] = [await administrator(server), await administrator(server)]
const [a, b] = [await addCategory(server.sql), await addCategory(server.sql)]

const unique = () => `saved-${randomUUID()}`
const valid = () => ({
  name: 'Saved',
  slug: unique(),
  short_description: 'Text',
  website_url: 'https://example.org',
})

/** A tool as somebody opened it, as arguments of save_tool. */
const opened = (tool: Tool, categories: Category[] = []) => ({
  name: tool.name,
  slug: tool.slug,
  short_description: tool.short_description,
  website_url: tool.website_url,
  category_ids: categories.map(({ id }) => id),
  tool_id: tool.id,
})

/** As the API returns it, to the microsecond. */
async function updatedAt(table: 'tools' | 'categories', id: string): Promise<string> {
  const { data } = await visitor(server).from(table).select('updated_at').eq('id', id).single()
  return data?.updated_at ?? ''
}

const nameOf = async (tool: Tool) =>
  first(await server.sql<{ name: string }[]>`select name from public.tools where id = ${tool.id}`).name

describe('save_tool with a known version', () => {
  test('saves, and refuses an older version', async () => {
    const tool = await addTool(server.sql)
    const known_updated_at = await updatedAt('tools', tool.id)
    const save = (person: Person, name: string) =>
      person.client.rpc('save_tool', { ...opened(tool), name, known_updated_at })
    expect((await save(ada, 'By Ada')).error).toBeNull()
    expect(await save(bob, 'By Bob')).toMatchObject({
      status: 409,
      error: { code: 'PT409', message: 'This tool was changed by someone else' },
    })
    expect(await nameOf(tool)).toBe('By Ada')
  })

  test('of many concurrent saves accepts one', async () => {
    const tool = await addTool(server.sql, {}, [a])
    const known_updated_at = await updatedAt('tools', tool.id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? ada : bob).client.rpc('save_tool', {
          ...opened(tool, index % 2 ? [a, b] : [b, a]),
          name: `Saved by ${index}`,
          known_updated_at,
        }),
      ),
    )
    expect(answers.map(({ error }) => error?.code ?? 'saved').sort()).toEqual([
      ...Array.from({ length: 7 }, () => 'PT409'),
      'saved',
    ])
  })

  test.each<[string, (tool: Tool) => PromiseLike<unknown>]>([
    [
      'a category added',
      (tool) => ada.client.from('tool_categories').insert({ tool_id: tool.id, category_id: b.id }),
    ],
    ['a category taken away', (tool) => ada.client.from('tool_categories').delete().eq('tool_id', tool.id)],
    ['the order alone', (tool) => ada.client.from('tools').update({ category_id: b.id }).eq('id', tool.id)],
  ])('takes %s by the plain calls for a change too', async (_, change) => {
    const tool = await addTool(server.sql, {}, [a])
    const known_updated_at = await updatedAt('tools', tool.id)
    await change(tool)
    const answer = await bob.client.rpc('save_tool', { ...opened(tool, [a]), known_updated_at })
    expect(answer.error?.code).toBe('PT409')
  })

  test('does not count recommendations as a change', async () => {
    const tool = await addTool(server.sql)
    const known_updated_at = await updatedAt('tools', tool.id)
    const { client, id } = await member(server)
    await client.from('tool_upvotes').insert({ tool_id: tool.id, user_id: id, reason: 'Good' })
    expect((await bob.client.rpc('save_tool', { ...opened(tool), known_updated_at })).error).toBeNull()
  })

  test('reports that the tool was deleted', async () => {
    const tool = await addTool(server.sql)
    const known_updated_at = await updatedAt('tools', tool.id)
    await ada.client.from('tools').delete().eq('id', tool.id)
    expect(await bob.client.rpc('save_tool', { ...opened(tool), known_updated_at })).toMatchObject({
      status: 404,
      error: { code: 'PT404', message: 'Tool not found' },
    })
  })
})

describe('save_tool with a new id', () => {
  test('creates the tool with it, and only once when repeated', async () => {
    const new_id = randomUUID()
    const tool = { ...valid(), new_id, category_ids: [b.id, a.id] }
    expect((await ada.client.rpc('save_tool', tool)).data).toBe(new_id)
    expect((await ada.client.rpc('save_tool', { ...tool, name: 'Once' })).data).toBe(new_id)
    const rows = await server.sql`select name from public.tools where slug = ${tool.slug}`
    expect(rows.map((row) => row.name)).toEqual(['Once'])
    const categories = await server.sql`
      select category_id from public.tool_categories where tool_id = ${new_id} order by position`
    expect(categories.map((row) => row.category_id)).toEqual([b.id, a.id])
  })

  test('does not overwrite a tool changed since', async () => {
    const new_id = randomUUID()
    const tool = { ...valid(), new_id }
    await ada.client.rpc('save_tool', tool)
    await bob.client.from('tools').update({ name: 'By Bob' }).eq('id', new_id)
    expect((await ada.client.rpc('save_tool', tool)).error?.code).toBe('PT409')
  })
})

describe('a failure', () => {
  test('of the categories is named as such, and the tool is not saved', async () => {
    const tool = { ...valid(), category_ids: [a.id, randomUUID()] }
    expect((await ada.client.rpc('save_tool', tool)).error).toMatchObject({
      code: '23503',
      details: 'tool_categories',
      message: 'A chosen category no longer exists',
    })
    expect(await server.sql`select from public.tools where slug = ${tool.slug}`).toHaveLength(0)
  })

  test('of the tool itself does not name its categories', async () => {
    const { error } = await ada.client.rpc('save_tool', { ...valid(), website_url: 'javascript:alert(1)' })
    expect([error?.code, error?.details]).not.toContain('tool_categories')
  })

  test('for a slug taken at the same moment reaches all but one', async () => {
    const slug = unique()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? ada : bob).client.rpc('save_tool', { ...valid(), slug, new_id: randomUUID() }),
      ),
    )
    expect(answers.map(({ error, status }) => (error ? `${status} ${error.code}` : 'saved')).sort()).toEqual([
      ...Array.from({ length: 7 }, () => '409 23505'),
      'saved',
    ])
  })
})

describe('a category', () => {
  const rename = (person: Person, { id }: Category, name: string, known: string) =>
    person.client.from('categories').update({ name }).eq('id', id).eq('updated_at', known).select('name')

  test('is saved with the current version, not with an older one', async () => {
    const category = await addCategory(server.sql)
    const known = await updatedAt('categories', category.id)
    expect((await rename(ada, category, 'By Ada', known)).data).toEqual([{ name: 'By Ada' }])
    expect((await rename(bob, category, 'By Bob', known)).data).toEqual([])
    const slugged = await updatedAt('categories', category.id)
    await ada.client.from('categories').update({ slug: unique() }).eq('id', category.id)
    expect((await rename(bob, category, 'By Bob', slugged)).data).toEqual([])
  })

  test('keeps its version when tools are added to it', async () => {
    const category = await addCategory(server.sql)
    const known = await updatedAt('categories', category.id)
    await addTool(server.sql, {}, [category])
    expect((await rename(bob, category, 'By Bob', known)).data).toEqual([{ name: 'By Bob' }])
  })

  test('with a taken slug is refused, also in a race', async () => {
    const slug = unique()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ada.client.from('categories').insert({ name: 'Same', slug })),
    )
    expect(answers.map(({ error, status }) => (error ? `${status} ${error.code}` : 'saved')).sort()).toEqual([
      ...Array.from({ length: 5 }, () => '409 23505'),
      'saved',
    ])
  })
})

test('the database accepts every slug the form makes of a name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), async (name) => {
      const slug = slugify(name)
      if (slug === '') return
      const { error } = await ada.client
        .from('categories')
        .insert({ name: 'Made', slug: `${slug}-${randomUUID()}`.slice(0, 100) })
      expect(error).toBeNull()
    }),
  )
})
