import { afterEach, describe, expect, test } from 'vitest'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import { administrator, member, type Person, withToken } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { proveClaim } from './claims.ts'
import { sendIn } from './contributions.ts'
import { ids, mergingOn } from './merging.ts'
import { addFlag, addTool, addUpvote, type Tool } from './rows.ts'
import { lift, open, suspend } from './suspensions.ts'

/** Two tools become one, with what members said of them and keep, and two again (decision 194). */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const moderator = await administrator(server, 'moderator')
const { merge, undo, countOf, shownOf, pair } = await mergingOn(server)

// Whatever a test did, the figures are those that follow from the rows.
afterEach(async () => expect(await checkFigures(sql)).toMatchObject({ problems: [] }))

describe('recommendations', () => {
  test('move; of a member with both that of the kept tool stays, and the other is shown to its author alone', async () => {
    const { gone, kept, both, left, moved, twice, stays } = await pair()
    await merge(gone, kept)
    expect(await shownOf(left.client, kept)).toEqual(ids(moved, ...stays))
    expect(await countOf(kept)).toBe(3)
    const own = await both.client.from('tool_upvotes').select('id, merged_from').eq('user_id', both.id)
    expect(own.data?.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      [
        { id: stays[0].id, merged_from: null },
        { id: twice.id, merged_from: gone.id },
      ].toSorted((a, b) => a.id.localeCompare(b.id)),
    )
    expect((await left.client.from('tool_upvotes').select('id').eq('id', twice.id)).data).toEqual([])
    const again = await both.client
      .from('tool_upvotes')
      .insert({ tool_id: kept.id, user_id: both.id, reason: 'Again.' })
    expect(again.error?.code).toBe('23505')
    await undo(gone)
    expect([await shownOf(left.client, gone), await shownOf(left.client, kept)]).toEqual([
      ids(moved, twice),
      ids(...stays),
    ])
    expect([await countOf(gone), await countOf(kept)]).toEqual([2, 2])
  })

  test('take what was said of them along: reports, appeals, decisions, marks, answers and former texts', async () => {
    const { gone, kept, left, right, moved } = await pair()
    await proveClaim(sql, gone, right)
    expect(
      (await right.client.rpc('save_answer', { upvote_id: moved.id, answer: 'Thank you.' })).error,
    ).toBeNull()
    expect((await right.client.rpc('set_helpful', { upvote_id: moved.id })).data).toBe(1)
    await left.client.rpc('edit_recommendation', { upvote_id: moved.id, reason: 'It saves me two hours.' })
    await addFlag(sql, moved, right)
    const standing = () => sql`
      select v.reason, v.helpful_count, v.flag_status, v.flag_count, (select count(*)::int from private.maker_answers a where a.upvote_id = v.id) as answers,
        (select count(*)::int from private.former_texts f where f.upvote_id = v.id) as texts
      from public.tool_upvotes v where v.id = ${moved.id}`
    const before = await standing()
    expect(before).toMatchObject([
      { helpful_count: 1, flag_status: 'pending', flag_count: 1, answers: 1, texts: 1 },
    ])
    await merge(gone, kept)
    expect(await standing()).toEqual(before)
    await moderator.client.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', moved.id)
    expect(await countOf(kept)).toBe(2)
    await undo(gone)
    expect([await countOf(gone), await countOf(kept)]).toEqual([1, 2])
  })

  test('that were set aside are hidden also after a suspension, and withdrawn by their author', async () => {
    const { gone, kept, both, left, twice, stays } = await pair()
    await merge(gone, kept)
    const admin = await administrator(server)
    expect((await suspend(admin, both, true)).error).toBeNull()
    expect((await lift(admin, both)).error).toBeNull()
    expect(await shownOf(left.client, kept)).not.toContain(twice.id)
    const fresh = withToken(server, (await open(server, both)).access_token)
    await fresh.from('tool_upvotes').delete().eq('id', stays[0].id)
    expect((await fresh.rpc('list_my_marks', { tool_ids: [kept.id] })).data).toEqual([])
    await fresh.from('tool_upvotes').delete().eq('id', twice.id)
    await undo(gone)
    expect([await countOf(gone), await countOf(kept)]).toEqual([1, 1])
  })

  test('of one member can both be deleted by a moderator, and brought back', async () => {
    const { gone, kept, both, left, right, twice, stays } = await pair()
    for (const each of [twice, stays[0]]) await addFlag(sql, each, right)
    await merge(gone, kept)
    const own = () =>
      sql<{ id: string }[]>`select id from public.tool_upvotes where user_id = ${both.id} order by id`
    const before = await own()
    expect(before).toHaveLength(2)
    await moderator.client.from('tool_upvotes').delete().eq('user_id', both.id).throwOnError()
    expect(await own()).toEqual([])
    const decisions = await sql<{ decision_id: string }[]>`
      select decision_id from private.removed_upvotes where user_id = ${both.id} and decision_id is not null`
    expect(decisions).toHaveLength(2)
    for (const { decision_id } of decisions) await sql`select private.restore_upvote(${decision_id})`
    expect(await own()).toEqual(before)
    expect(await shownOf(left.client, kept)).not.toContain(twice.id)
  })

  test('can be deleted where one of the same member was deleted of the kept tool before, and brought back', async () => {
    const { gone, kept, left, right, moved } = await pair()
    const before = await addUpvote(sql, kept, left)
    await addFlag(sql, before, right)
    await moderator.client.from('tool_upvotes').delete().eq('id', before.id).throwOnError()
    await left.client.rpc('edit_recommendation', { upvote_id: moved.id, reason: 'It saves me two hours.' })
    await merge(gone, kept)
    await addFlag(sql, moved, right)
    await moderator.client.from('tool_upvotes').delete().eq('id', moved.id).throwOnError()
    const [decision] = await sql<{ id: string }[]>`
      select decision_id as id from private.removed_upvotes where user_id = ${left.id}`
    await sql`select private.restore_upvote(${decision?.id ?? ''})`
    expect(
      await sql`
      select f.reason from private.former_texts f where f.upvote_id = ${moved.id}`,
    ).toHaveLength(1)
  })

  test('that were withdrawn while hidden, or not counted, are so on the kept tool', async () => {
    const { gone, kept, left, both, moved, twice } = await pair()
    await moderator.client.rpc('set_counted', {
      upvote_ids: [moved.id, twice.id],
      counted: false,
      reason: 'Bought.',
    })
    const hidden = await member(server)
    await addFlag(sql, await addUpvote(sql, gone, hidden), both)
    await hidden.client.from('tool_upvotes').delete().eq('tool_id', gone.id).eq('user_id', hidden.id)
    await merge(gone, kept)
    const weights = () =>
      sql`select id, weight from public.tool_upvotes where user_id = ${both.id} and weight = 0`
    expect(await sql`select weight from public.tool_upvotes where id = ${moved.id}`).toEqual([{ weight: 0 }])
    // The one it stands for was counted, and is.
    expect(await weights()).toEqual([])
    await hidden.client
      .from('tool_upvotes')
      .insert({ tool_id: kept.id, user_id: hidden.id, reason: 'Again.' })
    expect(await sql`select flag_status from public.tool_upvotes where user_id = ${hidden.id}`).toEqual([
      { flag_status: 'pending' },
    ])
    await undo(gone)
    expect(await weights()).toMatchObject([{ id: twice.id }])
    expect(
      await sql`select voided_at from private.voided_upvotes where user_id in ${sql([left.id, both.id])} and tool_id = ${gone.id}`,
    ).toHaveLength(2)
  })
})

