import { describe, expect, test } from 'vitest'
import { member, post, raw, signToken } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/** Attempts to get more rights than granted. */

const server = await testServer()
const other = await member(server)

describe('a hostile client', () => {
  test('does not become administrator by its own metadata', async () => {
    const person = await member(server)
    const body = JSON.stringify({ data: { is_admin: true, role: 'service_role' } })
    expect((await raw(server, '/auth/v1/user', { method: 'PUT', body }, person.accessToken)).status).toBe(200)
    expect((await person.client.rpc('is_admin')).data).toBe(false)
    const token = await signToken(server, { sub: other.id, user_metadata: { is_admin: true } })
    const response = await post(server, '/rest/v1/rpc/is_admin', {}, token)
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
