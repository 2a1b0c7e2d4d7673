import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  administrator,
  member,
  type Person,
  raw,
  sessionOf,
  signToken,
  visitor,
  withToken,
} from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addFlag, addTool, addUpvote, first, type Tool, type Upvote } from './rows.ts'

/** What it means to be suspended: no session, nothing written, nothing read as oneself; recommendations kept or hidden. */

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
})
afterAll(() => server?.close())

interface Tokens {
  access_token: string
  refresh_token: string
}

const post = (path: string, body: unknown, token?: string) =>
  raw(server, path, { method: 'POST', body: JSON.stringify(body) }, token)
const signIn = ({ email }: Person, password: string) =>
  post('/auth/v1/token?grant_type=password', { email, password })
const suspend = ({ id }: Person, hide_upvotes = false, reason = 'It was all advertisements.') =>
  admin.client.rpc('suspend_member', { member_id: id, reason, hide_upvotes })
const lift = ({ id }: Person) => admin.client.rpc('lift_suspension', { member_id: id })
const messageOf = async (answer: PromiseLike<{ error: { message: string } | null }>) =>
  (await answer).error?.message

async function open(person: Person): Promise<Tokens> {
  const response = await signIn(person, person.password)
  expect(response.status).toBe(200)
  return response.json()
}

describe('an administrator who suspends', () => {
  test.each([
    ['', 'Please provide a reason for the suspension'],
    [' \n\t ', 'Please provide a reason for the suspension'],
    ['x'.repeat(501), 'Reason must be 500 characters or less'],
  ])('is refused with the reason %j', async (reason, message) => {
    const person = await member(server)
    const answer = await suspend(person, false, reason)
    expect(answer).toMatchObject({ status: 400, error: { message } })
    expect((await signIn(person, person.password)).status).toBe(200)
  })

  test('may write 500 characters, counted after trimming and by code points', async () => {
    const person = await member(server)
    expect((await suspend(person, false, `  ${'😀'.repeat(500)}  `)).error).toBeNull()
    const [row] = await server.sql`select reason from private.suspensions where user_id = ${person.id}`
    expect(row?.reason).toBe('😀'.repeat(500))
  })

  test('cannot suspend themself, an administrator, or somebody twice; nor lift what is not there', async () => {
    const [other, person] = [await administrator(server), await member(server)]
    expect(await messageOf(suspend(admin))).toBe('You cannot suspend yourself')
    expect(await messageOf(suspend(other))).toBe(
      'Administrators cannot be suspended. Revoke the administrator first.',
    )
    expect(await messageOf(lift(person))).toBe('This member is not suspended')
    expect((await suspend(person)).error).toBeNull()
    expect(await messageOf(suspend(person))).toBe('This member is already suspended')
    expect((await lift(person)).error).toBeNull()
    expect(await messageOf(lift(person))).toBe('This member is not suspended')
  })

  test('at the same moment as another does it once', async () => {
    const [other, person] = [await administrator(server), await member(server)]
    const values = { member_id: person.id, reason: 'Spam' }
    const answers = await Promise.all(
      [admin, other].map(({ client }) => client.rpc('suspend_member', values)),
    )
    expect(answers.map((answer) => answer.error?.message ?? 'done').sort()).toEqual([
      'This member is already suspended',
      'done',
    ])
  })
})

