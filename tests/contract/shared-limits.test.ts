import { describe, expect, test } from 'vitest'
import { member, raw } from '../support/actors.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { closing, testServer } from '../support/test-file.ts'
import type { TestServer } from '../support/test-server.ts'
import { setLastCount } from './limits.ts'
import { addTool } from './rows.ts'

/**
 * Two processes on one database share their rate limits (docs/operations.md, "Limits"). Those of sign-in are in
 * sign-in-limits.test.ts.
 */

/** A new client per test, so that no test uses up another's limit. */
const PROXY = { TRUST_PROXY: 'loopback' }

const server = await testServer(PROXY)
const proxy = closing(await startDatabaseProxy(server.databaseUrl))
const second = closing(await startSecondProcess(server, { ...PROXY, DATABASE_URL: proxy.url }))

type Endpoint = Pick<TestServer, 'url' | 'publishableKey'>

let clients = 0
const newClient = () => `203.0.113.${++clients}`

const post = (endpoint: Endpoint, path: string, body: unknown, client: string) =>
  raw(endpoint, path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-forwarded-for': client },
  })
const recover = (endpoint: Endpoint, email: string, client: string) =>
  post(endpoint, '/auth/v1/recover', { email }, client)

const numberOf = (response: Response, name: string) => Number(response.headers.get(name) ?? Number.NaN)

describe('two processes share', () => {
  test('mails to one address', async () => {
    const client = newClient()
    const answers: Response[] = []
    for (let mail = 0; mail < 8; mail++)
      answers.push(await recover(mail % 2 ? second : server, 'shared@example.org', client))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    expect(answers.map((answer) => numberOf(answer, 'ratelimit-remaining'))).toEqual([5, 4, 3, 2, 1, 0, 0, 0])
    for (const answer of answers) {
      expect(numberOf(answer, 'ratelimit-limit')).toBe(6)
      expect(numberOf(answer, 'ratelimit-reset')).toBeGreaterThan(3500)
      expect(numberOf(answer, 'ratelimit-reset')).toBeLessThanOrEqual(3600)
    }
    for (const refused of answers.slice(6)) {
      expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))
      expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
    }
    expect((await recover(second, 'somebody-else@example.org', client)).status).toBe(200)
  })

  test('mails of one client, without affecting others', async () => {
    const client = newClient()
    const statuses = { accepted: 0, refused: 0 }
    for (let mail = 0; mail < 64; mail++) {
      const { status } = await recover(mail % 2 ? second : server, `many-${mail}@example.org`, client)
      if (status === 429) statuses.refused++
      else statuses.accepted++
    }
    expect(statuses).toEqual({ accepted: 60, refused: 4 })
    expect((await recover(server, 'other@example.org', newClient())).status).toBe(200)
  })

  test('sign-ups of one client', async () => {
    const client = newClient()
    const signUp = (endpoint: Endpoint, name: string) =>
      post(
        endpoint,
        '/auth/v1/signup',
        {
          email: `${name}@example.org`,
          password: 'long enough',
          data: { full_name: 'New', username: name },
        },
        client,
      )
    expect((await signUp(server, 'new-one')).status).toBe(200)
    await setLastCount(server, 'sign-up-client', 299)
    expect((await signUp(second, 'new-two')).status).toBe(200)
    expect((await signUp(server, 'new-three')).status).toBe(429)
  })

  test('writes of one person, wherever they come from', async () => {
    const person = await member(server)
    const write = (endpoint: Endpoint, client = newClient()) =>
      raw(
        endpoint,
        `/rest/v1/profiles?id=eq.${person.id}`,
        { method: 'PATCH', body: '{}', headers: { 'x-forwarded-for': client } },
        person.accessToken,
      )
    expect(numberOf(await write(server), 'ratelimit-remaining')).toBe(999)
    expect(numberOf(await write(second), 'ratelimit-remaining')).toBe(998)
    await setLastCount(server, 'writes', 999)
    expect((await write(second)).status).toBeLessThan(300)
    const refused = await write(server)
    expect(refused.status).toBe(429)
    expect(numberOf(refused, 'retry-after')).toBeLessThanOrEqual(60)
  })

  test('new passwords of one person, but not their other changes', async () => {
    const person = await member(server)
    const change = (endpoint: Endpoint, body: object, { accessToken } = person) =>
      raw(endpoint, '/auth/v1/user', { method: 'PUT', body: JSON.stringify(body) }, accessToken)
    const statuses: number[] = []
    for (let turn = 0; turn < 22; turn++)
      statuses.push((await change(turn % 2 ? second : server, { password: person.password })).status)
    expect(statuses).toEqual([...Array(20).fill(422), 429, 429])
    expect((await change(second, { data: { full_name: 'Another' } })).status).toBe(200)
    expect((await change(second, { password: 'a new one' }, await member(server))).status).toBe(200)
  })
})

describe('the stored count', () => {
  const rows = () => server.sql`select key, points, expire::text from private.rate_limits order by key`

  test('is written by no visitor who reads', async () => {
    const tool = await addTool(server.sql)
    const before = await rows()
    for (const endpoint of [server, second])
      for (const path of ['/', `/tools/${tool.slug}`, '/rest/v1/tools?select=id', '/sitemap.xml', '/login'])
        expect((await raw(endpoint, path)).status).toBe(200)
    expect(await rows()).toEqual(before)
  })

  test('identifies nobody, and has a bounded length', async () => {
    const client = newClient()
    await recover(server, 'named@example.org', client)
    await recover(second, `${'x'.repeat(500_000)}@example.org`, client)
    const keys = (await rows()).map(({ key }) => String(key))
    for (const key of keys) expect(key).toMatch(/^[a-z-]+:[\w-]{43}$/)
  })
})

test('without the database each process counts for itself, and shares again when it is back', async () => {
  const client = newClient()
  expect((await recover(second, 'cut-off@example.org', client)).status).toBe(200)
  proxy.cut()
  const statuses: number[] = []
  for (let mail = 0; mail < 8; mail++)
    statuses.push((await recover(second, 'cut-off@example.org', client)).status)
  // Nothing can be asked of it, and yet no more often than otherwise.
  expect(statuses).toEqual([503, 503, 503, 503, 503, 503, 429, 429])
  expect(second.output()).toContain('rate limits are not shared')
  // The other process knows of one.
  expect(numberOf(await recover(server, 'cut-off@example.org', client), 'ratelimit-remaining')).toBe(4)
  proxy.restore()
  let round = 0
  const remaining = async () => {
    const address = `back-${++round}@example.org`
    await recover(second, address, newClient())
    return numberOf(await recover(server, address, newClient()), 'ratelimit-remaining')
  }
  await expect.poll(remaining).toBe(4)
})
