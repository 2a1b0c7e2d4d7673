import { afterAll, beforeAll, expect, test } from 'vitest'
import { member, type Person } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addFlag, addTool, addUpvote, type Upvote } from './rows.ts'

/** A member can report at most twenty recommendations a day. */

let server: TestServer
let author: Person
beforeAll(async () => {
  server = await startTestServer()
  author = await member(server)
})
afterAll(() => server?.close())

const recommend = async (): Promise<Upvote> => addUpvote(server.sql, await addTool(server.sql), author)

const report = (reporter: Person, upvotes: Upvote[]) =>
  reporter.client
    .from('upvote_flags')
    .insert(upvotes.map(({ id }) => ({ upvote_id: id, reason: 'Spam', flagged_by: reporter.id })))

test('the twenty-first report of a day is refused with a message, independent of other members', async () => {
  const [reporter, other] = [await member(server), await member(server)]
  const upvotes = await Promise.all(Array.from({ length: 21 }, recommend))
  expect((await report(reporter, upvotes.slice(0, 20))).error).toBeNull()
  const last = upvotes.slice(20)
  expect(await report(reporter, last)).toMatchObject({
    status: 400,
    error: {
      code: 'P0001',
      message: 'You can report at most 20 recommendations a day. Please try again tomorrow.',
    },
  })
  const [row] = await server.sql<Upvote[]>`select * from public.tool_upvotes where id = ${last[0]?.id ?? ''}`
  expect(row, 'a refused report hides nothing').toMatchObject({ is_flagged: false, flag_count: 0 })
  expect((await report(reporter, upvotes.slice(0, 1))).error?.code, 'a second one is told so').toBe('23505')
  await addFlag(server.sql, row ?? { id: '' }, other)
  await server.sql`
    update public.upvote_flags set flagged_at = now() - interval '25 hours'
    where id = (select id from public.upvote_flags where flagged_by = ${reporter.id} limit 1)`
  const next = [await recommend()]
  expect((await report(reporter, next)).error, 'yesterday does not count').toBeNull()
})

test('neither one request with many rows nor many concurrent ones bypass it', async () => {
  const reporter = await member(server)
  const upvotes = await Promise.all(Array.from({ length: 25 }, recommend))
  expect((await report(reporter, upvotes)).error?.code).toBe('P0001')
  const answers = await Promise.all(upvotes.map((upvote) => report(reporter, [upvote])))
  expect(answers.filter(({ error }) => error === null)).toHaveLength(20)
})
