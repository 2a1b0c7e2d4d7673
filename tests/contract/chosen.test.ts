import { beforeEach, expect, test } from 'vitest'
import { member, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import {
  addCategory,
  addFlag,
  addTool,
  addUpvote,
  type Category,
  first,
  type Tool,
  type Upvote,
} from './rows.ts'
import { countWaiting } from './waiting.ts'

/** The recommendation of the week, and those of the large categories (decision 195). */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server

const choose = () => sql`select private.choose_recommendations()`
const read = () => visitor(server).rpc('list_chosen_recommendations', undefined, { get: true })
const chosen = async () => (await read().is('category_id', null).throwOnError()).data[0]?.reason
const chosenFor = async ({ id }: Category) =>
  (await read().eq('category_id', id).throwOnError()).data[0]?.reason
const home = async (search = '') => (await raw(server, `/${search}`)).text()
/** What stands there as the recommendation of the week. */
const shown = async (search?: string) =>
  /Recommendation of the week<\/p>.*?<blockquote dir="auto">([^<]+)</s.exec(await home(search))?.[1]
const soon = () => expect.poll(() => shown())

/** A recommendation of somebody who joined long ago, found helpful by so many, who joined `joined` days ago. */
async function written(reason: string, helpful: number, tool?: Tool, joined = 8): Promise<Upvote> {
  const author = await member(server)
  await sql`update public.profiles set created_at = now() - interval '1 year' where id = ${author.id}`
  const upvote = await addUpvote(sql, tool ?? (await addTool(sql)), author)
  await sql`update public.tool_upvotes set reason = ${reason} where id = ${upvote.id}`
  await sql`select private.season_upvotes()`
  for (let at = 0; at < helpful; at++) {
    const reader = await member(server)
    await reader.client.rpc('set_helpful', { upvote_id: upvote.id }).throwOnError()
    await sql`update public.profiles set created_at = now() - make_interval(days => ${joined}) where id = ${reader.id}`
  }
  return upvote
}

beforeEach(async () => {
  await sql`delete from public.tool_upvotes`
  await choose()
})

test('is what most members found helpful; home shows it, and another one as soon as it is chosen', async () => {
  await written('Found helpful by one.', 1)
  await choose()
  expect(await chosen()).toBeUndefined()
  expect(await shown()).toBeUndefined()
  await written('Found helpful by new members.', 3, undefined, 6)
  await choose()
  expect(await chosen()).toBeUndefined()
  await written('Found helpful by two.', 2)
  await choose()
  expect(await chosen()).toBe('Found helpful by two.')
  await soon().toBe('Found helpful by two.')
  expect(await shown('?sort=top')).toBeUndefined()
  await written('Found helpful by three.', 3)
  expect(await shown()).toBe('Found helpful by two.')
  await choose()
  await soon().toBe('Found helpful by three.')
})

test('stays when another one is deleted while it is chosen', async () => {
  await written('Found helpful by two.', 2)
  await choose()
  const better = await written('Found helpful by three.', 3)
  const { choice } = await sql.begin(async (holder) => {
    await holder`delete from public.tool_upvotes where id = ${better.id}`
    const choice = choose().then(() => undefined)
    await expect.poll(() => countWaiting(sql)).toBe(1)
    return { choice }
  })
  await choice
  expect(await chosen()).toBe('Found helpful by two.')
})

test('one that is reported is gone from home at once, and another is chosen', async () => {
  await written('The second.', 2)
  const first = await written('The first.', 3)
  await choose()
  await soon().toBe('The first.')
  for (let at = 0; at < 3; at++) await addFlag(sql, first, await member(server))
  // None, or the second where the job runs meanwhile.
  expect(await chosen()).not.toBe('The first.')
  await soon().not.toBe('The first.')
  await choose()
  expect(await chosen()).toBe('The second.')
})

test.each<[string, (upvote: Upvote) => Promise<unknown>]>([
  [
    'older than a week',
    ({ id }) => sql`update public.tool_upvotes set created_at = now() - interval '8 days' where id = ${id}`,
  ],
  ['of a new member', ({ id }) => sql`update public.tool_upvotes set weight = 2 ^ -20 where id = ${id}`],
  [
    'of a suspended member',
    ({ user_id }) =>
      sql`insert into private.suspensions (user_id, reason, hides_upvotes) values (${user_id}, 'Spam', true)`,
  ],
])('one %s is not chosen', async (_, change) => {
  const upvote = await written('Not this one.', 2)
  await change(upvote)
  await choose()
  expect(await sql`select from private.chosen_recommendations`).toHaveLength(0)
  expect(await chosen()).toBeUndefined()
})

/** A category of so many tools. */
async function categoryOf(size: number) {
  const category = await addCategory(sql)
  const tools: Tool[] = []
  while (tools.length < size) tools.push(await addTool(sql, {}, [category]))
  return { category, tools }
}

test('a large category shows the newest reason for the tool most recommended lately, another once it is hidden', async () => {
  const { category, tools } = await categoryOf(10)
  const [many, one] = tools
  await written('Of a tool with one.', 0, one)
  await written('The first of two.', 0, many)
  const newest = await written('The second of two.', 0, many)
  await choose()
  expect(await chosenFor(category)).toBe('The second of two.')
  expect(await chosen()).toBeUndefined()
  const page = async () => (await raw(server, '/categories')).text()
  await expect.poll(page).toContain('The second of two.')
  for (let at = 0; at < 3; at++) await addFlag(sql, newest, await member(server))
  await expect.poll(page).not.toContain('The second of two.')
  await choose()
  expect(await chosenFor(category)).toBe('The first of two.')
  await expect.poll(page).toContain('The first of two.')
})

test('a small category shows none, nor one whose tools have it second, nor what a new member wrote', async () => {
  const small = await categoryOf(9)
  await written('In a small one.', 0, small.tools[0])
  const large = await categoryOf(10)
  await sql`insert into public.tool_categories (tool_id, category_id) values (${first(small.tools).id}, ${large.category.id})`
  const light = await written('Of a new member.', 0, large.tools[0])
  await sql`update public.tool_upvotes set weight = 2 ^ -20 where id = ${light.id}`
  await choose()
  expect(await sql`select from private.chosen_recommendations`).toHaveLength(0)
})

test('choosing the same again changes no row, so that no page is made anew', async () => {
  const { tools } = await categoryOf(10)
  await written('Also as before.', 0, tools[0])
  await written('The same as before.', 2, tools[0])
  await choose()
  const rows = () =>
    sql`select xmin::text, category_id from private.chosen_recommendations order by category_id`
  const before = await rows()
  expect(before).toHaveLength(2)
  await choose()
  expect(await rows()).toEqual(before)
})
