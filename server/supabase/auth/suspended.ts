import type { Sql } from 'postgres'
import { findByAddress } from './accounts.ts'
import { AuthError, invalidCredentials } from './errors.ts'
import { isPassword } from './passwords.ts'
import { type Body, textOf } from './request-body.ts'

/**
 * What is left to a suspended member: their data, and deleting the account. No session and no token: each call carries
 * address and password, so nothing in the database opens for a suspended person (docs/decisions/025).
 */

/** The same document as export_my_data(). */
export async function exportSuspended(sql: Sql, body: Body): Promise<unknown> {
  const id = await requireSuspended(sql, body)
  const [row] = await sql<{ document: unknown }[]>`select private.export_member(${id}) as document`
  return row?.document
}

/** As delete_my_account(). */
export async function deleteSuspended(sql: Sql, body: Body): Promise<void> {
  const id = await requireSuspended(sql, body)
  await sql`select private.delete_member(${id}, ${textOf(body, 'confirm_username') ?? null})`
}

async function requireSuspended(sql: Sql, body: Body): Promise<string> {
  const email = textOf(body, 'email')?.toLowerCase() ?? ''
  const account = await findByAddress(sql, email)
  if (!(await isPassword(textOf(body, 'password') ?? '', account?.passwordHash)) || !account)
    throw invalidCredentials()
  if (!account.isBanned)
    throw new AuthError(400, 'not_suspended', 'This account is not suspended. Sign in instead.')
  return account.id
}
