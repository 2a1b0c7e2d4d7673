import { randomUUID } from 'node:crypto'
import type { ISql, Sql } from 'postgres'
import { findByAddress, type LinkOwner, toPendingUser, type User } from './accounts.ts'
import { AuthError } from './errors.ts'
import type { Mail } from './mail-templates.ts'
import { checkNewPassword, hashForAddress } from './passwords.ts'
import { queueMail } from './queued-mails.ts'
import { addressOf, type Body, namesOf, pageLanguage, textOf } from './request-body.ts'
import { deriveSecret, EMAIL_PROVIDER, hashSecret } from './secrets.ts'

/**
 * Sign-up, until the address is verified. A sign-up is only a row of auth.pending_sign_ups, whether or not the address
 * has an account, so that the response does not depend on it; only the mail does (docs/decisions/045).
 */

interface SignUpDependencies {
  sql: Sql
  jwtSecret: string
  /** Of the site. */
  languages: readonly string[]
}

/** Days after which a sign-up without a valid link is deleted. */
const KEPT_DAYS = 7

/**
 * Throws unless the site's policy lets this address sign up. Independent of whether it has an account: the response
 * reveals the policy and the invitation only (docs/decisions/112).
 */
async function requireMaySignUp(sql: ISql, email: string, status: 403 | 422): Promise<void> {
  const [policy] = await sql<{ allowed: boolean; sign_up: string }[]>`
    select private.may_sign_up(${email}) as allowed, sign_up from public.get_site_settings()`
  if (policy?.allowed) return
  const message =
    policy?.sign_up === 'invited'
      ? 'Sign-up is by invitation. Use the address that was invited.'
      : 'Sign-up is closed.'
  throw new AuthError(status, 'signup_disabled', message)
}

/**
 * A site for invited addresses stays one: members may only change to an address that could sign up. While sign-up is
 * closed they may change to any.
 */
export async function requireMayMoveTo(sql: ISql, email: string): Promise<void> {
  const [policy] = await sql<{ refused: boolean }[]>`
    select sign_up = 'invited' and not private.may_sign_up(${email}) as refused from public.get_site_settings()`
  if (policy?.refused)
    throw new AuthError(
      422,
      'email_address_not_authorized',
      'This address is not invited. Ask an administrator to invite it first.',
    )
}

