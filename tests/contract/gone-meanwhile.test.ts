import { expect, test } from 'vitest'
import { administrator, member, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addFlag, addTool, addUpvote, type Category, type Tool, type Upvote } from './rows.ts'
import { countWaiting } from './waiting.ts'

/** What is deleted during a write is reported in words, not as a violated foreign key. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)

interface Scene {
  category: Category
  tool: Tool
  upvote: Upvote
  person: Person
}
type Told = { status: number; error: { code: string; message: string } | null }
const valid = { name: 'Name', short_description: 'Text', website_url: 'https://tool.example' }
const NO_CATEGORY = { status: 409, code: '23503', message: 'A chosen category no longer exists' }
const NO_TOOL = { status: 404, code: 'PT404', message: 'Tool not found' }
const NO_UPVOTE = { status: 404, code: 'PT404', message: 'Recommendation not found' }
const NO_SESSION = { status: 401, code: 'PT401', message: 'Your session has ended' }

const recommend = ({ tool, person }: Scene) =>
  person.client.from('tool_upvotes').insert({ tool_id: tool.id, user_id: person.id, reason: 'Good' })
const report = ({ upvote, person }: Scene) =>
  person.client.from('upvote_flags').insert({ upvote_id: upvote.id, flagged_by: person.id, reason: 'Spam' })
const place = ({ category, tool }: Scene) =>
  admin.client.from('tool_categories').insert({ tool_id: tool.id, category_id: category.id })
const create = ({ category }: Scene) =>
  admin.client.from('tools').insert({ ...valid, slug: category.slug, category_id: category.id })
const move = ({ category, tool }: Scene) =>
  admin.client.from('tools').update({ category_id: category.id }).eq('id', tool.id)
const save = ({ category, tool }: Scene) =>
  admin.client.rpc('save_tool', { ...valid, slug: tool.slug, tool_id: tool.id, category_ids: [category.id] })

const TABLES = {
  category: 'public.categories',
  tool: 'public.tools',
  upvote: 'public.tool_upvotes',
  person: 'auth.users',
}

test.each<[string, keyof Scene, (scene: Scene) => PromiseLike<Told>, object]>([
  ['a category while a tool is created in it', 'category', create, NO_CATEGORY],
  ['a category while a tool moves to it', 'category', move, NO_CATEGORY],
  ['a category while a tool is saved with it', 'category', save, NO_CATEGORY],
  ['a category while it is given to a tool', 'category', place, NO_CATEGORY],
  ['a tool while a category is given to it', 'tool', place, NO_TOOL],
  ['a tool while it is recommended', 'tool', recommend, NO_TOOL],
  ['a recommendation while it is reported', 'upvote', report, NO_UPVOTE],
  ['an account while it recommends', 'person', recommend, NO_SESSION],
  ['an account while it reports', 'person', report, NO_SESSION],
])('%s', async (_what, going, write, refusal) => {
  const tool = await addTool(server.sql)
  const scene = {
    category: await addCategory(server.sql),
    tool,
    upvote: await addUpvote(server.sql, tool, await member(server)),
    person: await member(server),
  }
  const { answer } = await server.sql.begin(async (sql) => {
    await sql`delete from ${sql(TABLES[going])} where id = ${scene[going].id}`
    const sent = Promise.resolve(write(scene))
    await expect.poll(() => countWaiting(server.sql)).toBe(1)
    return { answer: sent }
  })
  const { status, error } = await answer
  expect({ status, code: error?.code, message: error?.message }).toEqual(refusal)
})

test('the account of the last reporter, while their report is decided', async () => {
  const upvote = await addUpvote(server.sql, await addTool(server.sql), await member(server))
  const reporter = await member(server)
  await addFlag(server.sql, upvote, reporter)
  const { answer } = await server.sql.begin(async (sql) => {
    await sql`delete from auth.users where id = ${reporter.id}`
    const sent = Promise.resolve(
      admin.client.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', upvote.id),
    )
    await expect.poll(() => countWaiting(server.sql)).toBe(1)
    return { answer: sent }
  })
  expect((await answer).error).toMatchObject({
    code: '23514',
    message: 'This recommendation has no report to decide',
  })
})