test('a recommendation set aside by a merge is in no alert, and not counted with the one that stays', async () => {
  const { gone, kept, moved, twice, stays } = await pair()
  // One of each tool, which are both of one tool then.
  for (const [tool, votes] of [
    [gone, [moved, twice]],
    [kept, stays],
  ] as const) {
    const [alert] = await sql<{ id: string }[]>`
      insert into private.alerts (tool_id, reasons, usual) values (${tool.id}, '{young}', 0) returning id`
    for (const { id } of votes)
      await sql`insert into private.alert_upvotes (alert_id, upvote_id) values (${alert?.id ?? ''}, ${id})`
  }
  await merge(gone, kept)
  const later = await addUpvote(sql, kept, await member(server))
  const { data } = await moderator.client.rpc('list_alerts').throwOnError()
  const shown = JSON.stringify(data)
  for (const { id } of [moved, later, ...stays]) expect(shown).toContain(id)
  expect(shown).not.toContain(twice.id)
  const named = { upvote_ids: [twice.id, stays[0].id], reason: 'Bought.' }
  for (const counted of [false, true])
    expect((await moderator.client.rpc('set_counted', { ...named, counted })).data).toEqual({
      changed: [stays[0].id],
      unchanged: [twice.id],
    })
  const upvote_ids = [moved, later, ...stays].map(({ id }) => id)
  await moderator.client.rpc('set_counted', { upvote_ids, counted: false, reason: 'Bought.' })
  const { data: rest } = await moderator.client.rpc('list_alerts').throwOnError()
  expect(JSON.stringify(rest)).not.toContain(kept.id)
})