/** Stores the sign-up, asks for its mail, and responds as for an account that waits to be verified. */
export async function signUp(
  { sql, jwtSecret, languages }: SignUpDependencies,
  body: Body,
  nextPath: string | undefined,
): Promise<User> {
  if (!textOf(body, 'email'))
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const email = addressOf(body)
  await requireMaySignUp(sql, email, 422)
  const password = textOf(body, 'password')
  if (!password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
  checkNewPassword(password)
  const id = randomUUID()
  const language = pageLanguage(body, languages) ?? null
  // What is refused is not hashed: hashing is slow on purpose.
  const person = await claimNames(sql, id, email, namesOf(body))
  const hash = await hashForAddress(password, email, jwtSecret)
  const createdAt = await sql.begin(async (transaction) => {
    await claimNames(transaction, id, email, namesOf(body))
    const [kept] = await transaction<{ createdAt: Date }[]>`
      insert into auth.pending_sign_ups
        (id, email, encrypted_password, full_name, username, token_hash, next_path, language)
      values (${id}, ${email}, ${hash}, ${person.fullName}, ${person.username},
        ${hashSecret(linkTokenOf(id, jwtSecret))}, ${nextPath ?? null}, ${language})
      returning created_at as "createdAt"`
    await queueMail(transaction, { ask: 'sign_up', to: email, id })
    return kept?.createdAt ?? new Date()
  })
  const { fullName, username } = person
  return toPendingUser({ id, email, metadata: { full_name: fullName, username }, createdAt })
}

/** The names as they will be stored. Throws if they are not valid, or the username belongs to another address. */
async function claimNames(
  sql: ISql,
  id: string,
  email: string,
  names: ReturnType<typeof namesOf>,
): Promise<{ fullName: string; username: string }> {
  const [person] = await sql<{ fullName: string; username: string }[]>`
    select n.full_name as "fullName", n.username, private.claim_username(n.username, ${id}, ${email})::text as claimed
    from private.read_sign_up(${JSON.stringify(names)}::text::jsonb) n`
  if (!person) throw new Error('read_sign_up returns a row or raises')
  return person
}

/**
 * The mail of a pending sign-up, whose link is extended by a day: that of this id, or, asked for again, the one mailed
 * longest ago of the address, so that a stranger's cannot keep the owner's from being mailed. The link stays the same, so
 * earlier mails remain valid. If the address has an account, the mail says how to sign in instead.
 */
export async function makeSignUpMail(
  { sql, jwtSecret }: Pick<SignUpDependencies, 'sql' | 'jwtSecret'>,
  to: string,
  id?: string,
): Promise<Mail | undefined> {
  const [pending] = await sql<
    { id: string; username: string; next: string | null; language: string | null }[]
  >`
    update auth.pending_sign_ups set sent_at = clock_timestamp()
    where id = coalesce(${id ?? null}::uuid, (
      select id from auth.pending_sign_ups
      where email = ${to} and created_at > now() - make_interval(days => ${KEPT_DAYS})
        and private.may_sign_up(email)
      order by sent_at, id limit 1 for update))
    returning id, username, next_path as "next", language`
  if (!pending) return undefined
  const account = await findByAddress(sql, to)
  if (account) return { kind: 'existing_account', to, language: account.language }
  const { username, language } = pending
  const tokenHash = linkTokenOf(pending.id, jwtSecret)
  return { kind: 'signup', to, language, tokenHash, username, next: pending.next ?? undefined }
}

/** Whether an unverified sign-up with this address and password exists. */
export async function isWaiting(
  { sql, jwtSecret }: Pick<SignUpDependencies, 'sql' | 'jwtSecret'>,
  email: string,
  password: string,
): Promise<boolean> {
  const hash = await hashForAddress(password, email, jwtSecret)
  const [found] = await sql`
    select from auth.pending_sign_ups where email = ${email} and encrypted_password = ${hash} limit 1`
  return found !== undefined
}

/**
 * Turns the sign-up of a mailed link into an account, with the id already sent to the client and its own password.
 * Other sign-ups of the address stay until they expire: deleting them would change the response to signing in with
 * their passwords, and reveal that the address now has an account. Their links create no account meanwhile.
 *
 * Mails of sign-ups with the same address and username look alike. If their passwords differ, the link does not show
 * which of them the owner of the mailbox chose, so the account gets none: the owner, whom the link signs in, sets it.
 *
 * Returns undefined when the link is invalid or the address has an account; the caller must then roll back. Throws if
 * the policy no longer lets the address sign up.
 */
export async function verifySignUp(transaction: ISql, token: string): Promise<LinkOwner | undefined> {
  const [pending] = await transaction<{ id: string; email: string; isContested: boolean }[]>`
    select s.id, s.email, exists (
      select from auth.pending_sign_ups other
      where other.email = s.email and lower(other.username) = lower(s.username)
        and other.encrypted_password <> s.encrypted_password) as "isContested"
    from auth.pending_sign_ups s
    where s.token_hash = ${hashSecret(token)} and s.sent_at > now() - interval '1 day' for update of s`
  if (!pending) return undefined
  await requireMaySignUp(transaction, pending.email, 403)
  const [account] = await transaction<LinkOwner[]>`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_sent_at,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select id, 'authenticated', 'authenticated', email,
      case when not ${pending.isContested} then encrypted_password end, now(), sent_at,
      ${JSON.stringify(EMAIL_PROVIDER)}::text::jsonb, jsonb_strip_nulls(jsonb_build_object(
        'full_name', full_name, 'username', username, 'language', language)),
      created_at, now()
    from auth.pending_sign_ups where id = ${pending.id}
    on conflict (email) where is_sso_user = false do nothing
    returning id, encrypted_password as "passwordHash"`
  // A contested one stays like the others.
  if (account && !pending.isContested)
    await transaction`delete from auth.pending_sign_ups where id = ${pending.id}`
  return account
}

/** Deletes sign-ups that were never verified. */
export const forgetSignUps = (sql: Sql): Promise<unknown> =>
  sql`delete from auth.pending_sign_ups where created_at < now() - make_interval(days => ${KEPT_DAYS})`

/** The mail of an invitation, unless it was revoked, sign-up is closed, or its address has an account. */
export async function makeInvitation(sql: Sql, to: string, id: string): Promise<Mail | undefined> {
  const due = await sql`
    select from public.sign_up_invitations i
    where i.id = ${id} and i.mailed_at is null and private.setting('sign_up') <> 'closed' and not exists (
      select from auth.users a
      where a.email = i.address and not a.is_sso_user and a.email_confirmed_at is not null)`
  return due.length > 0 ? { kind: 'invite', to } : undefined
}

export const noteInvited = (sql: Sql, id: string): Promise<unknown> =>
  sql`update public.sign_up_invitations set mailed_at = now() where id = ${id}`

const linkTokenOf = (id: string, jwtSecret: string): string => deriveSecret(jwtSecret, 'sign-up link', id)
