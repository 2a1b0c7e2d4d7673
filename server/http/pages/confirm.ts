import { lengthOf } from '#shared/catalogue-rules.ts'
import { type ConfirmOutcome, keepsLink } from '#shared/confirm-outcomes.ts'
import { PASSWORD_MAX_BYTES, PASSWORD_MIN } from '#shared/person-rules.ts'
import { isRecord } from '../../lib/unknown.ts'

/** Longer than any token, and than any path of a mailed link. */
const MAX_TEXT = 1000

/**
 * The form of /auth/confirm for browsers without scripts; with scripts the page redeems the link by itself. Either way
 * a mail scanner that only fetches the link does not redeem it. A link that resets a password is redeemed together with
 * the valid new one, so that a mistake does not use it up. Leads to the page of its
 * language that says what came of it; `isRefused`:
 * the limits allow no further try now.
 */
export function createConfirm(
  api: (request: Request) => Promise<Response>,
  origin: string,
  publishableKey: string,
): (request: Request, isRefused: boolean) => Promise<Response> {
  async function call(method: 'POST' | 'PUT', path: string, body: object, token?: string): Promise<Response> {
    const headers = new Headers({ 'content-type': 'application/json', apikey: publishableKey })
    if (token) headers.set('authorization', `Bearer ${token}`)
    const url = new URL(`/auth/v1/${path}`, origin)
    // A hosted project may be out of reach.
    return api(new Request(url, { method, headers, body: JSON.stringify(body) })).catch(
      () => new Response(null, { status: 503 }),
    )
  }

  async function redeem(type: string, token_hash: string, password: string | undefined) {
    const answer = await call('POST', 'verify', { token_hash, type, password })
    const body = readMembers(await answer.json().catch(() => undefined))
    if (!answer.ok) return outcomeOf(answer.status, body.error_code)
    const token = typeof body.access_token === 'string' ? body.access_token : undefined
    if (!password) {
      // There is nobody here who could use the session.
      if (token) await call('POST', 'logout?scope=local', {}, token)
      // The first of two links to confirm a change of address opens no session.
      if (type === 'email_change') return token ? 'changed' : 'half'
      return readMembers(readMembers(body.user).app_metadata).has_password === false ? 'choose' : 'verified'
    }
    // Our own service has set the password with the link; a hosted project's ignores it there.
    if (!token) return 'reset'
    const set = await call('PUT', 'user', { password }, token)
    await call('POST', 'logout?scope=global', {}, token)
    const refusal = set.ok ? undefined : readMembers(await set.json().catch(() => undefined)).error_code
    return set.ok || refusal === 'same_password' ? 'reset' : 'dead'
  }

  return async (request, isRefused) => {
    const form = await request.formData().catch(() => new FormData())
    const text = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const isRecovery = text('type') === 'recovery'
    // 'email' may be a sign-in link too, which is of no use without scripts.
    const type = ['recovery', 'email_change'].includes(text('type')) ? text('type') : 'signup'
    const password = isRecovery ? text('password') : undefined
    const outcome =
      (isRefused ? 'later' : undefined) ??
      (password === undefined ? undefined : mistakeOf(password, text('confirmation'))) ??
      (await redeem(type, text('token_hash'), password))
    const page = new URLSearchParams({ status: outcome, type })
    for (const name of keepsLink(outcome) ? ['token_hash', 'next'] : ['next'])
      if (text(name)) page.set(name, text(name).slice(0, MAX_TEXT))
    return new Response(null, {
      status: 303,
      headers: { location: `${new URL(request.url).pathname}?${page}` },
    })
  }
}

/** The rules of the form with scripts (account-schemas.ts). */
function mistakeOf(password: string, confirmation: string): ConfirmOutcome | undefined {
  if (lengthOf(password) < PASSWORD_MIN) return 'short'
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) return 'long'
  return password === confirmation ? undefined : 'differ'
}

function outcomeOf(status: number, code: unknown): ConfirmOutcome {
  return status === 429 || status >= 500 ? 'later' : (OUTCOMES.get(code) ?? 'dead')
}

const OUTCOMES = new Map<unknown, ConfirmOutcome>([
  ['signup_disabled', 'closed'],
  ['user_banned', 'suspended'],
  ['weak_password', 'weak'],
  ['email_exists', 'in-use'],
  ['username_taken', 'taken'],
  ['validation_failed', 'taken'],
])

const readMembers = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
