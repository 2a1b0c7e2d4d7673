import type { ISql } from 'postgres'
import { EMAIL_PROVIDER } from './secrets.ts'

/** An account: a row of auth.users. */
export interface Account {
  id: string
  email: string
  /** The address it is to change to; null when none is pending. */
  newEmail: string | null
  newEmailSentAt: Date | null
  passwordHash: string | null
  /** The language it signed up in, null for those made before there were several. */
  language: string | null
  /** The fields of the profile, which no copy can contradict: not `raw_user_meta_data`, which is what sign-up was given. */
  metadata: Record<string, unknown>
  isBanned: boolean
  confirmedAt: Date | null
  recoverySentAt: Date | null
  lastSignInAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** An account as a link of it leaves it, for beginning a session. */
export type LinkOwner = Pick<Account, 'id' | 'passwordHash'>

/** GoTrue's `User`: what /auth/v1 returns to members about their account. */
export interface User {
  id: string
  email: string
  user_metadata: Record<string, unknown>
  [name: string]: unknown
}

/** An account with how and when the session began. */
export type SignedIn = Account & { method: string; signedInAt: Date }

const columns = (sql: ISql) => sql`
  u.id, u.email, u.encrypted_password as "passwordHash", ${accountLanguage(sql)}, ${profileOf(sql)} as metadata,
  coalesce(u.banned_until > now(), false) as "isBanned", u.email_confirmed_at as "confirmedAt",
  u.recovery_sent_at as "recoverySentAt", u.last_sign_in_at as "lastSignInAt", u.created_at as "createdAt",
  u.updated_at as "updatedAt", u.email_change_sent_at as "newEmailSentAt",
  case when u.email_change_sent_at > now() - interval '1 day' then nullif(u.email_change, '') end as "newEmail"`

/** The language that the account `u` is mailed in. */
export const accountLanguage = (sql: ISql) => sql`u.raw_user_meta_data ->> 'language' as language`

/** The metadata of the account `u`, as clients see it. */
export const profileOf = (sql: ISql) => sql`
  coalesce(
    (select jsonb_build_object('full_name', p.full_name, 'username', p.username) from public.profiles p where p.id = u.id),
    '{}')`

/** The verified account of an address, in lower case. */
export async function findByAddress(sql: ISql, email: string): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`
    select ${columns(sql)} from auth.users u
    where u.email = ${email} and not u.is_sso_user and u.email_confirmed_at is not null`
  return account
}

/** The account of a live session, with the method of signing in. */
export async function findBySession(sql: ISql, sessionId: string): Promise<SignedIn | undefined> {
  const [account] = await sql<SignedIn[]>`
    select ${columns(sql)}, coalesce(m.authentication_method, 'password') as method, s.created_at as "signedInAt"
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join auth.mfa_amr_claims m on m.session_id = s.id
    where s.id = ${sessionId} and (s.not_after is null or s.not_after > now())`
  return account
}

/** The reason a suspended member was given. */
export async function findSuspensionReason(sql: ISql, accountId: string): Promise<string | undefined> {
  const [row] = await sql<{ reason: string }[]>`
    select reason from private.suspensions where user_id = ${accountId} and lifted_at is null`
  return row?.reason
}

/** `has_password: false`, which GoTrue does not know: the person has to set one, see verifySignUp. */
export function toUser(account: Account): User {
  return {
    ...describe(account),
    ...(account.passwordHash === null && { app_metadata: { ...EMAIL_PROVIDER, has_password: false } }),
    email_confirmed_at: account.confirmedAt,
    confirmed_at: account.confirmedAt,
    ...(account.recoverySentAt && { recovery_sent_at: account.recoverySentAt }),
    ...(account.newEmail && { new_email: account.newEmail, email_change_sent_at: account.newEmailSentAt }),
    last_sign_in_at: account.lastSignInAt,
  }
}

/** The response to every sign-up: an account that waits to be verified. */
export function toPendingUser(signUp: Pick<Account, 'id' | 'email' | 'metadata' | 'createdAt'>): User {
  return { ...describe({ ...signUp, updatedAt: signUp.createdAt }), confirmation_sent_at: signUp.createdAt }
}

function describe(account: Pick<Account, 'id' | 'email' | 'metadata' | 'createdAt' | 'updatedAt'>): User {
  const { id, email, metadata, createdAt, updatedAt } = account
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: EMAIL_PROVIDER,
    user_metadata: metadata,
    identities: [
      {
        identity_id: id,
        id,
        user_id: id,
        identity_data: { ...metadata, email, sub: id },
        provider: 'email',
        created_at: createdAt,
        updated_at: createdAt,
        email,
      },
    ],
    created_at: createdAt,
    updated_at: updatedAt,
    is_anonymous: false,
  }
}
