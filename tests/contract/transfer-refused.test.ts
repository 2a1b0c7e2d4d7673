import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw, signToken } from '../support/actors.ts'
import { manyRows, row } from '../support/catalogue-lines.ts'
import { testServer } from '../support/test-file.ts'
import { startPageless } from '../support/test-server.ts'
import { eventsOf, expectNoFailure, transferOf } from './transfer.ts'

/** Import and export over HTTP: rights and refusals. */

let admin: Person
const server = await testServer()
// One per test, because the number of imports per person is limited.
beforeEach(async () => {
  admin = await administrator(server)
})

const { send, toolsNamed } = transferOf(() => ({ server, admin }))

const LIMIT = 50 * 1024 * 1024
const SIGN_IN = 'Sign in to import or export the catalogue'
const NOT_ALLOWED = 'Only administrators and editors may import or export the catalogue'

describe('who may', () => {
  // Every door: role-doors.test.ts.
  test('neither a visitor, nor a member, nor a former administrator', async () => {
    const request = (token?: string) =>
      raw(server, '/transfer/v1/preview?name=a.jsonl', { method: 'POST', body: row('requested') }, token)
    const somebody = await member(server)
    const revoked = await administrator(server)
    await server.sql`delete from private.administrators where user_id = ${revoked.id}`
    const ended = await administrator(server)
    await server.sql`delete from auth.sessions where user_id = ${ended.id}`
    const gone = await signToken(server, { sub: admin.id, exp: Math.floor(Date.now() / 1000) - 60 })
    const forged = await signToken({ jwtSecret: 'x'.repeat(40) }, { sub: admin.id })
    const serviceRole = await signToken(server, { sub: admin.id, role: 'service_role' })
    for (const [token, status, message] of [
      [undefined, 401, SIGN_IN],
      [server.secretKey, 401, SIGN_IN],
      [gone, 401, SIGN_IN],
      [forged, 401, SIGN_IN],
      [serviceRole, 401, SIGN_IN],
      [await signToken(server, { sub: 'nobody' }), 401, SIGN_IN],
      [somebody.accessToken, 403, NOT_ALLOWED],
      [revoked.accessToken, 403, NOT_ALLOWED],
      [ended.accessToken, 401, 'Your session has ended'],
    ] as const) {
      const response = await request(token)
      expect([response.status, (await response.json()).message]).toEqual([status, message])
    }
    expect((await request(admin.accessToken)).status).toBe(200)
  })

  test('is asked again before every batch: the right taken away ends the import, and nothing of it stays', async () => {
    const leaving = await administrator(server)
    const response = await send('import', manyRows('leaving', 5000), { token: leaving.accessToken })
    await server.sql`delete from private.administrators where user_id = ${leaving.id}`
    const last = (await eventsOf(response)).at(-1)
    expect(last).toMatchObject({
      type: 'failed',
      status: 403,
      message: NOT_ALLOWED,
    })
    expect(await toolsNamed('leaving-')).toEqual([])
    expect(last?.counts?.created).toBe(0)
  })
})

test('a refusal before the file was read is an answer all the same', async () => {
  const somebody = await member(server)
  const response = await send('import', Buffer.alloc(20 * 1024 * 1024, '\n'), { token: somebody.accessToken })
  expect(response.status).toBe(403)
})

describe('what cannot be used is refused, and nothing is written', () => {
  test('no workbook', async () => {
    for (const what of ['preview', 'import'] as const) {
      const response = await send(what, 'PK', { name: 'a.xlsx' })
      const { message } = await response.json()
      expect([response.status, message]).toEqual([400, 'a.xlsx is not an Excel workbook (.xlsx)'])
    }
  })

  test('a file of exactly 50 MB is read, one byte more is not', async () => {
    const full = Buffer.alloc(LIMIT, `${' '.repeat(1023)}\n`)
    expect((await eventsOf(await send('preview', full))).at(-1)).toMatchObject({
      type: 'done',
      counts: { rows: 0 },
    })
    const over = Buffer.alloc(LIMIT + 1, '\n')
    expect(await statusOf({ headers: { 'content-length': String(over.length) }, parts: [] })).toBe(413)
    // Without a content length.
    const parts = Array.from({ length: 51 }, () => over.subarray(0, 1024 * 1024))
    expect(await statusOf({ headers: { 'transfer-encoding': 'chunked' }, parts })).toBe(413)
  })

  test('other ways to ask', async () => {
    for (const [method, address, status] of [
      ['GET', '/transfer/v1/import?name=a.jsonl', 405],
      ['PUT', '/transfer/v1/catalogue.csv', 405],
      ['DELETE', '/transfer/v1/catalogue.csv', 405],
      ['GET', '/transfer/v1/catalogue.xlsx', 404],
      ['GET', '/transfer/v1/../../etc/passwd', 404],
      ['GET', '/transfer/v1/', 404],
    ] as const) {
      const response = await raw(server, address, { method }, admin.accessToken)
      expect([method, address, response.status]).toEqual([method, address, status])
    }
  })
})

test('what is asked for too often is refused with the time to wait', async () => {
  const busy = await administrator(server)
  const statuses: number[] = []
  for (let count = 0; count < 61; count++)
    statuses.push((await send('preview', '', { name: 'none', token: busy.accessToken })).status)
  expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true)
  expect(statuses[60]).toBe(429)
})

test('nothing of it was a failure of the server', () => expectNoFailure(server))

test('a process that renders a hosted project says that the catalogue is not its own', async () => {
  const hosted = await startPageless({
    DATABASE_URL: '',
    SUPABASE_URL: 'https://project.supabase.example',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
  })
  try {
    const response = await raw(hosted, '/transfer/v1/catalogue.csv', {}, admin.accessToken)
    expect(response.status).toBe(501)
  } finally {
    await hosted.close()
  }
})

/** The status of a POST whose body is written in chunks until there is a response. */
function statusOf({
  headers,
  parts,
}: {
  headers: Record<string, string>
  parts: Uint8Array[]
}): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${server.url}/transfer/v1/import?name=large-${randomUUID()}.jsonl`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.accessToken}`, ...headers },
    })
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    request.on('error', reject)
    request.flushHeaders()
    for (const part of parts) request.write(part)
  })
}