describe('what members keep', () => {
  test('saved tools and lists have it once, with the note, and both again after an undo', async () => {
    const { gone, kept, both, left } = await pair()
    for (const [who, tools] of [
      [both, [gone, kept]],
      [left, [gone]],
    ] as const) {
      const { data: id } = await who.client.rpc('save_my_list', { name: 'Mine', is_public: true })
      for (const { id: tool_id } of tools) {
        await who.client.rpc('set_saved', { tool_id })
        const note = tool_id === gone.id ? { note: 'The gone one' } : {}
        expect(
          (await who.client.rpc('set_listed', { list_id: String(id), tool_id, ...note })).error,
        ).toBeNull()
      }
    }
    const saved = async (who: Person) =>
      (await who.client.rpc('list_my_saved')).data?.map(({ id }) => id).sort()
    const listed = async (who: Person) => {
      const address = String((await who.client.rpc('list_my_lists')).data?.[0]?.address)
      const tools: unknown = (await who.client.rpc('get_list', { address })).data?.[0]?.tools
      return Array.isArray(tools) ? tools.map(({ id, note }) => [id, note]) : undefined
    }
    await merge(gone, kept)
    expect([await saved(both), await saved(left)]).toEqual([[kept.id], [kept.id]])
    expect([await listed(both), await listed(left)]).toEqual([
      [[kept.id, 'The gone one']],
      [[kept.id, 'The gone one']],
    ])
    // Nobody is told that a tool was removed.
    expect(await sql`select from private.tool_changes where tool_id = ${gone.id}`).toHaveLength(0)
    await undo(gone)
    expect([await saved(both), await saved(left)]).toEqual([ids(gone, kept), [gone.id]])
    expect((await listed(both))?.map(([id]) => id)).toEqual([gone.id, kept.id])
    expect(await listed(left)).toEqual([[gone.id, 'The gone one']])
  })

  test('what they sent in waits for the kept tool; of two the second stays without one', async () => {
    const { gone, kept, both, left } = await pair()
    const problem = { kind: 'problem', problem: 'duplicate', proposed: undefined }
    const one = await sendIn(left, { ...problem, tool_id: gone.id })
    const [two, three] = [
      await sendIn(both, { ...problem, tool_id: gone.id }),
      await sendIn(both, { ...problem, tool_id: kept.id }),
    ]
    const about = async () =>
      Object.fromEntries(
        (await sql`select id, tool_id from private.contributions where id in ${sql([one, two, three])}`).map(
          (row) => [row.id, row.tool_id],
        ),
      )
    await merge(gone, kept)
    expect(await about()).toEqual({ [one]: kept.id, [two]: null, [three]: kept.id })
    await undo(gone)
    expect(await about()).toEqual({ [one]: gone.id, [two]: gone.id, [three]: kept.id })
  })

  test('claims of the same host move; others end, their makers are told, and return with an undo', async () => {
    const { gone, kept, both, left } = await pair(
      { website_url: 'https://one.example/a' },
      { website_url: 'https://one.example/b' },
    )
    await proveClaim(sql, gone, left)
    await merge(gone, kept)
    const makers = (of: Tool) => sql`select from public.tool_makers where tool_id = ${of.id}`
    expect(await makers(kept)).toHaveLength(1)
    await undo(gone)
    const elsewhere = await addTool(sql, { website_url: 'https://two.example/' })
    await proveClaim(sql, gone, both)
    await merge(gone, elsewhere)
    expect(await makers(elsewhere)).toHaveLength(0)
    expect((await left.client.rpc('list_my_notices')).data).toMatchObject([
      { kind: 'claim_ended', tool_slug: elsewhere.slug },
    ])
    await undo(gone)
    expect([(await makers(gone)).length, (await left.client.rpc('list_my_notices')).data]).toEqual([2, []])
  })

  test('their notices lead to what it is now', async () => {
    const { gone, kept, left, right, moved } = await pair()
    await addFlag(sql, moved, right)
    await merge(gone, kept)
    expect((await left.client.rpc('list_my_notices')).data).toMatchObject([{ tool_slug: kept.slug }])
  })
})
