import { describe, expect, test } from 'vitest'
import {
  administrator,
  member,
  messageOf,
  type Person,
  post,
  raw,
  sessionOf,
  signToken,
  visitor,
  withToken,
} from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addFlag, addTool, addUpvote } from './rows.ts'
import { lift, open, signIn, suspend } from './suspensions.ts'

/** The effect on the member: no session, no writes, no reads as themselves. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)

describe('an administrator who suspends', () => {
  test.each([
    ['', 'Please provide a reason for the suspension'],
    [' \n\t ', 'Please provide a reason for the suspension'],
    ['x'.repeat(501), 'Reason must be 500 characters or less'],
  ])('is refused with the reason %j', async (reason, message) => {
    const person = await member(server)
    const answer = await suspend(admin, person, false, reason)
    expect(answer).toMatchObject({ status: 400, error: { message } })
    expect((await signIn(server, person, person.password)).status).toBe(200)
  })

  test('may write 500 characters, counted after trimming and by code points', async () => {
    const person = await member(server)
    expect((await suspend(admin, person, false, `  ${'😀'.repeat(500)}  `)).error).toBeNull()
    const [row] = await server.sql`select reason from private.suspensions where user_id = ${person.id}`
    expect(row?.reason).toBe('😀'.repeat(500))
  })

  test('cannot suspend themself, an administrator, or somebody twice; nor lift what is not there', async () => {
    const [other, person] = [await administrator(server), await member(server)]
    expect(await messageOf(suspend(admin, admin))).toBe('You cannot suspend yourself')
    expect(await messageOf(suspend(admin, other))).toBe(
      'Administrators cannot be suspended. Revoke the administrator first.',
    )
    expect(await messageOf(lift(admin, person))).toBe('This member is not suspended')
    expect((await suspend(admin, person)).error).toBeNull()
    expect(await messageOf(suspend(admin, person))).toBe('This member is already suspended')
    expect((await lift(admin, person)).error).toBeNull()
    expect(await messageOf(lift(admin, person))).toBe('This member is not suspended')
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
    await suspend(admin, person)
    const refused = await signIn(server, person, person.password)
    expect(refused.status).toBe(400)
    expect(refused.headers.get('x-sb-error-code')).toBe('user_banned')
    const message = 'Your account is suspended. Reason: It was all advertisements.'
    expect(await refused.json()).toEqual({ code: 400, error_code: 'user_banned', msg: message })
    const wrong = await signIn(server, person, 'not my password')
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toMatchObject({ msg: 'Invalid login credentials' })
    const viaClient = await visitor(server).auth.signInWithPassword(person)
    expect(viaClient.error).toMatchObject({ code: 'user_banned', message })
    await lift(admin, person)
    expect((await signIn(server, person, person.password)).status).toBe(200)
  })

  test('by refreshing an old session leads to none', async () => {
    const person = await member(server)
    const tokens = await open(server, person)
    await suspend(admin, person)
    const { refresh_token } = tokens
    expect((await post(server, '/auth/v1/token?grant_type=refresh_token', { refresh_token })).status).toBe(
      400,
    )
    await lift(admin, person)
    expect((await post(server, '/auth/v1/token?grant_type=refresh_token', { refresh_token })).status).toBe(
      400,
    )
  })

  test.each(['recover', 'otp'])(
    'by a link of /%s, asked for before or afterwards, leads to none',
    async (call) => {
      const person = await member(server)
      const type = call === 'recover' ? 'recovery' : 'magiclink'
      const ask = () => post(server, `/auth/v1/${call}`, { email: person.email })
      const redeem = (link: string) =>
        post(server, '/auth/v1/verify', { type, token_hash: new URL(link).searchParams.get('token_hash') })
      expect((await ask()).status).toBe(200)
      const early = await server.mail.link(person.email)
      await suspend(admin, person)
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
        suspend(admin, person),
        ...Array.from({ length: 4 }, () => signIn(server, person, person.password)),
      ])
      expect(await server.sql`select from auth.sessions where user_id = ${person.id}`).toHaveLength(0)
    }
  })
})

describe('a token from before', () => {
  test.each([
    ['of a session', async (person: Person) => (await open(server, person)).access_token],
    ['of no session', (person: Person) => signToken(server, { sub: person.id, email: person.email })],
  ])('%s writes nothing and reads nothing as oneself', async (name, issue) => {
    const [person, writer, tool] = [await member(server), await member(server), await addTool(server.sql)]
    const other = await addUpvote(server.sql, tool, writer)
    await addUpvote(server.sql, await addTool(server.sql), person)
    await addFlag(server.sql, other, person)
    const client = withToken(server, await issue(person))
    expect((await client.from('tool_upvotes').select('id').eq('user_id', person.id)).data).toHaveLength(1)
    await suspend(admin, person)
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
    // Not even public data: a client that is refused continues as a visitor.
    for (const table of ['tools', 'profiles', 'upvote_appeals'] as const)
      expect((await client.from(table).select('id')).status).toBe(401)
    expect((await client.rpc('is_admin')).status).toBe(401)
    expect((await visitor(server).from('profiles').select('id').eq('id', person.id)).data).toHaveLength(1)
    expect(await server.sql`select from public.tool_upvotes where user_id = ${person.id}`).toHaveLength(1)
    await lift(admin, person)
    // An ended session stays ended; new ones are valid again.
    const own = await client.from('tool_upvotes').select('id').eq('user_id', person.id)
    expect([own.status, own.data?.length]).toEqual(name === 'of a session' ? [401, undefined] : [200, 1])
  })

  test('is refused by the policies themselves, where no server of ours stands before the database', async () => {
    const [person, writer, tool] = [await member(server), await member(server), await addTool(server.sql)]
    await addUpvote(server.sql, tool, person)
    await addFlag(server.sql, await addUpvote(server.sql, tool, writer), person)
    await suspend(admin, person)
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
    const { access_token } = await open(server, person)
    await suspend(admin, person)
    expect((await raw(server, '/auth/v1/user', {}, access_token)).status).toBe(403)
    const change = { method: 'PUT', body: JSON.stringify({ password: 'set meanwhile' }) }
    expect((await raw(server, '/auth/v1/user', change, access_token)).status).toBe(403)
    await lift(admin, person)
    expect(await sessionOf(server, person)).toMatchObject({ user: { id: person.id } })
  })

  test('leaves others alone', async () => {
    const [person, bystander] = [await member(server), await member(server)]
    await suspend(admin, person)
    expect(
      (await bystander.client.from('profiles').update({ full_name: 'Y' }).eq('id', bystander.id)).error,
    ).toBeNull()
  })
})
