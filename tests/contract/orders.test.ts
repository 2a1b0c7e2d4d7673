import { beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, type Category, daysAgo, type Tool } from './rows.ts'

/** The orders of a list (docs/ranking.md), page by page; being featured has no effect. */

const server = await testServer()
const db = visitor(server)
const admin = await administrator(server)
const people = await Promise.all(Array.from({ length: 6 }, () => member(server)))

/** Recommendations of a tool by different people, each this many days old. */
async function recommend(tool: Tool, ...ages: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const [index, age] of ages.entries()) {
    const rows = await server.sql<{ id: string }[]>`
      insert into public.tool_upvotes (tool_id, user_id, reason, created_at)
      values (${tool.id}, ${people[index]?.id ?? ''}, 'Good', ${daysAgo(age)}) returning id`
    for (const { id } of rows) ids.push(id)
  }
  return ids
}

type Last = { rank: number | null; created_at: string; id: string }

async function list(sort: string, categories: Category[], last?: Last, max_results = 15) {
  const after = last && {
    after_rank: last.rank ?? undefined,
    after_at: last.created_at,
    after_id: last.id,
  }
  const request = { sort, category_ids: categories.map(({ id }) => id), max_results, ...after }
  const { data, error } = await db.rpc('list_tools', request, { get: true })
  expect(error).toBeNull()
  return data ?? []
}
const names = async (sort: string, ...categories: Category[]) =>
  (await list(sort, categories)).map(({ name }) => name)

describe('three tools, one old and much recommended, one new to favour, one featured by nobody’s recommendation', () => {
  let category: Category
  let tools: Record<'classic' | 'rising' | 'featured', Tool>
  beforeAll(async () => {
    category = await addCategory(server.sql)
    const [classic, rising, featured] = [
      await addTool(server.sql, { name: 'Classic', created_at: '2026-01-01' }, [category]),
      await addTool(server.sql, { name: 'Rising', created_at: '2026-01-02' }, [category]),
      await addTool(server.sql, { name: 'Featured', created_at: '2026-01-03', featured: true }, [category]),
    ]
    await recommend(classic, 60, 61, 62, 63, 64)
    await recommend(rising, 1, 2)
    tools = { classic, rising, featured }
  })

  test('newest', async () => {
    expect(await names('newest', category)).toEqual(['Featured', 'Rising', 'Classic'])
  })
  test('most recommended', async () => {
    expect(await names('top', category)).toEqual(['Classic', 'Rising', 'Featured'])
  })
  test('trending', async () => {
    expect(await names('trending', category)).toEqual(['Rising', 'Classic', 'Featured'])
  })

  test('featured has no effect in any order', async () => {
    const before = await Promise.all(['newest', 'top', 'trending'].map((sort) => names(sort, category)))
    await admin.client.from('tools').update({ featured: true }).eq('id', tools.classic.id)
    await admin.client.from('tools').update({ featured: false }).eq('id', tools.featured.id)
    const after = await Promise.all(['newest', 'top', 'trending'].map((sort) => names(sort, category)))
    expect(after).toEqual(before)
  })

  test('the pages show them in the order of their address', async () => {
    for (const [sort, first] of [
      ['', 'Featured'],
      ['?sort=top', 'Classic'],
      ['?sort=trending', 'Rising'],
      ['?sort=nonsense', 'Featured'],
    ]) {
      const html = await (await fetch(`${server.url}/categories/${category.slug}${sort}`)).text()
      expect(/<article[\s\S]*?<a[^>]*>([^<]+)</.exec(html)?.[1], `sort ${sort}`).toBe(first)
    }
  })
})

test('each tool of a list comes with the newest of its recommendations that everyone may see', async () => {
  const category = await addCategory(server.sql)
  const [tool] = [await addTool(server.sql, {}, [category]), await addTool(server.sql, {}, [category])]
  const [older = '', newer = ''] = await recommend(tool, 2, 1)
  await server.sql`update public.tool_upvotes set reason = 'Draws & "paints"' where id = ${older}`
  const reasons = async () => (await list('top', [category])).map(({ latest_reason }) => latest_reason)
  expect(await reasons()).toEqual(['Good', null])
  await people[3]?.client
    .from('upvote_flags')
    .insert({ upvote_id: newer, reason: 'Spam', flagged_by: people[3].id })
  expect(await reasons()).toEqual(['Draws & "paints"', null])
  const html = await (await fetch(`${server.url}/categories/${category.slug}`)).text()
  expect(html).toContain('>Draws &amp; &quot;paints&quot;</blockquote>')
})

test('a rejected recommendation counts in no order, an approved one does', async () => {
  const category = await addCategory(server.sql)
  const [plain, reported] = [
    await addTool(server.sql, { name: 'Plain' }, [category]),
    await addTool(server.sql, { name: 'Reported' }, [category]),
  ]
  await recommend(plain, 3)
  const [upvoteId = ''] = await recommend(reported, 1)
  expect((await names('trending', category))[0]).toBe('Reported')
  await server.sql`
    insert into public.upvote_flags (upvote_id, flagged_by, reason) values (${upvoteId}, ${admin.id}, 'Spam')`
  await admin.client.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', upvoteId)
  expect(await names('trending', category)).toEqual(['Plain', 'Reported'])
  expect(await names('top', category)).toEqual(['Plain', 'Reported'])
  await admin.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvoteId)
  expect((await names('trending', category))[0]).toBe('Reported')
})

