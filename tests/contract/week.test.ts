import { beforeEach, expect, test } from 'vitest'
import { member, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addFlag, addTool, addUpvote, type Upvote } from './rows.ts'

/** The recommendation of the week (decision 195). */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server

const choose = () => sql`select private.choose_week_recommendation()`
const chosen = async () =>
  (await visitor(server).rpc('get_week_recommendation').throwOnError()).data[0]?.reason
const home = async (search = '') => (await raw(server, `/${search}`)).text()
/** What stands there as the recommendation of the week. */
const shown = async (search?: string) =>
  /Recommendation of the week<\/p>.*?<blockquote dir="auto">([^<]+)</s.exec(await home(search))?.[1]
const soon = () => expect.poll(() => shown())

/** A recommendation of somebody who joined long ago, found helpful by so many. */
async function written(reason: string, helpful: number): Promise<Upvote> {
  const author = await member(server)
  await sql`update public.profiles set created_at = now() - interval '1 year' where id = ${author.id}`
  const upvote = await addUpvote(sql, await addTool(sql), author)
  await sql`update public.tool_upvotes set reason = ${reason} where id = ${upvote.id}`
  await sql`select private.season_upvotes()`
  for (let at = 0; at < helpful; at++) {
    const reader = await member(server)
    await reader.client.rpc('set_helpful', { upvote_id: upvote.id }).throwOnError()
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

test('one that is reported is gone from home at once, and another is chosen', async () => {
  await written('The second.', 2)
  const first = await written('The first.', 3)
  await choose()
  await soon().toBe('The first.')
  for (let at = 0; at < 3; at++) await addFlag(sql, first, await member(server))
  expect(await chosen()).toBeUndefined()
  await soon().toBeUndefined()
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
  expect(await sql`select from private.week_recommendation`).toHaveLength(0)
  expect(await chosen()).toBeUndefined()
})
