import { beforeEach, expect, test } from 'vitest'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import { administrator, member, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, report, undo } from './queue.ts'
import { addTool, addUpvote, daysAgo, first, type Upvote } from './rows.ts'

/** One report hides, as specified, but nobody new or often wrong silences many (docs/decisions/151). */

const server = await testServer()
const { sql } = server
const admin = await administrator(server)
let author: Person
beforeEach(async () => {
  author = await member(server)
})

const write = async () => addUpvote(sql, await addTool(sql), author)
const writeMany = (count: number) => Promise.all(Array.from({ length: count }, write))
const isShown = async ({ id }: Upvote) =>
  ((await visitor(server).from('tool_upvotes').select('id').eq('id', id)).data ?? []).length > 0
const shownOf = async (upvotes: readonly Upvote[]) =>
  (await Promise.all(upvotes.map(isShown))).filter(Boolean).length
const season = (...people: Person[]) =>
  sql`update public.profiles set created_at = ${daysAgo(30)} where id in ${sql(people.map(({ id }) => id))}`

async function settings(values: { [name: string]: unknown }) {
  const [row] = await sql<{ version: number }[]>`select version::int from private.site_version_before()`
  const { error } = await admin.client.rpc('save_site_settings', {
    settings: JSON.parse(JSON.stringify(values)),
    expected_version: row?.version ?? 0,
  })
  expect(error).toBeNull()
}

test('a new member who reports twenty hides three; the others wait in the queue, seen by everyone', async () => {
  const upvotes = await writeMany(20)
  const reporter = await member(server)
  for (const upvote of upvotes) expect((await report(upvote, reporter)).error).toBeNull()
  expect(await shownOf(upvotes)).toBe(17)
  const waiting = upvotes.at(-1) as Upvote
  expect(await cardOf(admin.client, waiting)).toMatchObject({
    state: 'pending',
    visible: true,
    report_count: 1,
  })

  // A second new member who has hidden their share agrees.
  const second = await member(server)
  for (const other of await writeMany(3)) await report(other, second)
  await report(waiting, second)
  expect(await isShown(waiting), 'two agree').toBe(false)
  const alone = upvotes.at(-2) as Upvote
  const trusted = await member(server)
  await season(trusted)
  await report(alone, trusted)
  expect(await isShown(alone), 'a member of standing agrees').toBe(false)

  // What a moderator decides about a report that waits, and its undo.
  const decided = upvotes.at(-3) as Upvote
  const { card } = await decide(admin.client, await cardOf(admin.client, decided), 'rejected')
  expect(await isShown(decided)).toBe(false)
  await undo(admin.client, card?.decision?.id ?? 0)
  expect(await isShown(decided)).toBe(true)
  expect(await cardOf(admin.client, decided)).toMatchObject({ state: 'pending', visible: true })
  await decide(admin.client, await cardOf(admin.client, decided), 'approved')
  await report(decided, trusted)
  expect(await isShown(decided), 'approved stays').toBe(true)
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
}, 60_000)

test('five new members of one network hide ten together, and agree as one', async () => {
  const upvotes = await writeMany(12)
  const people = await Promise.all(Array.from({ length: 5 }, () => member(server)))
  const from = (network: string, person: Person, upvote: Upvote) =>
    sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claim.sub', ${person.id}, true),
        set_config('request.jwt.claim.role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: person.id, role: 'authenticated' })}, true),
        set_config('request.network', ${network}, true)`
      await transaction`set local role authenticated`
      await transaction`
        insert into public.upvote_flags (upvote_id, flagged_by, reason) values (${upvote.id}, ${person.id}, 'Spam')`
    })
  for (const [place, upvote] of upvotes.entries()) await from('one', people[place % 5] as Person, upvote)
  expect(await shownOf(upvotes)).toBe(2)
  const last = upvotes.at(-1) as Upvote
  await from('one', people[3] as Person, last)
  expect(await isShown(last), 'the same network again').toBe(true)
  const other = await member(server)
  for (const upvote of await writeMany(3)) await from('two', other, upvote)
  await from('two', other, last)
  expect(await isShown(last), 'another network').toBe(false)
})

test('who was mostly wrong hides three a day, whatever the age of the account', async () => {
  const reporter = await member(server)
  await season(reporter)
  const unfounded = await writeMany(3)
  for (const upvote of unfounded) {
    await report(upvote, reporter)
    await decide(admin.client, await cardOf(admin.client, upvote), 'approved')
  }
  const upvotes = await writeMany(5)
  for (const upvote of upvotes) await report(upvote, reporter)
  expect(await shownOf(upvotes)).toBe(2)
  const trusted = await member(server)
  await season(trusted)
  const more = await writeMany(5)
  for (const upvote of more) await report(upvote, trusted)
  expect(await shownOf(more)).toBe(0)
})

test('a recommendation that waits, withdrawn and written again, waits again; without its reporter nothing waits', async () => {
  const reporter = await member(server)
  for (const upvote of await writeMany(3)) await report(upvote, reporter)
  const [one, two] = await writeMany(2)
  if (!one || !two) throw new Error('there are two')
  await report(one, reporter)
  await report(two, reporter)
  await author.client.from('tool_upvotes').delete().eq('id', one.id)
  const row = { tool_id: one.tool_id, user_id: author.id, reason: 'Again' }
  const { data: again } = await author.client.from('tool_upvotes').insert(row).select().single()
  expect(again && (await isShown(again))).toBe(true)
  expect(again && (await cardOf(admin.client, again))).toMatchObject({ state: 'pending', report_count: 1 })
  await sql`delete from auth.users where id = ${reporter.id}`
  const states = await sql`
    select distinct is_flagged, flag_status, flag_count from public.tool_upvotes where id in (${again?.id ?? ''}, ${two.id})`
  expect(states).toEqual([{ is_flagged: false, flag_status: null, flag_count: 0 }])
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
})

test('the owner chooses how many reports hide', async () => {
  await settings({ reports_to_hide: 2 })
  const upvote = await write()
  const [one, two] = [await member(server), await member(server)]
  await report(upvote, one)
  expect(await isShown(upvote)).toBe(true)
  await report(upvote, two)
  expect(await isShown(upvote)).toBe(false)
  await settings({ reports_to_hide: null })
  const next = await write()
  await report(next, two)
  expect(await isShown(next), 'one, as specified').toBe(false)
  const state = first(await sql<Upvote[]>`select * from public.tool_upvotes where id = ${next.id}`)
  expect(state).toMatchObject({ is_flagged: true, flag_status: 'pending', flag_count: 1 })
})