describe('signing in while suspended', () => {
  test('is refused in the service’s own shape to the right password, and to a wrong one as ever', async () => {
    const person = await member(server)
    await suspend(person)
    const refused = await signIn(person, person.password)
    expect(refused.status).toBe(400)
    expect(refused.headers.get('x-sb-error-code')).toBe('user_banned')
    expect(await refused.json()).toEqual({ code: 400, error_code: 'user_banned', msg: 'User is banned' })
    const wrong = await signIn(person, 'not my password')
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toMatchObject({ error_code: 'invalid_credentials' })
    const viaClient = await visitor(server).auth.signInWithPassword(person)
    expect(viaClient.error).toMatchObject({ code: 'user_banned', message: 'User is banned' })
    await lift(person)
    expect((await signIn(person, person.password)).status).toBe(200)
  })

  test('by refreshing an old session leads to none', async () => {
    const person = await member(server)
    const tokens = await open(person)
    await suspend(person)
    const { refresh_token } = tokens
    expect((await post('/auth/v1/token?grant_type=refresh_token', { refresh_token })).status).toBe(400)
    await lift(person)
    expect((await post('/auth/v1/token?grant_type=refresh_token', { refresh_token })).status).toBe(400)
  })

  test.each(['recover', 'otp'])(
    'by a link of /%s, asked for before or afterwards, leads to none',
    async (call) => {
      const person = await member(server)
      const type = call === 'recover' ? 'recovery' : 'magiclink'
      const ask = () => post(`/auth/v1/${call}`, { email: person.email })
      const redeem = (link: string) =>
        post('/auth/v1/verify', { type, token_hash: new URL(link).searchParams.get('token_hash') })
      expect((await ask()).status).toBe(200)
      const early = await server.mail.link(person.email)
      await suspend(person)
      const refused = await redeem(early)
      expect(refused.status).toBe(403)
      expect(await refused.json()).toEqual({ code: 403, error_code: 'user_banned', msg: 'User is banned' })
      expect((await ask()).status).toBe(200)
      const late = await server.mail.link(person.email, 1)
      expect((await redeem(late)).status).toBe(403)
      const followed = await raw(
        server,
        `/auth/v1/verify?type=${type}&token=${new URL(late).searchParams.get('token_hash')}`,
        { redirect: 'manual' },
      )
      expect(followed.headers.get('location') ?? '').not.toContain('access_token')
      expect(await server.sql`select from auth.sessions where user_id = ${person.id}`).toHaveLength(0)
    },
  )

  test('at the moment of the suspension leaves no session', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await member(server)
      await Promise.all([
        suspend(person),
        ...Array.from({ length: 4 }, () => signIn(person, person.password)),
      ])
      expect(await server.sql`select from auth.sessions where user_id = ${person.id}`).toHaveLength(0)
    }
  })
})

