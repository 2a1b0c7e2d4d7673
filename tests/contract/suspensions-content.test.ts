import { describe, expect, test } from 'vitest'
import { administrator, member, type Person, visitor, withToken } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addFlag, addTool, addUpvote, first, type Tool, type Upvote } from './rows.ts'
import { lift, open, signIn, suspend } from './suspensions.ts'
import { countWaiting } from './waiting.ts'

/** The effect of a suspension on recommendations, kept or hidden, and the record of the suspension itself. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)

describe('recommendations', () => {
  /** Four recommendations of one member: plain, approved, pending and rejected, each of another tool. */
  async function four(writer: Person): Promise<{ tools: Tool[]; upvotes: Upvote[] }> {
    const tools: Tool[] = []
    const upvotes: Upvote[] = []
    for (const state of [null, 'approved', 'pending', 'rejected']) {
      const tool = await addTool(server.sql)
      const upvote = await addUpvote(server.sql, tool, writer)
      await addUpvote(server.sql, tool, await member(server))
      if (state) await addFlag(server.sql, upvote, await member(server))
      if (state === 'approved' || state === 'rejected')
        await admin.client.from('tool_upvotes').update({ flag_status: state }).eq('id', upvote.id)
      tools.push(tool)
      upvotes.push(upvote)
    }
    return { tools, upvotes }
  }
  const stateOf = (upvotes: Upvote[]) =>
    server.sql`select id, is_flagged, flag_status, flag_count, reason, created_at from public.tool_upvotes
      where id = any (${upvotes.map(({ id }) => id)}) order by id`
  const visible = async (upvotes: Upvote[]) => {
    const ids = upvotes.map(({ id }) => id)
    const seen = await Promise.all(
      [visitor(server), (await member(server)).client].map(async (client) => {
        const { data } = await client.from('tool_upvotes').select('id').in('id', ids)
        return data?.length
      }),
    )
    expect(seen[0]).toBe(seen[1])
    return seen[0]
  }
  const counts = async (tools: Tool[]) => {
    const rows = await server.sql<
      Tool[]
    >`select * from public.tools where id = any (${tools.map(({ id }) => id)})`
    return tools.map(({ id }) => rows.find((row) => row.id === id)?.upvote_count)
  }

  test('stay where the administrator keeps them', async () => {
    const writer = await member(server)
    const { tools, upvotes } = await four(writer)
    await suspend(admin, writer, false)
    expect(await visible(upvotes)).toBe(2)
    expect(await counts(tools)).toEqual([2, 2, 2, 1])
  })

  test('vanish from lists and counts where they are hidden, and come back exactly as they were', async () => {
    const writer = await member(server)
    const { tools, upvotes } = await four(writer)
    const before = await stateOf(upvotes)
    expect([await visible(upvotes), await counts(tools)]).toEqual([2, [2, 2, 2, 1]])
    await suspend(admin, writer, true)
    expect([await visible(upvotes), await counts(tools)]).toEqual([0, [1, 1, 1, 1]])
    expect(await stateOf(upvotes)).toEqual(before)
    const count = await visitor(server)
      .from('tool_upvotes')
      .select('*', { count: 'exact', head: true })
      .eq('tool_id', tools[0]?.id ?? '')
    expect(count.count).toBe(1)
    const seenByAdmin = await admin.client
      .from('tool_upvotes')
      .select('is_withheld')
      .eq('id', upvotes[0]?.id ?? '')
    expect(seenByAdmin.data).toEqual([{ is_withheld: true }])
    await lift(admin, writer)
    expect([await visible(upvotes), await counts(tools)]).toEqual([2, [2, 2, 2, 1]])
    expect(await stateOf(upvotes)).toEqual(before)
  })

  test('that are decided meanwhile count right when they come back', async () => {
    const writer = await member(server)
    const { tools, upvotes } = await four(writer)
    await suspend(admin, writer, true)
    const [, , waiting, rejected] = upvotes
    await admin.client
      .from('tool_upvotes')
      .update({ flag_status: 'rejected' })
      .eq('id', waiting?.id ?? '')
    await admin.client
      .from('tool_upvotes')
      .update({ flag_status: 'approved' })
      .eq('id', rejected?.id ?? '')
    expect([await visible(upvotes), await counts(tools)]).toEqual([0, [1, 1, 1, 1]])
    await lift(admin, writer)
    expect([await visible(upvotes), await counts(tools)]).toEqual([3, [2, 2, 1, 2]])
  })

  test('that are deleted meanwhile, or whose writer’s account goes, are not counted twice', async () => {
    const writer = await member(server)
    const { tools, upvotes } = await four(writer)
    await suspend(admin, writer, true)
    await admin.client
      .from('tool_upvotes')
      .delete()
      .eq('id', upvotes[0]?.id ?? '')
    expect(await counts(tools)).toEqual([1, 1, 1, 1])
    await server.sql`delete from auth.users where id = ${writer.id}`
    expect(await counts(tools)).toEqual([1, 1, 1, 1])
  })

  test('that are on their way when their writer is suspended do not slip through', async () => {
    const [writer, tool] = [await member(server), await addTool(server.sql)]
    const { sent } = await server.sql.begin(async (suspending) => {
      await suspending`insert into private.suspensions (user_id, reason, hides_upvotes)
        values (${writer.id}, 'Spam', true)`
      // Its session is still visible: the request is accepted, and waits for the profile.
      const late = { tool_id: tool.id, user_id: writer.id, reason: 'Quick' }
      const answer = writer.client
        .from('tool_upvotes')
        .insert(late)
        .then(({ status }) => status)
      await expect.poll(() => countWaiting(server.sql)).toBe(1)
      return { sent: answer }
    })
    expect(await sent).toBe(401)
    expect(await counts([tool])).toEqual([0])
  })

  test('of five thousand are hidden and shown in one go', async () => {
    const writer = await member(server)
    await server.sql`
      insert into public.tools (name, slug, short_description, website_url)
      select 'Many ' || n, 'many-' || n, 'One of many', 'https://example.org' from generate_series(1, 5000) n`
    await server.sql`
      insert into public.tool_upvotes (tool_id, user_id, reason)
      select id, ${writer.id}, 'Good for ' || md5(slug) from public.tools where slug like 'many-%'`
    const total = async () =>
      first(
        await server.sql`select sum(upvote_count)::int as total from public.tools where slug like 'many-%'`,
      ).total
    for (const [act, expected] of [
      [suspend(admin, writer, true), 0],
      [lift(admin, writer), 5000],
    ] as const) {
      expect((await act).error).toBeNull()
      expect(await total()).toBe(expected)
    }
  }, 60_000)
})

