import { describe, expect, test } from 'vitest'
import {
  administrator,
  member,
  type Person,
  post,
  raw,
  redeem,
  signToken,
  withToken,
} from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addFlag, addTool, addUpvote } from './rows.ts'

/** An ended session has no rights: no refreshing, no writing, no reading as the person. */

const server = await testServer({ RATE_LIMITS: 'off' })
const tool = await addTool(server.sql)

interface Tokens {
  access_token: string
  refresh_token: string
}

async function signIn({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Tokens> {
  const response = await post(server, '/auth/v1/token?grant_type=password', { email, password })
  expect(response.status).toBe(200)
  return response.json()
}

const refresh = ({ refresh_token }: Tokens) =>
  post(server, '/auth/v1/token?grant_type=refresh_token', { refresh_token })

const setPassword = ({ access_token }: Tokens, password: string) =>
  raw(server, '/auth/v1/user', { method: 'PUT', body: JSON.stringify({ password }) }, access_token)

/** Everything a token could still do, each tried once. */
async function tries(person: Person, { access_token }: Tokens): Promise<number[]> {
  const db = withToken(server, access_token)
  const upvote = { tool_id: tool.id, user_id: person.id, reason: 'From beyond.' }
  const answers = [
    await db.from('tool_upvotes').insert(upvote),
    await db.from('profiles').update({ full_name: 'From beyond' }).eq('id', person.id),
    await db.from('tool_upvotes').delete().eq('user_id', person.id),
    await db.rpc('export_my_data'),
    await db.rpc('delete_my_account', { confirm_username: person.username }),
  ]
  return answers.map((answer) => answer.status)
}

const REFUSED = [401, 401, 401, 401, 401]

describe('a new password', () => {
  test('ends every other session of the account, but not its own', async () => {
    const person = await member(server)
    const bystander = await signIn(await member(server))
    const [thief, owner] = [await signIn(person), await signIn(person)]
    expect((await setPassword(owner, 'a better one')).status).toBe(200)

    const refused = await refresh(thief)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error_code: 'refresh_token_not_found' })
    expect(await tries(person, thief)).toEqual(REFUSED)
    expect((await raw(server, '/auth/v1/user', {}, thief.access_token)).status).toBe(403)
    expect((await refresh(owner)).status).toBe(200)
    expect((await refresh(bystander)).status).toBe(200)
    await signIn({ ...person, password: 'a better one' })
  })

  test('that is refused ends nothing', async () => {
    const person = await member(server)
    const [one, two] = [await signIn(person), await signIn(person)]
    expect((await setPassword(one, '12345')).status).toBe(422)
    expect((await setPassword(one, person.password)).status).toBe(422)
    expect((await refresh(two)).status).toBe(200)
  })
})

describe('signing out', () => {
  test('everywhere ends every session', async () => {
    const person = await member(server)
    const [here, there] = [await signIn(person), await signIn(person)]
    expect((await post(server, '/auth/v1/logout?scope=global', {}, here.access_token)).status).toBe(204)
    for (const tokens of [here, there]) {
      expect((await refresh(tokens)).status).toBe(400)
      expect(await tries(person, tokens)).toEqual(REFUSED)
    }
    const [left] = await server.sql`select full_name from public.profiles where id = ${person.id}`
    expect(left).toEqual({ full_name: 'A Member' })
  })

  test('also ends an administrator’s rights to write, by every way', async () => {
    const admin = await administrator(server)
    const tokens = await signIn(admin)
    const upvote = await addUpvote(server.sql, tool, await member(server))
    await post(server, '/auth/v1/logout?scope=global', {}, tokens.access_token)
    const db = withToken(server, tokens.access_token)
    const answers = [
      await db.from('tools').update({ featured: true }).eq('id', tool.id),
      await db.from('categories').insert({ name: 'X', slug: 'x' }),
      await db.from('tool_categories').delete().eq('tool_id', tool.id),
      await db.from('tool_upvotes').delete().eq('id', upvote.id),
      await db.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', upvote.id),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(REFUSED)
    expect(answers[0]?.error).toMatchObject({ message: 'Your session has ended' })
  })
})

describe('an administrator who signed out', () => {
  test('is refused by the database itself, even without our server', async () => {
    const admin = await administrator(server)
    const upvote = await addUpvote(server.sql, tool, await member(server))
    await addFlag(server.sql, upvote, await member(server))
    const [session] = await server.sql<
      { id: string }[]
    >`select id from auth.sessions where user_id = ${admin.id}`
    const claims = JSON.stringify({ sub: admin.id, role: 'authenticated', session_id: session?.id })
    const as = (statement: string) =>
      server.sql.begin(async (sql) => {
        await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
        return sql.unsafe(statement)
      })
    expect(await as('select public.is_admin() as admin')).toEqual([{ admin: true }])
    expect((await as('select * from public.upvote_flags')).length).toBeGreaterThan(0)
    await server.sql`delete from auth.sessions where id = ${session?.id ?? null}`
    expect(await as('select public.is_admin() as admin')).toEqual([{ admin: false }])
    expect(await as('select * from public.audit_log')).toEqual([])
    for (const statement of [
      'select * from public.upvote_flags',
      'select * from public.tool_upvotes',
      'select public.list_members()',
      'select public.list_flagged()',
      'select public.list_audit_log()',
      'select public.list_my_reports()',
      'select public.export_my_data()',
    ])
      await expect(as(statement), statement).rejects.toThrow(
        /session has ended|administrator|permission denied/i,
      )
  })
})

test('an access token says who, by what means and in which session', async () => {
  const person = await member(server)
  const { access_token } = await signIn(person)
  const payload = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
  const now = Math.floor(Date.now() / 1000)
  expect(payload).toEqual({
    iss: `${server.url}/auth/v1`,
    sub: person.id,
    aud: 'authenticated',
    role: 'authenticated',
    iat: expect.any(Number),
    exp: payload.iat + 3600,
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    email: person.email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { full_name: 'A Member', username: person.username },
    is_anonymous: false,
  })
  expect(Math.abs(payload.amr[0].timestamp - now)).toBeLessThan(30)
})

test('a token of no session, made by the server, may write', async () => {
  const person = await member(server)
  const db = withToken(server, await signToken(server, { sub: person.id }))
  expect((await db.from('profiles').update({ full_name: 'X' }).eq('id', person.id)).error).toBeNull()
})

describe('a mailed reset link', () => {
  test('is sent for any spelling of the address, and works once', async () => {
    const person = await member(server)
    const ask = () => post(server, '/auth/v1/recover', { email: person.email.toUpperCase() })

    expect((await ask()).status).toBe(200)
    const first = await server.mail.link(person.email)
    const opened = await redeem(server, first, 'recovery')
    expect(opened.status).toBe(200)
    const tokens: Tokens = await opened.json()
    const again = await redeem(server, first, 'recovery')
    expect(again.status).toBe(403)
    expect(await again.json()).toMatchObject({ error_code: 'otp_expired' })
    expect((await setPassword(tokens, 'set by the link')).status).toBe(200)
    await signIn({ ...person, password: 'set by the link' })
  })
})
