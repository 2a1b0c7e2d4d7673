import { expect, test } from 'vitest'
import { administrator, member, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { proveClaim } from './claims.ts'
import { proposal } from './contributions.ts'
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

async function newScene(): Promise<Scene> {
  const tool = await addTool(server.sql)
  return {
    category: await addCategory(server.sql),
    tool,
    upvote: await addUpvote(server.sql, tool, await member(server)),
    person: await member(server),
  }
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
  const scene = await newScene()
  const { answer } = await server.sql.begin(async (sql) => {
    await sql`delete from ${sql(TABLES[going])} where id = ${scene[going].id}`
    const sent = Promise.resolve(write(scene))
    await expect.poll(() => countWaiting(server.sql)).toBe(1)
    return { answer: sent }
  })
  const { status, error } = await answer
  expect({ status, code: error?.code, message: error?.message }).toEqual(refusal)
})

/** What members call to write something new, each prepared for a call that would be carried out. */
const CALLS: Record<string, (scene: Scene) => PromiseLike<() => PromiseLike<Told>>> = {
  edit_recommendation: async ({ tool, person }) => {
    const own = await addUpvote(server.sql, tool, person)
    return () => person.client.rpc('edit_recommendation', { upvote_id: own.id, reason: 'Better.' })
  },
  save_answer: async ({ tool, upvote, person }) => {
    await proveClaim(server.sql, tool, person)
    return () => person.client.rpc('save_answer', { upvote_id: upvote.id, answer: 'Thank you.' })
  },
  save_contribution: async ({ person }) => {
    const sent = { kind: 'submission', proposed: proposal() }
    return () => person.client.rpc('save_contribution', sent)
  },
  set_listed: async ({ tool, person }) => {
    const { data: list_id } = await person.client.rpc('save_my_list', { name: 'Mine', is_public: true })
    return () => person.client.rpc('set_listed', { list_id: list_id ?? '', tool_id: tool.id })
  },
  report_content: async ({ person }) => {
    const other = await member(server)
    const { data: id } = await other.client.rpc('save_my_list', { name: 'Theirs', is_public: true })
    return () => person.client.rpc('report_content', { kind: 'list', subject_id: id ?? '', reason: 'Spam' })
  },
  save_my_list:
    async ({ person }) =>
    () =>
      person.client.rpc('save_my_list', { name: 'Mine', is_public: true }),
  save_my_notice_mails:
    async ({ person }) =>
    () =>
      person.client.rpc('save_my_notice_mails', { wishes: { saved: 'now' } }),
  set_followed:
    async ({ category, person }) =>
    () =>
      person.client.rpc('set_followed', { category_id: category.id }),
  set_helpful:
    async ({ upvote, person }) =>
    () =>
      person.client.rpc('set_helpful', { upvote_id: upvote.id }),
  set_saved:
    async ({ tool, person }) =>
    () =>
      person.client.rpc('set_saved', { tool_id: tool.id }),
  start_claim:
    async ({ tool, person }) =>
    () =>
      person.client.rpc('start_claim', { tool_id: tool.id, method: 'tag' }),
}

test.each(Object.entries(CALLS))('an account during %s', async (name, prepare) => {
  const scene = await newScene()
  const call = await prepare(scene)
  const { answer } = await server.sql.begin(async (sql) => {
    await sql`delete from auth.users where id = ${scene.person.id}`
    const sent = Promise.resolve(call())
    await expect.poll(() => countWaiting(server.sql)).toBe(1)
    return { answer: sent }
  })
  const { status, error } = await answer
  // What it would have changed went with the account.
  const refusal = name === 'edit_recommendation' ? NO_UPVOTE : NO_SESSION
  expect({ status, code: error?.code, message: error?.message }).toEqual(refusal)
})

test('every function with which members write something new is among them', async () => {
  const functions = await server.sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and prosrc ~ 'insert into'
      and has_function_privilege('authenticated', oid, 'execute')
      and prosrc !~ 'require_(current_)?administrator|private\\.(begin_|set_counted)' order by 1`
  expect(functions.map(({ name }) => name)).toEqual(Object.keys(CALLS).sort())
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