describe('what is kept of it', () => {
  test('the log tells who suspended and lifted, why, and by which way', async () => {
    const person = await member(server)
    await suspend(admin, person, true, 'Advertising')
    await lift(admin, person)
    const entries = await server.sql`
      select actor_id, action, source, after ->> 'reason' as reason, after ->> 'hides_upvotes' as hides,
        after ->> 'lifted_by' as lifted_by
      from public.audit_log where table_name = 'suspensions' and row_id = ${person.id} order by id`
    const common = { actor_id: admin.id, source: 'api', reason: 'Advertising', hides: 'true' }
    expect(entries).toEqual([
      { ...common, action: 'insert', lifted_by: null },
      { ...common, action: 'update', lifted_by: admin.id },
    ])
  })

  test('the person finds it in the copy of their data, without whose decision it was', async () => {
    const person = await member(server)
    expect((await person.client.rpc('export_my_data')).data).toMatchObject({ suspensions: [] })
    await suspend(admin, person, true, 'Advertising')
    await lift(admin, person)
    const client = withToken(server, (await open(server, person)).access_token)
    const { data } = await client.rpc('export_my_data')
    expect(data).toMatchObject({
      account: { id: person.id },
      suspensions: [
        {
          reason: 'Advertising',
          upvotes_hidden: true,
          suspended_at: expect.any(String),
          lifted_at: expect.any(String),
        },
      ],
    })
    expect(JSON.stringify(data)).not.toContain(admin.id)
  })

  test('goes with the account; the log keeps that it happened, without the reason', async () => {
    const person = await member(server)
    await suspend(admin, person, false, `${person.username} wrote advertisements`)
    await server.sql`delete from auth.users where id = ${person.id}`
    expect(await server.sql`select from private.suspensions where user_id = ${person.id}`).toHaveLength(0)
    const rows = await server.sql`select * from public.audit_log where row_id = ${person.id}`
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ actor_id: admin.id, action: 'insert', person_id: null })
    const text = JSON.stringify(rows)
    expect(text).not.toContain(person.username)
    expect(text).not.toContain('advertisements')
  })

  test('outlives the administrator who decided it', async () => {
    const [boss, person] = [await administrator(server), await member(server)]
    await boss.client.rpc('suspend_member', { member_id: person.id, reason: 'Spam' })
    const { error } = await boss.client.rpc('delete_my_account', { confirm_username: boss.username })
    expect(error).toBeNull()
    expect((await signIn(server, person, person.password)).status).toBe(400)
    const { data } = await admin.client.rpc('list_members', { query: person.username })
    expect(data?.[0]).toMatchObject({ suspension_reason: 'Spam', suspended_by: null })
    expect((await lift(admin, person)).error).toBeNull()
  })
})
