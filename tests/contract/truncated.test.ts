import { afterAll, beforeEach, expect, test } from 'vitest'
import { member } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addFlag, addTool, addUpvote, first, type Tool } from './rows.ts'

/** A table emptied in one stroke leaves as little behind as one whose rows are deleted. */

let server: TestServer
let tool: Tool
beforeEach(async () => {
  await server?.close()
  server = await startTestServer()
  const { sql } = server
  const [apps, music] = [await addCategory(sql), await addCategory(sql)]
  tool = await addTool(sql, {}, [apps, music])
  const upvote = await addUpvote(sql, tool, await member(server))
  await addFlag(sql, upvote, await member(server))
})
afterAll(() => server?.close())

/** What the database keeps of its rows, summed. */
const readKept = async () =>
  first(
    await server.sql`select
      (select coalesce(sum(upvote_count), 0)::int from public.tools) as upvotes,
      (select coalesce(sum(tool_count), 0)::int from public.categories) as in_categories,
      (select count(*)::int from public.tools where category_id is not null) as with_primary,
      (select coalesce(sum(tools), 0)::int from private.tool_totals) as tools,
      (select count(*)::int from private.listings) as places,
      (select count(*)::int from private.listings where upvote_count > 0 or trend is not null) as ranked,
      (select coalesce(sum(flag_count), 0)::int from public.tool_upvotes) as reports,
      (select count(*)::int from private.moderation_cases) as cases`,
  )

const ALL = {
  upvotes: 1,
  in_categories: 2,
  with_primary: 1,
  tools: 1,
  places: 3,
  ranked: 3,
  reports: 1,
  cases: 1,
}
const NO_REPORTS = { ...ALL, reports: 0, cases: 0 }
const NO_UPVOTES = { ...NO_REPORTS, upvotes: 0, ranked: 0 }
const NO_LINKS = { ...ALL, in_categories: 0, with_primary: 0, places: 1, ranked: 1 }
const NOTHING = { ...NO_UPVOTES, in_categories: 0, with_primary: 0, tools: 0, places: 0 }

test.each([
  ['upvote_flags', NO_REPORTS],
  ['tool_upvotes', NO_UPVOTES],
  ['tool_categories', NO_LINKS],
  ['tools', NOTHING],
  ['categories', NOTHING],
])('%s', async (table, kept) => {
  expect(await readKept()).toEqual(ALL)
  await server.sql`truncate ${server.sql(`public.${table}`)} cascade`
  expect(await readKept()).toEqual(kept)
})
