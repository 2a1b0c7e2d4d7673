import { randomBytes } from 'node:crypto'
import type { Fragment, ISql, Sql } from 'postgres'
import { asDatabaseError } from '../../host/database/errors.ts'
import { type Account, accountLanguage, findByAddress, type LinkOwner } from './accounts.ts'
import { AuthError, linkExpired, userBanned } from './errors.ts'
import type { Mail } from './mail-templates.ts'
import { type Derivation, queueMail } from './queued-mails.ts'
import { deriveSecret, hashSecret } from './secrets.ts'

/**
 * Change of an account's address. A link goes to the present address and one to the new; the change is made when both
 * were followed. Then the former address is told, and its owner can take the change back (docs/decisions/045).
 */

const VALID_DAYS = 1
const TAKE_BACK_DAYS = 7
const UNIQUE_VIOLATION = '23505'

/** Columns of auth.users without a pending change. */
const nothingPending = (sql: ISql): Fragment => sql`
  email_change = '', email_change_token_current = '', email_change_token_new = '',
  email_change_confirm_status = 0, email_change_sent_at = null`

/** Links mailed to an address the account no longer has must not let anybody in. */
const noMailedLink = (sql: ISql): Fragment => sql`recovery_token = '', recovery_sent_at = null`

const usernameOf = (sql: ISql): Fragment =>
  sql`(select p.username::text from public.profiles p where p.id = u.id) as username`

/** Stores the request in place of an earlier one, and asks for its mails. The account's own address only withdraws that. */
export async function requestEmailChange(
  transaction: ISql,
  jwtSecret: string,
  { id, email: from }: Pick<Account, 'id' | 'email'>,
  to: string,
): Promise<void> {
  if (to === from) {
    await transaction`update auth.users set ${nothingPending(transaction)}, updated_at = now() where id = ${id}`
    return
  }
  const [current, next] = [createLink(jwtSecret), createLink(jwtSecret)]
  const [changed] = await transaction<{ username: string; language: string | null }[]>`
    update auth.users u set email_change = ${to}, email_change_confirm_status = 0, email_change_sent_at = now(),
      email_change_token_current = ${current.hash}, email_change_token_new = ${next.hash},
      updated_at = now()
    where id = ${id}
    returning ${usernameOf(transaction)}, ${accountLanguage(transaction)}`
  if (!changed) return
  const mail = { kind: 'email_change', ...changed, newEmail: to, to: from } as const
  await queueMail(transaction, { ...mail, derivation: current.derivation })
  await queueMail(transaction, { ask: 'email_change', ...changed, to, derivation: next.derivation })
}

/** The mail to the new address. The owner of one that has an account is told so instead: only the mail differs. */
export async function makeEmailChangeMail(
  { sql, jwtSecret }: { sql: Sql; jwtSecret: string },
  asked: { to: string; username: string; language: string | null; derivation: Derivation },
): Promise<Mail> {
  const { to, username, language, derivation } = asked
  const other = await findByAddress(sql, to)
  if (other) return { kind: 'email_change_taken', to, username, language: other.language }
  const tokenHash = deriveSecret(jwtSecret, ...derivation)
  return { kind: 'email_change', to, username, language, newEmail: to, tokenHash }
}

/** An account whose address changes. */
interface Changing extends LinkOwner {
  from: string
  to: string
  username: string
  language: string | null
}

/**
 * Follows one of the two links; undefined if it is invalid or expired. The second one makes the change; `owner` is
 * undefined while the other address has not confirmed.
 */
