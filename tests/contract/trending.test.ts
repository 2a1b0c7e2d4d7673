import fc from 'fast-check'
import { expect, test } from 'vitest'
import { member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, DAY, daysAgo, first } from './rows.ts'

/** The trend of a tool (docs/ranking.md) follows the published formula after any changes of its recommendations. */

const server = await testServer()
const people = await Promise.all(Array.from({ length: 6 }, () => member(server)))

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
        // One that was deleted and written again is as old as the first.
        const upvotes = await server.sql<{ at: Date }[]>`
          select coalesce(first_at, created_at) as at from public.tool_upvotes
          where tool_id = ${tool.id} and flag_status is distinct from 'rejected'`
        // Of new members, so each weighs 2^-20.
        const weights = upvotes.map(({ at }) => (at.getTime() - Date.UTC(2026, 0, 1)) / (7 * DAY) - 20)
        const latest = Math.max(...weights)
        const expected =
          weights.length === 0
            ? Number.NEGATIVE_INFINITY
            : latest + Math.log2(weights.reduce((sum, weight) => sum + 2 ** (weight - latest), 0))
        const listed = await server.sql<{ trend: number; score: number }[]>`
          select trend, score from private.tool_stats where tool_id = ${tool.id}`
        const { trend, score } = first(listed)
        expect(score * 2 ** 20).toBe(upvotes.length)
        if (weights.length === 0) expect(trend).toBe(expected)
        else expect(trend).toBeCloseTo(expected, 4)
      }
    }),
    {
      examples: [
        [
          [
            { tool: 2, person: 0, age: 1, what: 'add' },
            { tool: 2, person: 0, age: 0, what: 'remove' },
            { tool: 2, person: 0, age: 0, what: 'add' },
          ],
        ],
      ],
    },
  )
})

test('the trend stays the formula while two thousand recommendations go, some at a time', async () => {
  const { sql } = server
  const tool = await addTool(sql)
  await sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'many' || n || '@example.org', now(),
      jsonb_build_object('username', 'many' || n, 'full_name', 'One of many') from generate_series(1, 2000) n`
  await sql`
    insert into public.tool_upvotes (tool_id, user_id, reason, created_at)
    select ${tool.id}, p.id, 'Good', now() - row_number() over (order by p.id) * interval '3 hours'
    from public.profiles p where p.username like 'many%'`
  const differences = () => sql<{ difference: number | null; left: number }[]>`
    select max(abs(l.trend - f.trend)) as difference, max(f.entries)::int as left
    from private.tool_stats l, (
      select log(2::numeric, sum(power(2::numeric, (extract(epoch from u.created_at
        - timestamptz '2026-01-01 00:00:00+00') / (7 * 86400))::numeric - 20))) as trend, count(*) as entries
      from public.tool_upvotes u where u.tool_id = ${tool.id} and not u.is_withheld
    ) f
    where l.tool_id = ${tool.id}`
  // Newest first, so that each deletion removes the largest weight.
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
  const trends = await sql`select trend from private.tool_stats where tool_id = ${tool.id}`
  expect(trends).toEqual([{ trend: Number.NEGATIVE_INFINITY }])
}, 60_000)
