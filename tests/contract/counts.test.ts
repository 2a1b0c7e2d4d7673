import { beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, type Category, first, type Tool } from './rows.ts'
import { countWaiting } from './waiting.ts'

/** What triggers maintain: counts, and the primary category among a tool's categories. */

const server = await testServer()
const admin = await administrator(server)

const countOf = async (tool: Tool) =>
  first(await server.sql<Tool[]>`select * from public.tools where id = ${tool.id}`).upvote_count

describe('concurrent upvotes', () => {
  test('fifty identical ones result in one row and a count of one', async () => {
    const tool = await addTool(server.sql)
    const { id: user_id, client } = await member(server)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        client.from('tool_upvotes').insert({ tool_id: tool.id, user_id, reason: 'Good' }),
      ),
    )
    const codes = answers.map((answer) => answer.error?.code ?? 'done').sort()
    expect(codes).toEqual([...Array<string>(49).fill('23505'), 'done'])
    expect(await server.sql`select from public.tool_upvotes where tool_id = ${tool.id}`).toHaveLength(1)
    expect(await countOf(tool)).toBe(1)
  })

  test('of fifty people are all stored and counted, and so are their deletions', async () => {
    const tool = await addTool(server.sql)
    const people = await Promise.all(Array.from({ length: 50 }, () => member(server)))
    const added = await Promise.all(
      people.map(({ id: user_id, client }) =>
        client.from('tool_upvotes').insert({ tool_id: tool.id, user_id, reason: 'Good' }),
      ),
    )
    expect(added.filter((answer) => answer.error)).toEqual([])
    expect(await countOf(tool)).toBe(50)
    const deleted = await Promise.all(
      people
        .slice(0, 30)
        .map(({ id, client }) =>
          client.from('tool_upvotes').delete().eq('tool_id', tool.id).eq('user_id', id),
        ),
    )
    expect(deleted.filter((answer) => answer.error)).toEqual([])
    expect(await countOf(tool)).toBe(20)
  })

  test('that all wait for the same row are each counted', async () => {
    const tool = await addTool(server.sql)
    const people = await Promise.all(Array.from({ length: 6 }, () => member(server)))
    const answers = await server.sql.begin(async (holder) => {
      await holder`select from public.tools where id = ${tool.id} for no key update`
      const sent = people.map(async ({ id: user_id, client }) =>
        client.from('tool_upvotes').insert({ tool_id: tool.id, user_id, reason: 'Good' }),
      )
      await expect.poll(() => countWaiting(server.sql)).toBe(people.length)
      return { sent }
    })
    expect((await Promise.all(answers.sent)).filter((answer) => answer.error)).toEqual([])
    expect(await countOf(tool)).toBe(6)
  })
})

/** A tool's primary category and all of them in the order they were added, the primary one first, by name. */
async function categoriesOf(tool: { id: string }) {
  const { data } = await admin.client
    .from('tools')
    .select('categories(name),tool_categories(categories(name))')
    .eq('id', tool.id)
    .order('position', { referencedTable: 'tool_categories' })
    .single()
  const primary = data?.categories?.name ?? null
  const names = data?.tool_categories.map((row) => row.categories.name) ?? []
  return { primary, all: names.toSorted((a, b) => Number(b === primary) - Number(a === primary)) }
}