/** All further pages; `meanwhile` happens after each. */
async function readOn(sort: string, categories: Category[], meanwhile = async () => {}) {
  const read = await list(sort, categories)
  for (let page = read; page.length > 0; read.push(...page)) {
    await meanwhile()
    page = await list(sort, categories, read.at(-1))
    for (const { total } of page) expect(total).toBeNull()
  }
  return read
}

describe('pages of a list', () => {
  let categories: Category[]
  beforeAll(async () => {
    categories = [await addCategory(server.sql), await addCategory(server.sql), await addCategory(server.sql)]
    const [a, b, c] = categories
    if (!a || !b || !c) throw new Error('three categories were made')
    for (let n = 0; n < 40; n++) {
      const tool = await addTool(
        server.sql,
        { created_at: daysAgo(n).toISOString() },
        [[a], [a, b], [b, c], [c]][n % 4],
      )
      if (n % 3 === 0) await recommend(tool, ...Array.from({ length: 1 + (n % 5) }, (_, age) => age * n))
    }
  })

  test.each(['newest', 'top', 'trending'])(
    'of several categories hold each tool once, sorted by %s',
    async (sort) => {
      const whole = await list(sort, categories, undefined, 100)
      expect(whole).toHaveLength(40)
      expect(whole[0]?.total).toBe(40)
      const paged = await readOn(sort, categories)
      expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
      const all = await readOn(sort, [])
      const mine = new Set(whole.map(({ id }) => id))
      expect(all.filter(({ id }) => mine.has(id)).map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
    },
  )

  test('of one category, of an empty one and of one that is not there tell how many there are', async () => {
    const [a] = categories
    expect((await list('top', a ? [a] : []))[0]?.total).toBe(20)
    expect(await list('top', [await addCategory(server.sql)])).toEqual([])
    expect(
      await names('top', { ...(await addCategory(server.sql)), id: '00000000-0000-4000-8000-000000000000' }),
    ).toEqual([])
  })

  test('omit a tool removed from the category, and include an added one', async () => {
    const [a, , c] = categories
    if (!a || !c) throw new Error('three categories were made')
    const tool = await addTool(server.sql, { name: 'Mover' }, [a])
    await recommend(tool, 0, 0, 0, 0, 0, 0)
    await admin.client.from('tool_categories').insert({ tool_id: tool.id, category_id: c.id })
    expect((await names('top', c))[0]).toBe('Mover')
    await admin.client.from('tool_categories').delete().eq('tool_id', tool.id).eq('category_id', a.id)
    expect(await names('top', a)).not.toContain('Mover')
    expect((await names('trending', c))[0]).toBe('Mover')
  })

  test('refuse an unknown order, and an excessive length', async () => {
    expect((await db.rpc('list_tools', { sort: 'featured' })).error?.code).toBe('22023')
    expect(await list('top', [], undefined, 100_000)).toHaveLength(
      Math.min(100, (await server.sql`select from public.tools`).length),
    )
    expect(await list('top', [], undefined, -5)).toHaveLength(1)
  })

  test.each(['newest', 'top', 'trending'])(
    'by %s repeat and omit nothing when tools are added, recommended and deleted meanwhile',
    async (sort) => {
      const whole = await list(sort, categories, undefined, 100)
      const [first, last] = [whole[0]?.id ?? '', whole.at(-1)?.id ?? '']
      const doomed: Tool[] = []
      const read = await readOn(sort, categories, async () => {
        // At the top of every order, and the one above the next page's beginning.
        const tool = await addTool(server.sql, {}, categories.slice(0, 1))
        await recommend(tool, 0, 0, 0, 0, 0, 0)
        doomed.push(tool)
        await server.sql`delete from public.tool_upvotes where tool_id = ${first} and user_id = ${people[0]?.id ?? ''}`
      })
      expect(read.map(({ id }) => id).slice(0, 15)).toEqual(whole.map(({ id }) => id).slice(0, 15))
      const further = read.slice(15).map(({ id }) => id)
      expect(further.filter((id) => id !== first)).toEqual(whole.slice(15).map(({ id }) => id))
      expect(read.at(-1)?.id).toBe(last)
      for (const { id } of doomed) await server.sql`delete from public.tools where id = ${id}`
    },
  )

  test.each(['newest', 'top', 'trending'])('by %s go on after a tool that was deleted', async (sort) => {
    const [category] = categories
    if (!category) throw new Error('three categories were made')
    const added = await addTool(server.sql, { created_at: daysAgo(20.5).toISOString() }, [category])
    const whole = await list(sort, [category], undefined, 100)
    const place = whole.findIndex(({ id }) => id === added.id)
    await server.sql`delete from public.tools where id = ${added.id}`
    const rest = await list(sort, [category], whole[place], 100)
    expect(rest.map(({ id }) => id)).toEqual(whole.slice(place + 1).map(({ id }) => id))
  })
})
