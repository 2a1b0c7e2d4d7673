import type { Client } from '../support/actors.ts'
import type { TestServer } from '../support/test-server.ts'

/** Granting and revoking as on the People page, for tests. */

type Someone = { id: string }

export const isAdmin = async ({ sql }: TestServer, { id }: Someone) =>
  (await sql`select from private.administrators where user_id = ${id}`).length === 1
export const grant = (client: Client, { id }: Someone) => client.rpc('grant_administrator', { member_id: id })
export const revoke = (client: Client, { id }: Someone) =>
  client.rpc('revoke_administrator', { member_id: id })
