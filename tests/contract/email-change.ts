import { followLink, type Person, raw } from '../support/actors.ts'
import type { TestServer } from '../support/test-server.ts'

/** Changing an account's address and following the links, for tests. */

let addresses = 0
export const newAddress = () => `moved-${process.pid}-${++addresses}@example.org`

export const change = (server: TestServer, { accessToken }: Pick<Person, 'accessToken'>, email: string) =>
  raw(server, '/auth/v1/user', { method: 'PUT', body: JSON.stringify({ email }) }, accessToken)

/** Follows the link of the mail number `seen` to this address. */
export const follow = (server: TestServer, address: string, seen = 0) =>
  followLink(server, address, { type: 'email_change', seen })

export const emailOf = async (server: TestServer, { id }: Person) =>
  (await server.sql`select email from auth.users where id = ${id}`)[0]?.email