describe('categories of a tool', () => {
  let a: Category
  let b: Category
  let c: Category
  beforeAll(async () => {
    a = await addCategory(server.sql, { name: 'A' })
    b = await addCategory(server.sql, { name: 'B' })
    c = await addCategory(server.sql, { name: 'C' })
  })
  const insertRows = (tool: Tool, categories: Category[]) =>
    admin.client
      .from('tool_categories')
      .insert(categories.map((category) => ({ tool_id: tool.id, category_id: category.id })))
  const setPrimary = (tool: Tool, category_id: string | null) =>
    admin.client.from('tools').update({ category_id }).eq('id', tool.id)
  const deleteRows = (tool: Tool) => admin.client.from('tool_categories').delete().eq('tool_id', tool.id)

  test('created the way of section 7: the tool with its primary one, then a row for each', async () => {
    const tool = await addTool(server.sql, { category_id: b.id })
    expect(await categoriesOf(tool)).toEqual({ primary: 'B', all: ['B'] })
    expect((await insertRows(tool, [b, a, c])).error).toBeNull()
    expect(await categoriesOf(tool)).toEqual({ primary: 'B', all: ['B', 'A', 'C'] })
    expect((await insertRows(tool, [a])).error?.code).toBe('23505')
  })

  test('edited the way of section 7: the tool, then all rows deleted, then rows for the new ones', async () => {
    const tool = await addTool(server.sql, {}, [a, b])
    await setPrimary(tool, c.id)
    expect(await categoriesOf(tool)).toEqual({ primary: 'C', all: ['C', 'A', 'B'] })
    await deleteRows(tool)
    expect(await categoriesOf(tool)).toEqual({ primary: null, all: [] })
    await insertRows(tool, [c, b])
    expect(await categoriesOf(tool)).toEqual({ primary: 'C', all: ['C', 'B'] })
  })

  test('in the other order: rows first, then the primary one', async () => {
    const tool = await addTool(server.sql)
    await insertRows(tool, [a, b])
    expect(await categoriesOf(tool)).toEqual({ primary: 'A', all: ['A', 'B'] })
    await setPrimary(tool, b.id)
    expect(await categoriesOf(tool)).toEqual({ primary: 'B', all: ['B', 'A'] })
  })

  test('keep a primary one as long as there is any category', async () => {
    const tool = await addTool(server.sql, {}, [a, b])
    await setPrimary(tool, null)
    expect((await categoriesOf(tool)).primary).toBe('A')
    await admin.client.from('tool_categories').delete().eq('tool_id', tool.id).eq('category_id', a.id)
    expect(await categoriesOf(tool)).toEqual({ primary: 'B', all: ['B'] })
    await deleteRows(tool)
    await setPrimary(tool, null)
    expect(await categoriesOf(tool)).toEqual({ primary: null, all: [] })
  })

  test('survive the deletion of one of them, and are counted correctly', async () => {
    const doomed = await addCategory(server.sql, { name: 'Doomed' })
    const other = await addCategory(server.sql, { name: 'Other' })
    const both = await addTool(server.sql, {}, [doomed, other])
    const only = await addTool(server.sql, {}, [doomed])
    const countOther = async () =>
      (await admin.client.from('categories').select('tool_count').eq('id', other.id).single()).data
        ?.tool_count
    expect((await admin.client.from('categories').delete().eq('id', doomed.id)).error).toBeNull()
    expect(await categoriesOf(both)).toEqual({ primary: 'Other', all: ['Other'] })
    expect(await categoriesOf(only)).toEqual({ primary: null, all: [] })
    expect(await countOther()).toBe(1)
    await admin.client.from('tools').delete().eq('id', both.id)
    expect(await countOther()).toBe(0)
  })

  test('survive the deletion of all but one of them in one statement', async () => {
    for (let round = 0; round < 4; round++) {
      const kept = await addCategory(server.sql, { name: 'Kept' })
      const doomed: Category[] = []
      for (let number = 0; number < 5; number++) doomed.push(await addCategory(server.sql))
      const tool = await addTool(server.sql, {}, [...doomed.slice(round), kept, ...doomed.slice(0, round)])
      const ids = doomed.map(({ id }) => id)
      expect((await admin.client.from('categories').delete().in('id', ids)).error).toBeNull()
      expect(await categoriesOf(tool)).toEqual({ primary: 'Kept', all: ['Kept'] })
    }
  })
})

test('of several categories every tool counts once, and what is asked twice or does not exist counts nothing', async () => {
  await server.sql`delete from public.tools`
  const [one, two, three] = [
    await addCategory(server.sql),
    await addCategory(server.sql),
    await addCategory(server.sql),
  ]
  await addTool(server.sql, {}, [one, two])
  await addTool(server.sql, {}, [one])
  await addTool(server.sql, {}, [two, three])
  const count = async (category_ids: string[]) =>
    (await visitor(server).rpc('count_tools', { category_ids })).data
  expect(await count([])).toBe(3)
  expect(await count([one.id])).toBe(2)
  expect(await count([one.id, one.id])).toBe(2)
  expect(await count([one.id, two.id])).toBe(3)
  expect(await count([one.id, three.id])).toBe(3)
  expect(await count(['11111111-1111-4111-8111-111111111111'])).toBe(0)
  expect(await count([one.id, '11111111-1111-4111-8111-111111111111'])).toBe(2)
})
