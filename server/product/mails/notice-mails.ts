import type { Sql } from 'postgres'
import { AuthError, answerError, toAuthError } from '../../supabase/auth/errors.ts'
import type { Mail } from '../../supabase/auth/mail-templates.ts'
import { deriveSecret, isSameSecret, isUuid } from '../../supabase/auth/secrets.ts'

/** The notices a member wants by mail (docs/decisions/171): what is told, and the address that ends these mails. */

type NoticeMail = Mail & { kind: 'notices' | 'waiting' }

interface Unmailed {
  email: string
  language: string | null
  lastId: string
  count: number
  notices: NoticeMail['notices']
  waiting: NoticeMail['waiting']
}

/**
 * The mail with what the member has not read and was not mailed and what waits for them, and the last notice of it;
 * undefined: nothing is left.
 */
export async function makeNoticeMail(
  { sql, jwtSecret }: { sql: Sql; jwtSecret: string },
  memberId: string,
): Promise<{ mail: NoticeMail; lastId: string } | undefined> {
  const [found] = await sql<Unmailed[]>`
    select email, language, last_id as "lastId", count, notices, waiting from private.list_unmailed_notices(${memberId})`
  if (!found) return undefined
  const { email: to, lastId, ...told } = found
  const stop = new URLSearchParams({ member: memberId, token: tokenOf(memberId, jwtSecret) }).toString()
  return { mail: { kind: told.count > 0 ? 'notices' : 'waiting', to, ...told, stop }, lastId }
}

export const noteNoticesMailed = (sql: Sql, memberId: string, lastId: string): Promise<unknown> =>
  sql`update private.notice_mails set mailed_at = now(), mailed_up_to = ${lastId} where member_id = ${memberId}`

/** Where mail programs post a form to end these mails; who opens it gets the page that asks. */
export const UNSUBSCRIBE_PATH = '/auth/v1/unsubscribe'

/** Ends these mails for the member of the address, without signing in. */
export async function answerUnsubscribe(
  { sql, jwtSecret, publicUrl }: { sql: Sql; jwtSecret: string; publicUrl: string },
  { method, url }: Request,
): Promise<Response> {
  const { search, searchParams } = new URL(url)
  if (method === 'GET')
    return new Response(null, { status: 303, headers: { location: `${publicUrl}/unsubscribe${search}` } })
  if (method !== 'POST') return answerError(new AuthError(405, 'method_not_allowed', 'Method not allowed'))
  const memberId = searchParams.get('member') ?? ''
  if (!isUuid(memberId) || !isSameSecret(searchParams.get('token') ?? '', tokenOf(memberId, jwtSecret)))
    return answerError(new AuthError(403, 'otp_expired', 'This link is not valid'))
  try {
    await sql`update private.notice_mails set wishes = '{}' where member_id = ${memberId}`
    return Response.json({})
  } catch (error) {
    const refusal = toAuthError(error)
    // Not one of a database that is away for a moment, which mail programs ask again.
    if (refusal.errorCode === 'unexpected_failure') throw error
    return answerError(refusal)
  }
}

const tokenOf = (memberId: string, jwtSecret: string): string =>
  deriveSecret(jwtSecret, 'stop notice mails', memberId.toLowerCase())
