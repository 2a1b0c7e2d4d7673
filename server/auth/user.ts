import type { Sql } from 'postgres'
import { type Account, toUser, type User } from './accounts.ts'
import { AuthError } from './errors.ts'
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts'
import { type Body, metadataOf } from './request-body.ts'
import { endSessions, sessionNotFound } from './sessions.ts'

/** PUT /user: a new password and profile data. Everything else of the body is ignored. */
export async function changeUser(
  sql: Sql,
  { account, sessionId }: { account: Account; sessionId: string },
  body: Body,
): Promise<User> {
  if (body.email !== undefined || body.phone !== undefined)
    throw new AuthError(
      422,
      'email_address_not_authorized',
      'The email address of an account cannot be changed',
    )
  // An empty one is refused as too short; only an absent one or null changes nothing.
  const { password } = body
  const passwordHash = typeof password === 'string' ? await hashNewPassword(account, password) : undefined
  const metadata = metadataOf(body)
  return sql.begin(async (transaction) => {
    // Hashing takes a while: a session ended meanwhile, for example by a password reset, must change nothing.
    await transaction`select from auth.users where id = ${account.id} for no key update`
    const [living] =
      await transaction`select from auth.sessions where id = ${sessionId} and user_id = ${account.id}`
    if (!living) throw sessionNotFound()
    if (Object.keys(metadata).length > 0)
      await transaction`
        with person as (
          select jsonb_build_object('full_name', full_name, 'username', username) as metadata
          from private.read_sign_up(${JSON.stringify({ ...account.metadata, ...metadata })}::text::jsonb)
        )
        update auth.users u set raw_user_meta_data = person.metadata, updated_at = now()
        from person where u.id = ${account.id}`
    if (passwordHash) {
      await transaction`
        update auth.users
        set encrypted_password = ${passwordHash}, recovery_token = '', recovery_sent_at = null, updated_at = now()
        where id = ${account.id}`
      // As in GoTrue, a new password ends all other sessions.
      await endSessions(transaction, account.id, sessionId, 'others')
    }
    const [changed] = await transaction<{ metadata: Record<string, unknown>; updatedAt: Date }[]>`
      select raw_user_meta_data as metadata, updated_at as "updatedAt" from auth.users where id = ${account.id}`
    return toUser({ ...account, ...changed })
  })
}

async function hashNewPassword(account: Account, password: string): Promise<string> {
  checkNewPassword(password)
  if (await isPassword(password, account.passwordHash))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  return hashPassword(password)
}
