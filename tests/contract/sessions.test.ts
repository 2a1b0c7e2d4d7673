import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, post, raw, signToken, withToken } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addTool, addUpvote, type Tool } from './rows.ts'

/** A session that was ended is worth nothing: not to be refreshed, and not to write with while its token lasts. */

let server: TestServer
let tool: Tool
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  tool = await addTool(server.sql)
})
afterAll(() => server?.close())

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

/** What a token can still do, each tried once. */
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
  test('ends every other session of the account, and leaves the one that set it', async () => {
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

  test.each([
    ['5 bytes', '12345', 422],
    ['6 bytes', '123456', 200],
    ['72 bytes', 'é'.repeat(36), 200],
    ['73 bytes', `${'é'.repeat(36)}x`, 400],
  ])('of %s', async (_bytes, password, status) => {
    const person = await member(server)
    expect((await setPassword(await signIn(person), password)).status).toBe(status)
    await signIn(status === 200 ? { ...person, password } : person)
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

  test('ends an administrator’s writing too, through every door', async () => {
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
      await db.rpc('moderate_upvote', { upvote_id: upvote.id, decision: 'rejected' }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(REFUSED)
    expect(answers[0]?.error).toMatchObject({ message: 'Your session has ended' })
  })
})

test('a token of no session, made by the server, may write', async () => {
  const person = await member(server)
  const db = withToken(server, await signToken(server, { sub: person.id }))
  expect((await db.from('profiles').update({ full_name: 'X' }).eq('id', person.id)).error).toBeNull()
})

describe('a mailed reset link', () => {
  test('comes however the address is written, and works once', async () => {
    const person = await member(server)
    const ask = () => post(server, '/auth/v1/recover', { email: person.email.toUpperCase() })
    const redeem = (link: string) =>
      post(server, '/auth/v1/verify', {
        type: 'recovery',
        token_hash: new URL(link).searchParams.get('token_hash'),
      })

    expect((await ask()).status).toBe(200)
    const first = await server.mail.link(person.email)
    const opened = await redeem(first)
    expect(opened.status).toBe(200)
    const tokens: Tokens = await opened.json()
    const again = await redeem(first)
    expect(again.status).toBe(403)
    expect(await again.json()).toMatchObject({ error_code: 'otp_expired' })
    expect((await setPassword(tokens, 'set by the link')).status).toBe(200)
    await signIn({ ...person, password: 'set by the link' })
  })
})