describe('a token from before', () => {
  test.each([
    ['of a session', async (person: Person) => (await open(person)).access_token],
    ['of no session', (person: Person) => signToken(server, { sub: person.id, email: person.email })],
  ])('%s writes nothing and reads nothing as oneself', async (_, issue) => {
    const [person, writer, tool] = [await member(server), await member(server), await addTool(server.sql)]
    const other = await addUpvote(server.sql, tool, writer)
    await addUpvote(server.sql, await addTool(server.sql), person)
    await addFlag(server.sql, other, person)
    const client = withToken(server, await issue(person))
    expect((await client.from('tool_upvotes').select('id').eq('user_id', person.id)).data).toHaveLength(1)
    await suspend(person)
    const answers = [
      await client.from('tool_upvotes').insert({ tool_id: tool.id, user_id: person.id, reason: 'More' }),
      await client.from('tool_upvotes').delete().eq('user_id', person.id),
      await client.from('upvote_flags').insert({ upvote_id: other.id, flagged_by: person.id, reason: 'X' }),
      await client.from('profiles').update({ full_name: 'X' }).eq('id', person.id),
      await client.rpc('export_my_data'),
      await client.rpc('delete_my_account', { confirm_username: person.username }),
      await client.from('tool_upvotes').select('id').eq('user_id', person.id),
      await client.from('upvote_flags').select('*'),
      await client.rpc('list_my_reports'),
      await client.from('tools').select('id, tool_upvotes(reason)').eq('id', tool.id),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(Array(answers.length).fill(401))
    expect(answers[6]?.error).toMatchObject({ code: 'PT401', message: 'Your session has ended' })
    // Nor what every visitor sees anyway: a client that is told so goes on as one.
    for (const table of ['tools', 'profiles', 'upvote_appeals'] as const)
      expect((await client.from(table).select('id')).status).toBe(401)
    expect((await client.rpc('is_admin')).status).toBe(401)
    expect((await visitor(server).from('profiles').select('id').eq('id', person.id)).data).toHaveLength(1)
    expect(await server.sql`select from public.tool_upvotes where user_id = ${person.id}`).toHaveLength(1)
    await lift(person)
    expect((await client.from('tool_upvotes').select('id').eq('user_id', person.id)).data).toHaveLength(1)
  })

  test('is refused by the policies themselves, where no server of ours stands before the database', async () => {
    const [person, writer, tool] = [await member(server), await member(server), await addTool(server.sql)]
    await addUpvote(server.sql, tool, person)
    await addFlag(server.sql, await addUpvote(server.sql, tool, writer), person)
    await suspend(person)
    const as = (statement: string) =>
      server.sql.begin(async (sql) => {
        await sql`select set_config('role', 'authenticated', true),
          set_config('request.jwt.claim.sub', ${person.id}, true),
          set_config('request.jwt.claims', ${JSON.stringify({ sub: person.id, role: 'authenticated' })}, true)`
        return sql.unsafe(statement)
      })
    for (const statement of [
      'select * from public.tool_upvotes',
      'select * from public.upvote_flags',
      'select * from public.list_my_reports()',
      'select public.export_my_data()',
      `insert into public.tool_upvotes (tool_id, user_id, reason)
        select id, '${person.id}', 'X' from public.tools limit 1`,
      `update public.profiles set full_name = 'X' where id = '${person.id}'`,
      'delete from public.tool_upvotes',
    ])
      await expect(as(statement), statement).rejects.toThrow('Your session has ended')
  })

  test('neither answers who one is nor sets a password', async () => {
    const person = await member(server)
    const { access_token } = await open(person)
    await suspend(person)
    expect((await raw(server, '/auth/v1/user', {}, access_token)).status).toBe(403)
    const change = { method: 'PUT', body: JSON.stringify({ password: 'set meanwhile' }) }
    expect((await raw(server, '/auth/v1/user', change, access_token)).status).toBe(403)
    await lift(person)
    expect(await sessionOf(server, person)).toMatchObject({ user: { id: person.id } })
  })

  test('leaves others alone', async () => {
    const [person, bystander] = [await member(server), await member(server)]
    await suspend(person)
    expect(
      (await bystander.client.from('profiles').update({ full_name: 'Y' }).eq('id', bystander.id)).error,
    ).toBeNull()
  })
})

describe('recommendations', () => {
  /** Four of a writer: plain, approved, waiting and rejected, each of a tool of its own. */
  async function four(writer: Person): Promise<{ tools: Tool[]; upvotes: Upvote[] }> {
    const tools: Tool[] = []
    const upvotes: Upvote[] = []
    for (const state of [null, 'approved', 'pending', 'rejected']) {
      const tool = await addTool(server.sql)
      const upvote = await addUpvote(server.sql, tool, writer)
      await addUpvote(server.sql, tool, await member(server))
      if (state) await addFlag(server.sql, upvote, await member(server))
      if (state === 'approved' || state === 'rejected')
        await admin.client.rpc('moderate_upvote', { upvote_id: upvote.id, decision: state })
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
    await suspend(writer, false)
    expect(await visible(upvotes)).toBe(2)
    expect(await counts(tools)).toEqual([2, 2, 2, 1])
  })

  test('vanish from lists and counts where they are hidden, and come back exactly as they were', async () => {
    const writer = await member(server)
    const { tools, upvotes } = await four(writer)
    const before = await stateOf(upvotes)
    expect([await visible(upvotes), await counts(tools)]).toEqual([2, [2, 2, 2, 1]])
    await suspend(writer, true)
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
    await lift(writer)
    expect([await visible(upvotes), await counts(tools)]).toEqual([2, [2, 2, 2, 1]])
    expect(await stateOf(upvotes)).toEqual(before)
  })

  test('that are decided meanwhile count right when they come back', async () => {
    const writer = await member(server)
    const { tools, upvotes } = await four(writer)
    await suspend(writer, true)
    const [, , waiting, rejected] = upvotes
    await admin.client.rpc('moderate_upvote', { upvote_id: waiting?.id ?? '', decision: 'rejected' })
    await admin.client
      .from('tool_upvotes')
      .update({ flag_status: 'approved' })
      .eq('id', rejected?.id ?? '')
    expect([await visible(upvotes), await counts(tools)]).toEqual([0, [1, 1, 1, 1]])
    await lift(writer)
    expect([await visible(upvotes), await counts(tools)]).toEqual([3, [2, 2, 1, 2]])
  })

  test('that are deleted meanwhile, or whose writer’s account goes, are not counted twice', async () => {
    const writer = await member(server)
    const { tools, upvotes } = await four(writer)
    await suspend(writer, true)
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
    const waiting = async () =>
      (
        await server.sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
      ).length
    const { sent } = await server.sql.begin(async (suspending) => {
      await suspending`insert into private.suspensions (user_id, reason, hides_upvotes)
        values (${writer.id}, 'Spam', true)`
      // Its session is still there to see: it is let in, and waits for the profile.
      const late = { tool_id: tool.id, user_id: writer.id, reason: 'Quick' }
      const answer = writer.client
        .from('tool_upvotes')
        .insert(late)
        .then(({ status }) => status)
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
      return { sent: answer }
    })
    expect(await sent).toBe(401)
    expect(await counts([tool])).toEqual([0])
  })

  test('cannot be withheld or shown by writing to the table', async () => {
    const [writer, tool] = [await member(server), await addTool(server.sql)]
    const upvote = await addUpvote(server.sql, tool, writer)
    for (const { client } of [writer, admin]) {
      const answer = await client.from('tool_upvotes').update({ is_withheld: true }).eq('id', upvote.id)
      expect(answer).toMatchObject({ status: 403, error: { code: '42501' } })
    }
  })

  test('of five thousand are hidden and shown in one go', async () => {
    const writer = await member(server)
    await server.sql`
      insert into public.tools (name, slug, short_description, website_url)
      select 'Many ' || n, 'many-' || n, 'One of many', 'https://example.org' from generate_series(1, 5000) n`
    await server.sql`
      insert into public.tool_upvotes (tool_id, user_id, reason)
      select id, ${writer.id}, 'Good' from public.tools where slug like 'many-%'`
    const total = async () =>
      first(
        await server.sql`select sum(upvote_count)::int as total from public.tools where slug like 'many-%'`,
      ).total
    for (const [act, expected] of [
      [suspend(writer, true), 0],
      [lift(writer), 5000],
    ] as const) {
      expect((await act).error).toBeNull()
      expect(await total()).toBe(expected)
    }
  }, 60_000)
})

describe('what is kept of it', () => {
  test('the log tells who suspended and lifted, why, and through which door', async () => {
    const person = await member(server)
    await suspend(person, true, 'Advertising')
    await lift(person)
    const entries = await server.sql`
      select actor_id, action, door, after ->> 'reason' as reason, after ->> 'hides_upvotes' as hides,
        after ->> 'lifted_by' as lifted_by
      from public.audit_log where table_name = 'suspensions' and row_id = ${person.id} order by id`
    const common = { actor_id: admin.id, door: 'api', reason: 'Advertising', hides: 'true' }
    expect(entries).toEqual([
      { ...common, action: 'insert', lifted_by: null },
      { ...common, action: 'update', lifted_by: admin.id },
    ])
  })

  test('the person finds it in the copy of their data, without whose decision it was', async () => {
    const person = await member(server)
    expect((await person.client.rpc('export_my_data')).data).toMatchObject({ suspensions: [] })
    await suspend(person, true, 'Advertising')
    await lift(person)
    const client = withToken(server, (await open(person)).access_token)
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
    await suspend(person, false, `${person.username} wrote advertisements`)
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
    expect((await signIn(person, person.password)).status).toBe(400)
    const { data } = await admin.client.rpc('list_members', { query: person.username })
    expect(data?.[0]).toMatchObject({ suspension_reason: 'Spam', suspended_by: null })
    expect((await lift(person)).error).toBeNull()
  })
})
