import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw, signToken } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Attempts to get more rights than granted. */

let server: TestServer
let admin: Person
let other: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, other] = await Promise.all([administrator(server), member(server)])
})
afterAll(() => server?.close())

describe('a hostile client', () => {
  const forgeries: [string, () => Promise<string>][] = [
    ['signed with another secret', () => signToken({ jwtSecret: 'another' }, { sub: admin.id })],
    [
      'that names service_role, signed with another secret',
      () => signToken({ jwtSecret: 'x' }, { role: 'service_role' }),
    ],
    [
      'without a signature',
      async () =>
        `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ sub: admin.id, role: 'authenticated' })}.`,
    ],
    ['that has expired', () => signToken(server, { sub: admin.id, exp: 1 })],
    ['that is none', async () => 'garbage'],
    [
      'that names another way of signing',
      async () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ sub: admin.id })}.c2lnbmVk`,
    ],
  ]
  test.each(forgeries)('is refused with a token %s', async (_, forge) => {
    const body = JSON.stringify({ name: 'Forged', slug: 'forged' })
    const response = await raw(server, '/rest/v1/categories', { method: 'POST', body }, await forge())
    expect(response.status).toBe(401)
    expect((await raw(server, '/rest/v1/tools?select=id', {}, await forge())).status).toBe(401)
    expect(await server.sql`select from public.categories where slug = 'forged'`).toHaveLength(0)
  })

  test('does not become administrator by its own metadata', async () => {
    const person = await member(server)
    const body = JSON.stringify({ data: { is_admin: true, role: 'service_role' } })
    expect((await raw(server, '/auth/v1/user', { method: 'PUT', body }, person.accessToken)).status).toBe(200)
    expect((await person.client.rpc('is_admin')).data).toBe(false)
    const token = await signToken(server, { sub: other.id, user_metadata: { is_admin: true } })
    const response = await raw(server, '/rest/v1/rpc/is_admin', { method: 'POST', body: '{}' }, token)
    expect(await response.json()).toBe(false)
  })

  test.each(['private', 'auth', 'extensions', 'pg_catalog'])(
    'reaches nothing in schema %s',
    async (schema) => {
      for (const path of ['administrators', 'users', 'pg_proc', 'rpc/grant_admin', 'rpc/set_admin_emails']) {
        const headers = { 'accept-profile': schema, 'content-profile': schema }
        const read = await raw(server, `/rest/v1/${path}`, { headers }, other.accessToken)
        expect(read.status).toBe(406)
        const init = { method: 'POST', body: '{}', headers }
        expect((await raw(server, `/rest/v1/${path}`, init, other.accessToken)).status).toBe(406)
      }
    },
  )
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