export async function confirmEmailChange(
  transaction: ISql,
  jwtSecret: string,
  token: string,
): Promise<{ owner: LinkOwner | undefined } | undefined> {
  const hash = hashSecret(token)
  // Locks the account: of two links followed at once the later one sees that the earlier was.
  const [pending] = await transaction<(Changing & { isSecond: boolean; isBanned: boolean })[]>`
    select u.id, u.encrypted_password as "passwordHash", u.email as from, u.email_change as to,
      ${usernameOf(transaction)}, ${accountLanguage(transaction)}, u.email_change_confirm_status = 1 as "isSecond",
      coalesce(u.banned_until > now(), false) as "isBanned"
    from auth.users u
    where (u.email_change_token_current = ${hash} or u.email_change_token_new = ${hash})
      and u.email_change_sent_at > now() - make_interval(days => ${VALID_DAYS})
    for no key update`
  if (!pending) return undefined
  const { id, passwordHash, from, to, username, language } = pending
  if (pending.isBanned) throw userBanned(403)
  if (!pending.isSecond) {
    await transaction`
      update auth.users set email_change_confirm_status = 1,
        email_change_token_current = replace(email_change_token_current, ${hash}, ''),
        email_change_token_new = replace(email_change_token_new, ${hash}, '')
      where id = ${id}`
    return { owner: undefined }
  }
  // Signing up with the new address meanwhile leaves this link as dead as any other.
  await setAddress(transaction, id, to, linkExpired)
  const undo = createLink(jwtSecret)
  await transaction`
    insert into private.former_emails (user_id, email, token_hash) values (${id}, ${from}, ${undo.hash})`
  const { derivation } = undo
  await queueMail(transaction, {
    kind: 'email_changed',
    to: from,
    language,
    newEmail: to,
    username,
    derivation,
  })
  return { owner: { id, passwordHash } }
}

/**
 * Takes a change back with the link mailed to the former address: restores it, ends every session, and withdraws what
 * was requested or changed since. Undefined if the link is invalid or expired.
 */
export async function takeEmailBack(
  transaction: ISql,
  token: string,
): Promise<{ owner: LinkOwner } | undefined> {
  const hash = hashSecret(token)
  const [former] = await transaction<Changing[]>`
    select u.id, u.encrypted_password as "passwordHash", u.email as from, f.email as to,
      ${usernameOf(transaction)}, ${accountLanguage(transaction)}
    from private.former_emails f join auth.users u on u.id = f.user_id
    where f.token_hash = ${hash} and f.changed_at > now() - make_interval(days => ${TAKE_BACK_DAYS})
    for no key update`
  if (!former) return undefined
  const { id, passwordHash, from, to, username, language } = former
  await setAddress(transaction, id, to, addressInUse)
  await transaction`
    delete from private.former_emails f using private.former_emails since
    where since.token_hash = ${hash} and f.user_id = since.user_id and f.changed_at >= since.changed_at`
  await transaction`delete from auth.sessions where user_id = ${id}`
  const mail = { kind: 'email_restored', language, newEmail: to, username } as const
  await queueMail(transaction, { ...mail, to })
  await queueMail(transaction, { ...mail, to: from })
  return { owner: { id, passwordHash } }
}

/** For jobs: forgets addresses whose change can no longer be taken back. */
export const forgetFormerEmails = (sql: Sql): Promise<unknown> =>
  sql`delete from private.former_emails where changed_at < now() - make_interval(days => ${TAKE_BACK_DAYS})`

/** Throws `taken` if another account has the address. */
async function setAddress(
  transaction: ISql,
  id: string,
  email: string,
  taken: () => AuthError,
): Promise<void> {
  try {
    await transaction`
      update auth.users set email = ${email}, ${nothingPending(transaction)}, ${noMailedLink(transaction)},
        updated_at = now()
      where id = ${id}`
  } catch (error) {
    throw asDatabaseError(error)?.code === UNIQUE_VIOLATION ? taken() : error
  }
}

const addressInUse = () =>
  new AuthError(
    422,
    'email_exists',
    'Another account has this email address now. Delete that account first, then open the link again.',
  )

/** A new link: what its token is derived from, and the hash the token is recognised by. */
function createLink(jwtSecret: string): { derivation: Derivation; hash: string } {
  const derivation = ['change of address', randomBytes(32).toString('base64url')] as const
  return { derivation, hash: hashSecret(deriveSecret(jwtSecret, ...derivation)) }
}
