import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/database.types.ts'
import { administrator, member, messageOf, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import {
  answer,
  cardOf,
  decide,
  decideAllOf,
  decideSeveral,
  list,
  queuePeople,
  reported,
  statusOf,
  undoSeveral,
} from './queue.ts'
import { addFlag, addTool, addUpvote, type Upvote } from './rows.ts'
import { lift } from './suspensions.ts'
import { countWaiting } from './waiting.ts'

/** Several cases decided by one call, all of a member, and undoing that. */

const server = await testServer({ RATE_LIMITS: 'off' })
const people = await queuePeople(server)
const { admin, other } = people

const flagged = async () => (await reported(server, people.author)).upvote
const states = (upvotes: readonly Upvote[]) =>
  Promise.all(upvotes.map(async (upvote) => (await statusOf(server, upvote))?.flag_status))

/** So many reported recommendations of one account. */
async function makeWave(author: Person, count: number): Promise<Upvote[]> {
  const { sql } = server
  const wave = crypto.randomUUID()
  await sql`
    insert into public.tools (name, slug, short_description, website_url)
    select 'Wave ' || n, ${wave} || '-' || n, 'Does one thing.', 'https://tool.example' from generate_series(1, ${count}) n`
  const upvotes = await sql<Upvote[]>`
    insert into public.tool_upvotes (tool_id, user_id, reason)
    select id, ${author.id}, 'Good: ' || slug from public.tools where slug like ${`${wave}-%`} returning *`
  await sql`
    insert into public.upvote_flags (upvote_id, flagged_by, reason)
    select id, ${people.reporter.id}, 'Spam' from public.tool_upvotes where id in ${sql(upvotes.map(({ id }) => id))}`
  return upvotes
}

describe('several cases', () => {
  test.each(['approved', 'rejected', 'deleted'])(
    'are %s by one call, in the given order',
    async (decision) => {
      const upvotes = await makeWave(people.author, 5)
      const cards = await Promise.all(upvotes.toReversed().map((upvote) => cardOf(admin.client, upvote)))
      const answers = await decideSeveral(admin.client, cards, decision)
      expect(answers.map(({ id, outcome }) => [id, outcome])).toEqual(cards.map(({ id }) => [id, 'done']))
      for (const { card, gone } of answers) expect(card?.decision?.decision ?? gone?.why).toBe(decision)
      expect(await states(upvotes)).toEqual(
        upvotes.map(() => (decision === 'deleted' ? undefined : decision)),
      )
      const entries = await server.sql`
      select actor_id from public.audit_log where row_id in ${server.sql(upvotes.map(({ id }) => id))}`
      expect(entries).toEqual(upvotes.map(() => ({ actor_id: admin.id })))
    },
  )

  test('tell of each what happened to it: one that cannot be decided stops none of the others', async () => {
    const [decided, changed, deleted, left] = await makeWave(people.author, 4)
    const own = (await reported(server, admin)).upvote
    const mine = (await reported(server, people.author, { reporter: admin })).upvote
    const appealed = await flagged()
    await decide(admin.client, await cardOf(admin.client, appealed), 'rejected')
    await answer(appealed, people.author)
    if (!decided || !changed || !deleted || !left) throw new Error('there are four')
    const wanted = [decided, changed, deleted, own, mine, appealed, left]
    const cards = await Promise.all(wanted.map((upvote) => cardOf(admin.client, upvote)))
    await decide(other.client, await cardOf(other.client, decided), 'approved')
    await addFlag(server.sql, changed, people.second)
    await decide(other.client, await cardOf(other.client, deleted), 'deleted')
    const answers = await decideSeveral(admin.client, cards, 'rejected')
    expect(answers.map(({ outcome, message }) => message ?? outcome)).toEqual([
      ...['decided', 'changed', 'gone'],
      'Another administrator decides about your own recommendation',
      'Another administrator decides about a recommendation you reported',
      'Another administrator decides about the appeal',
      'done',
    ])
    expect(answers[0]?.card).toMatchObject({
      state: 'approved',
      decision: { decision: 'approved', by: other.username, mine: false },
    })
    expect(Math.abs(Date.now() - Date.parse(answers[0]?.card?.decision?.at ?? ''))).toBeLessThan(60_000)
    expect(answers[1]?.card).toMatchObject({ state: 'pending', report_count: 2 })
    expect(answers[2]?.gone).toMatchObject({ why: 'deleted', by: other.username, at: expect.any(String) })
    expect(answers.slice(3, 6).map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused'])
    expect(answers[4]?.card).toMatchObject({ id: mine.id, state: 'pending', for_another: 'report' })
    expect(await states(wanted)).toEqual([
      ...['approved', 'pending', undefined, 'pending', 'pending', 'rejected', 'rejected'],
    ])
  })

  test('are 1 to 100, and nothing else', async () => {
    const call = (cases: Json, decision = 'approved') =>
      admin.client.rpc('decide_several', { cases, decision })
    const many = Array.from({ length: 101 }, () => ({ id: crypto.randomUUID(), seen: 1 }))
    for (const cases of [[], many, {}, 'text', null, [5], [{ id: 'x', seen: 1 }], [{ id: 5 }]])
      expect((await call(cases)).status, JSON.stringify(cases).slice(0, 80)).toBe(400)
    expect((await call(many.slice(1))).data).toHaveLength(100)
    expect((await call(many.slice(1), 'pending')).error?.code).toBe('22023')
  })
})

describe('all of a member', () => {
  test('a wave of 40 is rejected and its author suspended by one call, and both are undone', async () => {
    const author = await member(server)
    const upvotes = await makeWave(author, 40)
    const untouched = await addUpvote(server.sql, await addTool(server.sql), author)
    const before = await states(upvotes)
    const { decided, ...rest } = await decideAllOf(admin.client, author, 'rejected', {
      reason: 'Bought',
      suspend: true,
      suspension_reason: 'A wave of advertising',
    })
    expect(rest).toEqual({ left: 0, suspended: true })
    expect(await states(upvotes)).toEqual(upvotes.map(() => 'rejected'))
    expect((await author.client.from('tool_upvotes').select('id')).status).toBe(401)
    const [suspension] = await server.sql`
      select reason, hides_upvotes, suspended_by from private.suspensions where user_id = ${author.id}`
    expect(suspension).toEqual({
      reason: 'A wave of advertising',
      hides_upvotes: false,
      suspended_by: admin.id,
    })

    const undone = await undoSeveral(admin.client, decided)
    expect(undone.map(({ id, outcome }) => [id, outcome])).toEqual(decided.map((id) => [id, 'undone']))
    expect(undone.every(({ card }) => card?.state === 'pending')).toBe(true)
    expect(await states(upvotes)).toEqual(before)
    expect((await lift(admin, author)).error).toBeNull()
    expect(await statusOf(server, untouched)).toMatchObject({ flag_status: null, upvote_count: 1 })
    const signedIn = await visitor(server).auth.signInWithPassword(author)
    expect(signedIn.error).toBeNull()
  })

  test('is what waits: nothing decided, nothing not reported, nothing that is left to another', async () => {
    const author = await member(server)
    const [waiting, decided, mine, rejected] = await makeWave(author, 4)
    if (!waiting || !decided || !mine || !rejected) throw new Error('there are four')
    await decide(other.client, await cardOf(other.client, decided), 'approved')
    await addFlag(server.sql, mine, admin)
    await decide(admin.client, await cardOf(admin.client, rejected), 'rejected')
    await answer(rejected, author)
    const answered = await decideAllOf(admin.client, author, 'rejected')
    expect(answered).toMatchObject({ decided: { length: 1 }, left: 2, suspended: false })
    expect(await states([waiting, decided, mine, rejected])).toEqual([
      ...['rejected', 'approved', 'pending', 'rejected'],
    ])
    expect(await decideAllOf(other.client, author, 'approved')).toMatchObject({
      decided: { length: 2 },
      left: 0,
    })
  })

  test('is decided as it stands when its turn comes: what somebody else decided meanwhile stays', async () => {
    const author = await member(server)
    const [one, two] = await makeWave(author, 2)
    if (!one || !two) throw new Error('there are two')
    const card = await cardOf(other.client, one)
    const { both } = await server.sql.begin(async (holder) => {
      await holder`select from public.tool_upvotes where id = ${one.id} for update`
      const waits = (count: number) => expect.poll(() => countWaiting(server.sql)).toBe(count)
      const theirs = decide(other.client, card, 'approved')
      await waits(1)
      const all = decideAllOf(admin.client, author, 'rejected')
      await waits(2)
      return { both: Promise.all([theirs, all]) }
    })
    const [theirs, all] = await both
    expect(theirs.outcome).toBe('done')
    expect(all).toMatchObject({ decided: { length: 1 }, left: 0 })
    expect(await states([one, two])).toEqual(['approved', 'rejected'])
  })

  test('is at most 200 a call, and says how many are left', async () => {
    const author = await member(server)
    await makeWave(author, 203)
    const first = await decideAllOf(admin.client, author, 'deleted')
    expect(first).toMatchObject({ decided: { length: 200 }, left: 3 })
    const second = await decideAllOf(admin.client, author, 'deleted')
    expect(second).toMatchObject({ decided: { length: 3 }, left: 0 })
    // A quarter: each is undone by itself, and a busy machine may need the database's eight seconds for all.
    const undone = await undoSeveral(admin.client, first.decided.slice(0, 50))
    expect(undone.filter(({ outcome }) => outcome === 'undone')).toHaveLength(50)
  }, 60_000)

  test('of oneself, of nobody, and of whom cannot be suspended is refused as a whole', async () => {
    const call = (username: string, suspend = true, suspension_reason = 'Spam') =>
      admin.client.rpc('decide_all_of', { username, decision: 'rejected', suspend, suspension_reason })
    const moderator = await administrator(server, 'moderator')
    const { upvote } = await reported(server, moderator)
    expect(await messageOf(call('nobody-at-all'))).toBe('Member not found')
    expect(await messageOf(call(admin.username))).toBe('You cannot suspend yourself')
    expect(await messageOf(call(moderator.username))).toContain('cannot be suspended. Revoke the moderator')
    expect(await statusOf(server, upvote)).toMatchObject({ flag_status: 'pending' })
    const author = await member(server)
    const [waits] = await makeWave(author, 1)
    expect(await messageOf(call(author.username, true, ' '))).toBe(
      'Please provide a reason for the suspension',
    )
    expect((await call(author.username.toUpperCase())).error).toBeNull()
    expect(await messageOf(call(author.username))).toBe('This member is already suspended')
    expect(waits && (await statusOf(server, waits))).toMatchObject({ flag_status: 'rejected' })
    const { data } = await call(admin.username, false)
    expect(data).toMatchObject({ decided: [] })
  })
})

describe('undoing several', () => {
  test('says of each whether it was undone, later decisions first', async () => {
    const [one, two, three] = await makeWave(people.author, 3)
    if (!one || !two || !three) throw new Error('there are three')
    const decisionOf = async (upvote: Upvote, by: Person) =>
      (await decide(by.client, await cardOf(by.client, upvote), 'approved')).card?.decision?.id ?? 0
    const first = await decisionOf(one, admin)
    await addFlag(server.sql, one, people.second)
    const second = await decisionOf(one, admin)
    const theirs = await decisionOf(two, other)
    const { gone } = await decide(admin.client, await cardOf(admin.client, three), 'deleted')
    const deletion = gone?.undo ?? 0
    const wanted = [first, theirs, deletion, 0, second]
    const undone = await undoSeveral(admin.client, wanted)
    expect(undone.map(({ id, outcome, message }) => [id, message ?? outcome])).toEqual([
      [first, 'undone'],
      [theirs, 'Only the administrator who decided may undo it'],
      [deletion, 'undone'],
      [0, 'This decision can no longer be undone'],
      [second, 'undone'],
    ])
    expect(await states([one, two, three])).toEqual(['pending', 'approved', 'pending'])
    expect(
      (await list(admin.client, { member: people.author.username, page_size: 100 })).cards,
    ).toContainEqual(expect.objectContaining({ id: three.id, state: 'pending', decision: null }))
    for (const decision_ids of [[], Array.from({ length: 201 }, (_, id) => id)])
      expect((await admin.client.rpc('undo_decisions', { decision_ids })).status).toBe(400)
  })
})
