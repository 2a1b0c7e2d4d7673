import type { Sql } from 'postgres'
import { findBySession, profileOf, type SignedIn, toUser, type User } from './accounts.ts'
import { requestEmailChange } from './email-change.ts'
import { AuthError, invalid } from './errors.ts'
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts'
import { queueMail } from './queued-mails.ts'
import { addressOf, type Body, namesOf, textOf } from './request-body.ts'
import { endSessions, type LiveSession, sessionNotFound } from './sessions.ts'
import { requireMayMoveTo } from './sign-up.ts'

/** A session this young may set a password without the present one. */
const FRESH_MINUTES = 15

/** PUT /user: a new password or address, and the names of the profile. Everything else of the body is ignored. */
export async function changeUser(
  { sql, jwtSecret }: { sql: Sql; jwtSecret: string },
  { account, sessionId }: LiveSession,
  body: Body,
): Promise<User> {
  if (body.phone !== undefined && body.phone !== null)
    throw new AuthError(422, 'phone_provider_disabled', 'An account has no phone number')
  const names = namesOf(body)
  // An empty one is refused as too short; only an absent one or null changes nothing.
  const { password } = body
  const email = typeof body.email === 'string' ? addressOf(body) : undefined
  // Each has limits of its own.
  if (email && typeof password === 'string')
    throw invalid('Change the email address and the password one after the other')
  if (email && email !== account.email) await requireMayMoveTo(sql, email)
  const passwordHash =
    typeof password === 'string'
      ? await hashNewPassword(account, password, textOf(body, 'current_password'))
      : undefined
  return sql.begin(async (transaction) => {
    // Hashing takes a while: a session ended meanwhile, for example by a password reset, must change nothing.
    await transaction`select from auth.users where id = ${account.id} for no key update`
    const [living] =
      await transaction`select from auth.sessions where id = ${sessionId} and user_id = ${account.id}`
    if (!living) throw sessionNotFound()
    if (Object.keys(names).length > 0)
      await transaction`
        update public.profiles p set full_name = person.full_name, username = person.username
        from auth.users u
        cross join lateral private.read_sign_up(${profileOf(transaction)} || ${JSON.stringify(names)}::text::jsonb) person
        where p.id = u.id and u.id = ${account.id}`
    if (passwordHash) {
      await transaction`
        update auth.users
        set encrypted_password = ${passwordHash}, recovery_token = '', recovery_sent_at = null, updated_at = now()
        where id = ${account.id}`
      // As in GoTrue, a new password ends all other sessions.
      await endSessions(transaction, account.id, sessionId, 'others')
      // A recovery link sets one password: later ones need the present one.
      await transaction`
        update auth.mfa_amr_claims set authentication_method = 'password' where session_id = ${sessionId}`
      await queueMail(transaction, {
        kind: 'password_changed',
        to: account.email,
        language: account.language,
      })
    }
    if (email !== undefined) await requestEmailChange(transaction, jwtSecret, account, email)
    return toUser((await findBySession(transaction, sessionId)) ?? account)
  })
}

async function hashNewPassword(
  account: SignedIn,
  password: string,
  current: string | undefined,
): Promise<string> {
  checkNewPassword(password)
  if (current !== undefined) {
    if (!(await isPassword(current, account.passwordHash)))
      throw new AuthError(400, 'current_password_invalid', 'The current password is not correct.')
  } else if (account.method !== 'recovery' && !isFresh(account))
    throw new AuthError(
      400,
      'current_password_required',
      'Enter your current password to set a new one, or sign in again.',
    )
  if (await isPassword(password, account.passwordHash))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  return hashPassword(password)
}

const isFresh = ({ signedInAt }: SignedIn): boolean =>
  Date.now() - signedInAt.getTime() < FRESH_MINUTES * 60_000
