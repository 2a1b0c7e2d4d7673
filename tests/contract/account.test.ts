import { describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw, sessionOf, withToken } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, addUpvote, first } from './rows.ts'
import { tell } from './story.ts'
import { countWaiting } from './waiting.ts'

/** Deleting an account: what is deleted, and what stays without the person. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)

const deletes = (person: Person, confirm_username: string) =>
  person.client.rpc('delete_my_account', { confirm_username })

/** Every place in the schemas public and private, and the authentication service's, that still names this person. */
async function traces({ id, email, username }: Person): Promise<string[]> {
  const columns = await server.sql<{ table: string; column: string }[]>`
    select format('%I.%I', table_schema, table_name) as "table", column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'private', 'auth') and table_type = 'BASE TABLE'`
  const found: string[] = []
  for (const { table, column } of columns) {
    const rows = await server.sql`
      select from ${server.sql.unsafe(table)}
      where ${server.sql(column)}::text ilike any (${[id, email, username].map((text) => `%${text}%`)})`
    if (rows.count > 0) found.push(`${table}.${column}`)
  }
  return found
}

describe('delete_my_account', () => {
  test.each([
    ['another case', (name: string) => name.toUpperCase()],
    ['a space', (name: string) => `${name} `],
    ['nothing', () => ''],
    ['somebody else’s', () => admin.username],
    ['a pattern', () => '%'],
  ])('with %s for a username deletes nothing', async (_what, typed) => {
    const person = await member(server)
    const { status, error } = await deletes(person, typed(person.username))
    expect([status, error?.message]).toEqual([400, 'The username does not match'])
    const { data } = await person.client.from('profiles').select('id').in('id', [person.id, admin.id])
    expect(data).toHaveLength(2)
  })

  test('with null for a username deletes nothing', async () => {
    const person = await member(server)
    const init = { method: 'POST', body: '{"confirm_username":null}' }
    const answer = await raw(server, '/rest/v1/rpc/delete_my_account', init, person.accessToken)
    expect(answer.status).toBe(400)
    expect((await person.client.rpc('export_my_data')).error).toBeNull()
  })

  test('deletes everything about the person and keeps decisions without them', async () => {
    const { person, tool, own, rejected, waiting, decided, undecided } = await tell(server, admin)
    await sessionOf(server, person)
    expect((await deletes(person, person.username)).error).toBeNull()

    expect(await traces(person)).toEqual([])
    const [counted] = await server.sql`select upvote_count from public.tools where id = ${tool.id}`
    expect(counted, 'the one left of this tool is the rejected one').toEqual({ upvote_count: 0 })
    expect((await server.sql`select from public.tool_upvotes where id = ${own.id}`).count).toBe(0)
    const reports = await server.sql`
      select id, flagged_by, status, reason from public.upvote_flags where id in (${decided.id}, ${undecided.id})`
    expect(reports).toEqual([
      { id: decided.id, flagged_by: null, status: 'rejected', reason: decided.reason },
    ])
    const states = await server.sql`
      select id, is_flagged, flag_status, flag_count from public.tool_upvotes
      where id in (${rejected.id}, ${waiting.id})`
    expect(new Map(states.map((row) => [row.id, row]))).toEqual(
      new Map([
        [rejected.id, { id: rejected.id, is_flagged: true, flag_status: 'rejected', flag_count: 1 }],
        [waiting.id, { id: waiting.id, is_flagged: false, flag_status: null, flag_count: 0 }],
      ]),
    )
    const entry = first(
      await server.sql`select actor_id, after from public.audit_log where row_id = ${own.id}`,
    )
    expect(entry).toMatchObject({
      actor_id: admin.id,
      after: { flag_status: 'approved', user_id: null, reason: null },
    })
    const { data: seen } = await admin.client
      .from('upvote_flags')
      .select('reason, profiles(username)')
      .eq('id', decided.id)
    expect(seen).toEqual([{ reason: decided.reason, profiles: null }])
  })

  test('invalidates the access token and frees username and address', async () => {
    const person = await member(server)
    const tool = await addTool(server.sql)
    const session = await sessionOf(server, person)
    await deletes(person, person.username)
    const db = withToken(server, person.accessToken)
    const upvote = { tool_id: tool.id, user_id: person.id, reason: 'From beyond.' }
    const answers = [
      await db.from('tool_upvotes').insert(upvote),
      await db.from('profiles').update({ full_name: 'X' }).eq('id', person.id),
      await db.rpc('export_my_data'),
      await db.rpc('delete_my_account', { confirm_username: person.username }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401])
    const body = JSON.stringify({ refresh_token: Reflect.get(Object(session), 'refresh_token') })
    const refresh = await raw(server, '/auth/v1/token?grant_type=refresh_token', { method: 'POST', body })
    expect(refresh.status).toBe(400)
    await expect(sessionOf(server, person)).rejects.toThrow('Invalid login credentials')
    const again = await member(server, { username: person.username, email: person.email })
    expect((await again.client.rpc('export_my_data')).data).toMatchObject({ upvotes: [] })
  })

  test('keeps counts right while others recommend the same tool', async () => {
    const tool = await addTool(server.sql)
    const leaving = await Promise.all(Array.from({ length: 8 }, () => member(server)))
    for (const person of leaving) await addUpvote(server.sql, tool, person)
    const coming = await Promise.all(Array.from({ length: 8 }, () => member(server)))
    const recommend = ({ id, client }: Person) =>
      client.from('tool_upvotes').insert({ tool_id: tool.id, user_id: id, reason: 'Yes.' })
    const answers = await Promise.all([
      ...leaving.map((person) => deletes(person, person.username)),
      ...coming.map(recommend),
    ])
    expect(answers.map((answer) => answer.error)).toEqual(Array(16).fill(null))
    const [{ upvote_count } = {}] =
      await server.sql`select upvote_count from public.tools where id = ${tool.id}`
    expect(upvote_count).toBe(8)
  })
})

