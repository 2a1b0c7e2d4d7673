import { expect } from 'vitest'
import { type Person, post } from '../support/actors.ts'
import type { TestServer } from '../support/test-server.ts'

/** Suspending and signing in, for tests. */

interface Tokens {
  access_token: string
  refresh_token: string
}

export const signIn = (server: TestServer, { email }: Person, password: string) =>
  post(server, '/auth/v1/token?grant_type=password', { email, password })
export const suspend = (
  admin: Person,
  { id }: Person,
  hide_upvotes = false,
  reason = 'It was all advertisements.',
) => admin.client.rpc('suspend_member', { member_id: id, reason, hide_upvotes })
export const lift = (admin: Person, { id }: Person) => admin.client.rpc('lift_suspension', { member_id: id })

/** The session of a successful sign-in. */
export async function open(server: TestServer, person: Person): Promise<Tokens> {
  const response = await signIn(server, person, person.password)
  expect(response.status).toBe(200)
  return response.json()
}
