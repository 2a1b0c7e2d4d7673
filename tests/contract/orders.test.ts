import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, type Client, member, type Person, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool, type Category, type Tool } from './rows.ts'

/** The orders of a list (docs/ranking.md): what they say, that they stay right, and that nothing buys a place. */

let server: TestServer
let db: Client
let people: Person[]
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  db = visitor(server)
  admin = await administrator(server)
  people = await Promise.all(Array.from({ length: 6 }, () => member(server)))
})
afterAll(() => server?.close())

const DAY = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)

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

async function list(sort: string, categories: Category[], skip = 0, max_results = 15) {
  const request = { sort, category_ids: categories.map(({ id }) => id), skip, max_results }
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

  test('featured buys no place, in no order', async () => {
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

test('trending is the published formula, whatever is added, taken away, rejected or dated anew', async () => {
  const change = fc.record({
    tool: fc.nat(2),
    person: fc.nat(5),
    age: fc.integer({ min: 0, max: 3000 }),
    what: fc.constantFrom('add', 'add', 'add', 'remove', 'reject', 'approve', 'date'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 14 }), async (changes) => {
      const category = await addCategory(server.sql)
      const tools = [0, 1, 2].map(() => addTool(server.sql, {}, [category]))
      for (const { tool, person, age, what } of changes) {
        const tool_id = (await tools[tool])?.id ?? ''
        const user_id = people[person]?.id ?? ''
        const { sql } = server
        if (what === 'add')
          await sql`insert into public.tool_upvotes (tool_id, user_id, reason, created_at)
            values (${tool_id}, ${user_id}, 'Good', ${daysAgo(age)}) on conflict do nothing`
        else if (what === 'remove')
          await sql`delete from public.tool_upvotes where tool_id = ${tool_id} and user_id = ${user_id}`
        else if (what === 'date')
          await sql`update public.tool_upvotes set created_at = ${daysAgo(age)}
            where tool_id = ${tool_id} and user_id = ${user_id}`
        else
          await sql`update public.tool_upvotes set is_flagged = true,
            flag_status = ${what === 'reject' ? 'rejected' : 'approved'}
            where tool_id = ${tool_id} and user_id = ${user_id}`
      }
      for (const tool of await Promise.all(tools)) {
        const upvotes = await server.sql<{ at: Date }[]>`
          select created_at as at from public.tool_upvotes
          where tool_id = ${tool.id} and flag_status is distinct from 'rejected'`
        const weights = upvotes.map(({ at }) => (at.getTime() - Date.UTC(2026, 0, 1)) / (7 * DAY))
        const latest = Math.max(...weights)
        const expected =
          weights.length === 0
            ? null
            : latest + Math.log2(weights.reduce((sum, weight) => sum + 2 ** (weight - latest), 0))
        const listed = await server.sql<{ trend: number | null; upvote_count: number }[]>`
          select trend, upvote_count from private.listings where tool_id = ${tool.id}`
        expect(listed).toHaveLength(2)
        for (const { trend, upvote_count } of listed) {
          expect(upvote_count).toBe(upvotes.length)
          if (expected === null) expect(trend).toBeNull()
          else expect(trend).toBeCloseTo(expected, 4)
        }
      }
    }),
    { numRuns: 25 },
  )
})

test('the trend stays the formula while two thousand recommendations go, some at a time', async () => {
  const { sql } = server
  const tool = await addTool(sql)
  await sql`
    insert into auth.users (id, aud, role, email, raw_user_meta_data)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'many' || n || '@example.org',
      jsonb_build_object('username', 'many' || n, 'full_name', 'One of many') from generate_series(1, 2000) n`
  await sql`
    insert into public.tool_upvotes (tool_id, user_id, reason, created_at)
    select ${tool.id}, p.id, 'Good', now() - row_number() over (order by p.id) * interval '3 hours'
    from public.profiles p where p.username like 'many%'`
  const differences = () => sql<{ difference: number | null; left: number }[]>`
    select max(abs(l.trend - f.trend)) as difference, max(f.entries)::int as left
    from private.listings l, (
      select log(2::numeric, sum(power(2::numeric, (extract(epoch from u.created_at
        - timestamptz '2026-01-01 00:00:00+00') / (7 * 86400))::numeric))) as trend, count(*) as entries
      from public.tool_upvotes u where u.tool_id = ${tool.id} and not u.is_withheld
    ) f
    where l.tool_id = ${tool.id}`
  // From the newest, so that each takes what weighs most.
  for (const share of [1, 40, 300, 700, 600, 300]) {
    await sql`
      delete from public.tool_upvotes where id in (
        select id from public.tool_upvotes where tool_id = ${tool.id} order by created_at desc limit ${share})`
    expect((await differences())[0]?.difference).toBeLessThan(1e-9)
  }
  await sql`update public.tool_upvotes set is_withheld = true where tool_id = ${tool.id} and id::text < '8'`
  expect((await differences())[0]?.difference).toBeLessThan(1e-9)
  for (let remaining = 59; remaining > 0; remaining--)
    await sql`
      delete from public.tool_upvotes where id in (
        select id from public.tool_upvotes where tool_id = ${tool.id} order by created_at desc limit 1)`
  await sql`delete from public.tool_upvotes where tool_id = ${tool.id}`
  const trends = await sql`select trend from private.listings where tool_id = ${tool.id}`
  expect(trends).toEqual([{ trend: null }])
}, 60_000)

test('a rejected recommendation counts in no order, an approved one again', async () => {
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
  await admin.client.rpc('moderate_upvote', { upvote_id: upvoteId, decision: 'rejected' })
  expect(await names('trending', category)).toEqual(['Plain', 'Reported'])
  expect(await names('top', category)).toEqual(['Plain', 'Reported'])
  await admin.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvoteId)
  expect((await names('trending', category))[0]).toBe('Reported')
})

test('what a suspended member’s hidden recommendations weigh comes back with them', async () => {
  const tool = await addTool(server.sql)
  const person = await member(server)
  await server.sql`insert into public.tool_upvotes (tool_id, user_id, reason) values (${tool.id}, ${person.id}, 'x')`
  const trend = async () => {
    const rows = await server.sql<{ trend: number | null }[]>`
      select trend from private.listings where tool_id = ${tool.id}`
    return rows[0]?.trend
  }
  const before = await trend()
  expect(before).toBeGreaterThan(0)
  await server.sql`update public.tool_upvotes set is_withheld = true where user_id = ${person.id}`
  expect(await trend()).toBeNull()
  await server.sql`update public.tool_upvotes set is_withheld = false where user_id = ${person.id}`
  expect(await trend()).toBe(before)
})

test('what a deleted account recommended counts no more', async () => {
  const category = await addCategory(server.sql)
  const tool = await addTool(server.sql, {}, [category])
  const leaver = await member(server)
  await server.sql`insert into public.tool_upvotes (tool_id, user_id, reason) values (${tool.id}, ${leaver.id}, 'x')`
  await server.sql`delete from auth.users where id = ${leaver.id}`
  const [listed] = await server.sql`
    select trend, upvote_count from private.listings where tool_id = ${tool.id} and category_id = ${category.id}`
  expect(listed).toEqual({ trend: null, upvote_count: 0 })
})

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
      const whole = await list(sort, categories, 0, 100)
      expect(whole).toHaveLength(40)
      expect(whole[0]?.total).toBe(40)
      const paged = [
        ...(await list(sort, categories)),
        ...(await list(sort, categories, 15)),
        ...(await list(sort, categories, 30)),
      ]
      expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
      const all = [...(await list(sort, [], 0, 100)), ...(await list(sort, [], 100, 100))]
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

  test('say nothing about a tool that left its category, and follow one that came', async () => {
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

  test('refuse an order there is not, and a length beyond reason', async () => {
    expect((await db.rpc('list_tools', { sort: 'featured' })).error?.code).toBe('22023')
    expect(await list('top', [], 0, 100_000)).toHaveLength(
      Math.min(100, (await server.sql`select from public.tools`).length),
    )
    expect(await list('top', [], -5, -5)).toHaveLength(1)
  })
})

test('people who upvote at once lose no place', async () => {
  const category = await addCategory(server.sql)
  const tool = await addTool(server.sql, {}, [category])
  const answers = await Promise.all([
    ...people.map(({ client, id }) =>
      client.from('tool_upvotes').insert({ tool_id: tool.id, user_id: id, reason: 'At once' }),
    ),
    ...Array.from({ length: 3 }, async () =>
      admin.client.from('tool_categories').insert({
        tool_id: tool.id,
        category_id: (await addCategory(server.sql)).id,
      }),
    ),
  ])
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
  const listed = await server.sql<{ trend: number; upvote_count: number }[]>`
    select distinct round(trend::numeric, 6) as trend, upvote_count from private.listings where tool_id = ${tool.id}`
  expect(listed).toHaveLength(1)
  expect(listed[0]?.upvote_count).toBe(people.length)
})