test('a person can be removed from the audit log, and nothing else changed', async () => {
  const { own } = await tell(server, admin)
  const change = (set: string) =>
    server.sql.unsafe(`update public.audit_log set ${set} where row_id = '${own.id}'`)
  await expect(change(`action = 'delete'`)).rejects.toThrow('append-only')
  await expect(change(`after = after || '{"flag_status": "rejected"}'`)).rejects.toThrow('append-only')
  await expect(change(`after = null`)).rejects.toThrow('append-only')
  await expect(change(`actor_id = null`)).rejects.toThrow('append-only')
  await change(
    `before = private.without_member(table_name, before), after = private.without_member(table_name, after)`,
  )
})

describe('an administrator', () => {
  test('may leave if another one stays, and their log entries keep their id', async () => {
    const second = await administrator(server)
    await second.client.from('categories').insert({ name: 'Left behind', slug: 'left-behind' })
    expect((await deletes(second, second.username)).error).toBeNull()
    const { data } = await admin.client
      .from('audit_log')
      .select('table_name, action')
      .eq('actor_id', second.id)
    expect(data).toEqual(
      expect.arrayContaining([
        { table_name: 'categories', action: 'insert' },
        { table_name: 'administrators', action: 'delete' },
      ]),
    )
  })

  test('may not leave as the only one, and of two who leave at once one stays', async () => {
    const { error } = await deletes(admin, admin.username)
    expect(error?.message).toBe(
      'You are the only administrator. Make someone else one before you delete your account.',
    )
    const [one, two] = [await administrator(server), await administrator(server)]
    await server.sql`delete from private.administrators where user_id = ${admin.id}`
    // One is being deleted and has not committed yet when the other asks.
    const second = await server.sql.begin(async (sql) => {
      await sql`select set_config('request.jwt.claim.sub', ${one.id}, true)`
      await sql`select public.delete_my_account(${one.username})`
      const answer = deletes(two, two.username).then(({ status }) => ({ status }))
      await expect.poll(() => countWaiting(server.sql)).toBeGreaterThan(0)
      return { answer }
    })
    expect((await second.answer).status).toBe(400)
    expect((await server.sql`select from private.administrators`).count).toBe(1)
  })
})
