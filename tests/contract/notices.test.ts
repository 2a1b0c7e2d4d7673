import { expect, test } from 'vitest'
import { administrator, member, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import {
  answer,
  cardOf,
  decide,
  decideAllOf,
  decideSeveral,
  queuePeople,
  remove,
  report,
  reported,
  undo,
  undoSeveral,
} from './queue.ts'
import { addTool, addUpvote, daysAgo } from './rows.ts'

/** Notices inside the app: who is told what, by every way that leads to a decision, and never by whom. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const { admin, other } = await queuePeople(server)

const noticesOf = async ({ client }: Person) => {
  const { data, error } = await client.rpc('list_my_notices')
  if (error) throw new Error(error.message)
  return data
}
/** Kind and reason, newest first. */
const told = async (person: Person) =>
  (await noticesOf(person)).map(({ kind, reason }) => (reason === null ? kind : `${kind}: ${reason}`))
const standingOf = async ({ client }: Person) => (await client.rpc('get_my_standing')).data?.[0]
const newest = async (person: Person) => {
  const [notice] = await noticesOf(person)
  if (!notice) throw new Error('there is no notice')
  return notice
}

test('author and reporter are told, with the reason for the author; an undo takes back what is unread', async () => {
  const author = await member(server)
  const { upvote, tool, reporter } = await reported(server, author)
  expect(await told(author)).toEqual(['recommendation_hidden'])
  expect(await told(reporter)).toEqual([])

  const { card } = await decide(admin.client, await cardOf(admin.client, upvote), 'rejected', 'Advertising')
  expect(await told(author)).toEqual(['recommendation_rejected: Advertising', 'recommendation_hidden'])
  expect(await told(reporter)).toEqual(['report_rejected'])
  expect(await newest(author)).toMatchObject({ tool_name: tool.name, tool_slug: tool.slug, read_at: null })
  expect(await told(admin)).toEqual([])
  const document = JSON.stringify([await noticesOf(author), (await author.client.rpc('export_my_data')).data])
  for (const secret of [admin.id, admin.username, reporter.id, reporter.username])
    expect(document).not.toContain(secret)
  expect(document).toContain('"kind":"recommendation_rejected"')

  await reporter.client.rpc('read_notices', { up_to: (await newest(reporter)).id })
  expect((await undo(admin.client, card?.decision?.id ?? 0)).error).toBeNull()
  expect(await told(author)).toEqual(['recommendation_hidden'])
  expect(await told(reporter)).toEqual(['report_rejected'])
})

test('of a deletion, and of one that is undone; nobody of what goes with its tool or its author', async () => {
  const author = await member(server)
  const { upvote, reporter } = await reported(server, author)
  const decision = await remove(admin.client, upvote)
  expect(await told(author)).toEqual(['recommendation_deleted', 'recommendation_hidden'])
  expect(await told(reporter)).toEqual(['report_deleted'])
  expect((await undo(admin.client, decision)).error).toBeNull()
  expect(await told(author)).toEqual(['recommendation_hidden'])
  expect(await told(reporter)).toEqual([])
  expect((await admin.client.from('tool_upvotes').delete().eq('id', upvote.id)).error).toBeNull()
  expect(await told(author)).toEqual(['recommendation_deleted', 'recommendation_hidden'])

  const { tool, reporter: second } = await reported(server, author)
  expect((await admin.client.from('tools').delete().eq('id', tool.id)).error).toBeNull()
  expect(await told(second)).toEqual([])
  expect(await newest(author)).toMatchObject({
    kind: 'recommendation_hidden',
    tool_name: tool.name,
    tool_slug: null,
  })

  const leaving = await member(server)
  const { reporter: third } = await reported(server, leaving)
  await leaving.client.rpc('delete_my_account', { confirm_username: leaving.username })
  expect(await told(third)).toEqual([])
  expect(await sql`select from private.notices where member_id = ${leaving.id}`).toHaveLength(0)
})

test('an author who never lost anything is not told of a report that was unfounded', async () => {
  const author = await member(server)
  const { upvote } = await reported(server, author)
  await decide(admin.client, await cardOf(admin.client, upvote), 'approved', 'Honest')
  const before = await told(author)
  expect(before).toEqual(['recommendation_approved: Honest', 'recommendation_hidden'])
  const second = await member(server)
  await report(upvote, second)
  await decide(admin.client, await cardOf(admin.client, upvote), 'approved')
  expect(await told(author)).toEqual(before)
  expect(await told(second)).toEqual(['report_approved'])
})

test('a recommendation that is shown again because nobody reports it any more was never hidden', async () => {
  const author = await member(server)
  const { reporter } = await reported(server, author)
  await reporter.client.rpc('delete_my_account', { confirm_username: reporter.username })
  expect(await told(author)).toEqual([])
})

test('the answer to an appeal is told as one, and a new decision by a plain call too', async () => {
  const author = await member(server)
  const { upvote } = await reported(server, author)
  await decide(admin.client, await cardOf(admin.client, upvote), 'rejected')
  await answer(upvote, author)
  await decide(other.client, await cardOf(other.client, upvote), 'approved', 'You were right')
  expect((await told(author)).slice(0, 2)).toEqual([
    'appeal_approved: You were right',
    'recommendation_rejected',
  ])

  const { upvote: plain, reporter } = await reported(server, author)
  const calls = [
    () => admin.client.from('upvote_flags').update({ status: 'rejected' }).eq('upvote_id', plain.id),
    () => admin.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', plain.id),
  ]
  for (const call of calls) expect((await call()).error).toBeNull()
  expect((await told(author)).slice(0, 2)).toEqual(['recommendation_approved', 'recommendation_rejected'])
  expect(await told(reporter)).toEqual(['report_rejected'])
})

test('several at once are told one by one, however they are decided, and undone together', async () => {
  const author = await member(server)
  const cases = [
    await reported(server, author),
    await reported(server, author),
    await reported(server, author),
  ]
  const cards = await Promise.all(cases.map(({ upvote }) => cardOf(admin.client, upvote)))
  await decideSeveral(admin.client, cards.slice(0, 2), 'rejected', 'Twice')
  const { decided } = await decideAllOf(admin.client, author, 'deleted', { reason: 'All' })
  expect((await told(author)).slice(0, 3).sort()).toEqual([
    'recommendation_deleted: All',
    'recommendation_rejected: Twice',
    'recommendation_rejected: Twice',
  ])
  await undoSeveral(admin.client, decided)
  expect(await told(author)).not.toContain('recommendation_deleted: All')

  const many = await Promise.all(Array.from({ length: 4 }, () => reported(server, author)))
  await sql`
    update public.tool_upvotes set flag_status = 'rejected' where id in ${sql(many.map(({ upvote }) => upvote.id))}`
  expect((await told(author)).slice(0, 4)).toEqual(Array.from(many, () => 'recommendation_rejected'))
})

test('set aside and counted again: the unread opposite goes, an appeal is answered', async () => {
  const author = await member(server)
  const { id } = await addUpvote(sql, await addTool(sql), author)
  const set = (counted: boolean, by = admin) =>
    by.client.rpc('set_counted', { upvote_ids: [id], counted, ...(!counted && { reason: 'Bought' }) })
  await set(false)
  expect(await told(author)).toEqual(['recommendation_uncounted: Bought'])
  await set(true)
  expect(await told(author)).toEqual([])
  await set(false)
  await author.client.rpc('read_notices', { up_to: (await newest(author)).id })
  await set(true)
  expect(await told(author)).toEqual(['recommendation_counted', 'recommendation_uncounted: Bought'])

  await set(false)
  expect((await answer({ id }, author)).error).toBeNull()
  await set(true, other)
  expect((await told(author))[0]).toBe('appeal_approved')
})

test('nobody is told what they did themselves', async () => {
  await sql`delete from private.notices where member_id = ${admin.id}`
  const { upvote } = await reported(server, await member(server), { reporter: admin })
  await sql`delete from private.administrators where user_id not in ${sql([admin.id])}`
  await decide(admin.client, await cardOf(admin.client, upvote), 'rejected')
  expect(await told(admin)).toEqual([])
  await sql`insert into private.administrators (user_id, granted_by) values (${other.id}, 'test')`
})

test('read one by one or all that were seen; counted to 100, and paged by position', async () => {
  const person = await member(server)
  await sql`
    insert into private.notices (member_id, kind, cause, tool_name)
    select ${person.id}, 'report_approved', 'test', 'Tool ' || n from generate_series(1, 150) n`
  expect(await standingOf(person)).toEqual({ role: null, unread: 100 })
  const pages: number[][] = []
  for (let before_id: number | undefined; pages.length < 10; ) {
    const { data } = await person.client.rpc('list_my_notices', before_id ? { before_id } : {})
    const ids = (data ?? []).slice(0, 20).map(({ id }) => id)
    if (ids.length === 0) break
    pages.push(ids)
    before_id = ids.at(-1)
  }
  expect(pages).toHaveLength(8)
  const seen = pages.flat()
  expect(new Set(seen).size).toBe(150)
  expect(seen).toEqual([...seen].sort((a, b) => b - a))

  const read = async (up_to: number, only_one = false) =>
    (await person.client.rpc('read_notices', { up_to, only_one })).data
  expect(await read(seen[100] ?? 0)).toBe(100)
  expect(await read(seen[5] ?? 0, true)).toBe(99)
  expect(await read(seen[0] ?? 0)).toBe(0)
})

test('they are their reader’s alone, whoever else asks and however', async () => {
  const [person, stranger, editor] = [
    await member(server),
    await member(server),
    await administrator(server, 'editor'),
  ]
  await sql`insert into private.notices (member_id, kind, cause, tool_name) values (${person.id}, 'report_approved', 'x', 'T')`
  const { id } = await newest(person)
  for (const one of [stranger, editor, admin, await administrator(server, 'moderator')]) {
    expect((await noticesOf(one)).map((notice) => notice.id)).not.toContain(id)
    await one.client.rpc('read_notices', { up_to: id, only_one: true })
    await one.client.rpc('read_notices', { up_to: id })
  }
  expect((await newest(person)).read_at).toBeNull()
})

test('they are forgotten after 90 days, some at a time', async () => {
  const person = await member(server)
  await sql`delete from private.notices`
  for (const days of [95, 91, 89])
    await sql`
      insert into private.notices (member_id, kind, cause, tool_name, created_at)
      values (${person.id}, 'report_approved', 'x', ${String(days)}, ${daysAgo(days)})`
  const forget = async (most: number) =>
    (await sql<{ done: number }[]>`select private.forget_notices(${most}) as done`)[0]?.done
  expect([await forget(1), await forget(5), await forget(5)]).toEqual([1, 1, 0])
  expect((await noticesOf(person)).map(({ tool_name }) => tool_name)).toEqual(['89'])
})
