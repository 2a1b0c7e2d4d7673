import type { ISql, Sql } from 'postgres'
import { accountLanguage, findByAddress, findSuspensionReason, type LinkOwner } from './accounts.ts'
import { confirmEmailChange, takeEmailBack } from './email-change.ts'
import { AuthError, invalid, invalidCredentials, linkExpired, userBanned } from './errors.ts'
import { spendLink } from './links.ts'
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts'
import { queueMail } from './queued-mails.ts'
import { type Body, textOf } from './request-body.ts'
import type { Signing } from './secrets.ts'
import { beginSession, type Session } from './sessions.ts'
import { isWaiting, verifySignUp } from './sign-up.ts'

/** Signing in by password or by a mailed link. */

/**
 * Compares the password with the account and then with the pending sign-ups of the address: two hashes for every
 * refused address, known or not.
 */
export async function signInWithPassword(
  sql: Sql,
  signing: Signing,
  body: Body,
  browser: string | undefined,
): Promise<Session> {
  const email = textOf(body, 'email')?.toLowerCase()
  const password = textOf(body, 'password')
  if (!email || !password) throw invalid('Sign in with an email address and a password')
  const account = await findByAddress(sql, email)
  if ((await isPassword(password, account?.passwordHash)) && account) {
    // Revealed only to somebody who knows the password.
    if (account.isBanned) throw userBanned(400, await describeSuspension(sql, account.id))
    const { id, passwordHash } = account
    return beginSession(sql, signing, { id, passwordHash, method: 'password', browser })
  }
  if (await isWaiting({ sql, jwtSecret: signing.jwtSecret }, email, password))
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  throw invalidCredentials()
}

async function describeSuspension(sql: Sql, accountId: string): Promise<string> {
  const reason = await findSuspensionReason(sql, accountId)
  return reason ? `Your account is suspended. Reason: ${reason}` : 'Your account is suspended.'
}

/** The types of mailed links, as clients name them. */
const SIGN_UP_LINKS = ['signup', 'email']
const ACCOUNT_LINKS = ['recovery', 'magiclink', 'email']
const LINK_TYPES = [...SIGN_UP_LINKS, ...ACCOUNT_LINKS, 'invite', 'email_change', 'sms', 'phone_change']

/** The answer to the first link of a change of address, as GoTrue words it. */
interface HalfConfirmed {
  msg: string
  code: string
}
const HALF_CONFIRMED: HalfConfirmed = {
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  code: '200',
}

/**
 * Redeems a mailed link for a session, in the transaction that begins the session. `token` without an address is a
 * link's token too (GET /verify spells it so); codes to type are never mailed, so they are never valid.
 */
export async function signInWithLink(
  sql: Sql,
  signing: Signing,
  { type, token }: { type: string | undefined; token: string | undefined },
  browser: string | undefined,
): Promise<Session | HalfConfirmed> {
  if (!type || !LINK_TYPES.includes(type)) throw invalid('Verify requires a verification type')
  if (!token) throw invalid('Verify requires a token or a token hash')
  const session = await sql.begin(async (transaction) => {
    const owner = await redeem(transaction, signing.jwtSecret, type, token)
    const method = type === 'recovery' ? 'recovery' : 'otp'
    return owner && beginSession(transaction, signing, { ...owner, method, browser })
  })
  return session ?? HALF_CONFIRMED
}

/**
 * Sets a new password with a recovery link, ends every session and forgets known places, in one transaction: not part
 * of GoTrue, for the form without scripts, which has no session in between. A password that is not allowed, or a busy
 * server, leaves the link as it is.
 */
export async function resetWithLink(
  { sql, jwtSecret }: { sql: Sql; jwtSecret: string },
  token: string,
  password: string,
): Promise<void> {
  checkNewPassword(password)
  const passwordHash = await hashPassword(password)
  await sql.begin(async (transaction) => {
    const owner = await redeem(transaction, jwtSecret, 'recovery', token)
    if (!owner) throw linkExpired()
    const { id } = owner
    await transaction`delete from auth.sessions where user_id = ${id}`
    await transaction`delete from private.known_places where user_id = ${id}`
    const [account] = await transaction<{ email: string; language: string | null }[]>`
      update auth.users u set encrypted_password = ${passwordHash}, updated_at = now()
      where id = ${id} and not coalesce(banned_until > now(), false)
      returning email, ${accountLanguage(transaction)}`
    if (!account) throw userBanned(403)
    await queueMail(transaction, { kind: 'password_changed', to: account.email, language: account.language })
  })
}

/**
 * The owner, or undefined when the link alone lets nobody in. A link of the type `email` may be of either kind; taking a
 * change of address back ends like a recovery.
 */
async function redeem(
  transaction: ISql,
  jwtSecret: string,
  type: string,
  token: string,
): Promise<LinkOwner | undefined> {
  const owner =
    (SIGN_UP_LINKS.includes(type) && (await verifySignUp(transaction, token))) ||
    (ACCOUNT_LINKS.includes(type) && (await spendLink(transaction, token)))
  if (owner) return owner
  const changed =
    (type === 'recovery' && (await takeEmailBack(transaction, token))) ||
    (type === 'email_change' && (await confirmEmailChange(transaction, jwtSecret, token)))
  if (changed) return changed.owner
  throw linkExpired()
}
