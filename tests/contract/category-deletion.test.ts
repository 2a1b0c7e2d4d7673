import type { ISql } from 'postgres'
import { expect, test } from 'vitest'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import { member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, first, type Tool } from './rows.ts'
import { countWaiting } from './waiting.ts'

/** Deleting a category with many tools. */

const TOOLS = 200
const server = await testServer()
const { sql } = server
const [going, next] = [await addCategory(sql), await addCategory(sql)]
await sql`
  insert into public.tools (name, slug, short_description, website_url, category_id)
  select 'Tool ' || n, 'many-' || n, 'Text', 'https://tool.example', ${going.id}
  from generate_series(1, ${TOOLS}::int) n`
// Half of them have another category, which becomes the primary one.
await sql`
  insert into public.tool_categories (tool_id, category_id)
  select id, ${next.id} from public.tools where substr(slug, 6)::int % 2 = 0`
const tool = first(await sql<Tool[]>`select * from public.tools where slug = 'many-1'`)
await addTool(sql, {}, [next, going])

const WRITTEN = ['public.tools', 'public.tool_categories', 'private.tool_stats']

/** Rows updated by this connection, by table, including earlier transactions. */
async function countWritten(sql: ISql): Promise<Record<string, number>> {
  const rows = await sql<{ table: string; rows: number }[]>`
    select name as "table", pg_stat_get_xact_tuples_updated(name::regclass)::int as rows
    from unnest(${WRITTEN}::text[]) name`
  return Object.fromEntries(rows.map(({ table, rows }) => [table, rows]))
}

test('writes each tool once but not what it is ordered by, and counts a concurrent upvote', async () => {
  const { id: user_id, client } = await member(server)
  const { written, upvoting } = await server.sql.begin(async (sql) => {
    const before = await countWritten(sql)
    await sql`delete from public.categories where id = ${going.id}`
    const after = await countWritten(sql)
    const sent = client.from('tool_upvotes').insert({ tool_id: tool.id, user_id, reason: 'Good' })
    const answer = sent.then((told) => told)
    await expect.poll(() => countWaiting(server.sql)).toBe(1)
    return {
      written: Object.fromEntries(
        WRITTEN.map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)]),
      ),
      upvoting: answer,
    }
  })
  expect((await upvoting).error).toBeNull()
  expect(written).toEqual({
    'public.tools': TOOLS + 1,
    'public.tool_categories': 0,
    'private.tool_stats': 0,
  })
  expect(await checkFigures(server.sql)).toMatchObject({ problems: [] })
  const after = await server.sql<{ primary: string | null; tools: number }[]>`
    select category_id as "primary", count(*)::int as tools from public.tools group by 1 order by 2 desc`
  expect(after).toEqual([
    { primary: next.id, tools: TOOLS / 2 + 1 },
    { primary: null, tools: TOOLS / 2 },
  ])
  const [row] = await server.sql`select upvote_count from public.tools where id = ${tool.id}`
  expect(row).toEqual({ upvote_count: 1 })
})
