import { randomBytes, randomUUID } from 'node:crypto'
import type { ISql, Sql } from 'postgres'
import { findBySession, type LinkOwner, type SignedIn, toUser, type User } from './accounts.ts'
import { AuthError, invalidCredentials } from './errors.ts'
import {
  ACCESS_TOKEN_SECONDS,
  deriveSecret,
  hashSecret,
  readAccessToken,
  type Signing,
  signAccessToken,
} from './secrets.ts'

/** How a person signed in, as in the token's `amr`. */
type Method = 'password' | 'otp' | 'recovery'

/** What a client stores: GoTrue's `Session`. */
export interface Session {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: User
}

/** For this long a used refresh token is answered with its successor, because tabs of one browser may race for it. */
const RACE_SECONDS = 10

/**
 * Begins a session. `passwordHash` is the hash the password was compared with: if it has been replaced meanwhile, the
 * sign-in is refused. Raises PT403 for a suspended person (a trigger of the sessions table).
 */
export async function beginSession(
  sql: ISql,
  signing: Signing,
  { id, passwordHash, method, browser }: LinkOwner & { method: Method; browser: string | undefined },
): Promise<Session> {
  const sessionId = randomUUID()
  const refreshToken = randomBytes(32).toString('base64url')
  const begun = await sql`
    with account as (
      select id from auth.users
      where id = ${id} and encrypted_password is not distinct from ${passwordHash} for no key update
    ), session as (
      insert into auth.sessions (id, user_id, aal, user_agent)
      select ${sessionId}, id, 'aal1', ${browser ?? null} from account returning id, user_id
    ), method as (
      insert into auth.mfa_amr_claims (session_id, authentication_method) select id, ${method} from session
    ), token as (
      insert into auth.refresh_tokens (token, user_id, session_id)
      select ${hashSecret(refreshToken)}, user_id, id from session
    )
    update auth.users set last_sign_in_at = now(), updated_at = now() where id in (select user_id from session)`
  if (begun.count === 0) throw invalidCredentials()
  return toSession(sql, signing, sessionId, refreshToken)
}

/** Spends a refresh token. One statement decides which of several concurrent requests gets the successor. */
export async function refreshSession(sql: Sql, signing: Signing, token: string): Promise<Session> {
  const successor = deriveSecret(signing.jwtSecret, 'successor', token)
  // Locks the session first, as signing out does, so that the two cannot deadlock.
  const [used] = await sql<{ sessionId: string }[]>`
    with session as (
      select s.id, s.user_id from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
      where t.token = ${hashSecret(token)} for no key update of s
    ), used as (
      update auth.refresh_tokens t set revoked = true, updated_at = now() from session
      where t.token = ${hashSecret(token)} and not t.revoked
      returning t.session_id
    ), next as (
      insert into auth.refresh_tokens (token, parent, user_id, session_id)
      select ${hashSecret(successor)}, ${hashSecret(token)}, s.user_id, s.id
      from session s join used on used.session_id = s.id
    )
    update auth.sessions s set refreshed_at = now() at time zone 'utc', updated_at = now()
    from used where s.id = used.session_id returning s.id as "sessionId"`
  if (used) return toSession(sql, signing, used.sessionId, successor)
  return refreshUsed(sql, signing, token)
}

/** The token was used before: by another tab a moment ago, or by somebody who should not have it. */
async function refreshUsed(sql: Sql, signing: Signing, token: string): Promise<Session> {
  const [known] = await sql<{ sessionId: string; isRace: boolean }[]>`
    select session_id as "sessionId", updated_at > now() - make_interval(secs => ${RACE_SECONDS}) as "isRace"
    from auth.refresh_tokens where token = ${hashSecret(token)}`
  if (!known) throw refreshTokenNotFound()
  if (known.isRace) {
    const living = await findLivingSuccessor(sql, signing, token)
    if (living) return toSession(sql, signing, known.sessionId, living)
  }
  await sql`delete from auth.sessions where id = ${known.sessionId}`
  throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
}

async function findLivingSuccessor(sql: Sql, signing: Signing, token: string): Promise<string | undefined> {
  const successor = deriveSecret(signing.jwtSecret, 'successor', token)
  const [row] = await sql<{ revoked: boolean }[]>`
    select revoked from auth.refresh_tokens where token = ${hashSecret(successor)}`
  if (!row?.revoked) return row && successor
  return findLivingSuccessor(sql, signing, successor)
}

export interface LiveSession {
  account: SignedIn
  sessionId: string
}

/** The account and session of an access token. Throws if the token is invalid or its session has ended. */
export async function requireSession(sql: ISql, signing: Signing, request: Request): Promise<LiveSession> {
  const token = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token?.includes('.'))
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const { accountId, sessionId } = await readAccessToken(token, signing)
  const account = await findBySession(sql, sessionId)
  if (account?.id !== accountId || account.isBanned) throw sessionNotFound()
  return { account, sessionId }
}

export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

/** Which sessions of the account to end. */
export type Scope = 'global' | 'local' | 'others'

export async function endSessions(
  sql: ISql,
  accountId: string,
  sessionId: string,
  scope: Scope,
): Promise<void> {
  if (scope === 'local') await sql`delete from auth.sessions where id = ${sessionId}`
  else
    await sql`delete from auth.sessions where user_id = ${accountId} and (${scope === 'global'} or id <> ${sessionId})`
}

/**
 * Deletes sessions that ended by age or were not refreshed for a year, and spent refresh tokens of the others. A spent token
 * this old is refused as unknown; until then its use ends the session.
 */
export async function forgetSessions(sql: Sql): Promise<void> {
  await sql`
    delete from auth.sessions where not_after < now()
      or coalesce(refreshed_at at time zone 'utc', created_at) < now() - interval '1 year'`
  await sql`delete from auth.refresh_tokens where revoked and updated_at < now() - interval '30 days'`
}

async function toSession(
  sql: ISql,
  signing: Signing,
  sessionId: string,
  refreshToken: string,
): Promise<Session> {
  const account = await findBySession(sql, sessionId)
  // The session ended between the two statements.
  if (!account) throw refreshTokenNotFound()
  const { token, expiresAt } = await signAccessToken(
    {
      sub: account.id,
      session_id: sessionId,
      email: account.email,
      user_metadata: account.metadata,
      amr: [{ method: account.method, timestamp: Math.floor(account.signedInAt.getTime() / 1000) }],
    },
    signing,
  )
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: toUser(account),
  }
}

const refreshTokenNotFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
