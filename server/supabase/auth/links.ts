import type { ISql, Sql } from 'postgres'
import { accountLanguage, type LinkOwner } from './accounts.ts'
import type { Mail } from './mail-templates.ts'
import { deriveSecret, hashSecret } from './secrets.ts'

/** Links that let the owner of a mailbox into their account: to set a new password, or to sign in. */

/** Within this time the same link is sent again: requesting another mail does not invalidate earlier ones. */
const SAME_LINK_MINUTES = 60
/** Lifetime of a link from its creation, so that each mail's is valid for at least an hour. */
const LINK_MINUTES = 2 * SAME_LINK_MINUTES

/** The mail with such a link, if the address has an account. */
export function makeLink(
  { sql, jwtSecret }: { sql: Sql; jwtSecret: string },
  kind: 'recovery' | 'magiclink',
  to: string,
  next: string | undefined,
): Promise<Mail | undefined> {
  return sql.begin(async (transaction) => {
    const [account] = await transaction<{ id: string; madeAt: Date; language: string | null }[]>`
      update auth.users u set recovery_sent_at = case
        when recovery_token <> '' and recovery_sent_at > now() - make_interval(mins => ${SAME_LINK_MINUTES})
        then recovery_sent_at else date_trunc('milliseconds', now()) end
      where email = ${to} and not is_sso_user and email_confirmed_at is not null
      returning id, recovery_sent_at as "madeAt", ${accountLanguage(transaction)}`
    if (!account) return undefined
    const tokenHash = deriveSecret(jwtSecret, 'link', account.id, account.madeAt.toISOString())
    await transaction`update auth.users set recovery_token = ${hashSecret(tokenHash)} where id = ${account.id}`
    return { kind, to, language: account.language, tokenHash, next }
  })
}

/** Redeems the link and returns its account; undefined if it is invalid or expired. */
export async function spendLink(transaction: ISql, token: string): Promise<LinkOwner | undefined> {
  const [account] = await transaction<LinkOwner[]>`
    update auth.users set recovery_token = '', recovery_sent_at = null
    where recovery_token = ${hashSecret(token)} and length(recovery_token) > 6
      and recovery_sent_at > now() - make_interval(mins => ${LINK_MINUTES})
    returning id, encrypted_password as "passwordHash"`
  return account
}
