import { authError } from './auth-answers.ts'
import { hasNul } from './nul.ts'

/** What clients send to /auth/v1, checked before lite reads it. */

export type Body = Record<string, unknown>

interface SignUp {
  email: string
  password: string
  data: Record<string, unknown>
}

/** As browsers check an address, with a dot in its domain: no quotes, and ASCII, whose case is the same everywhere. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
const MAX_EMAIL = 254

/** The body as an object of texts and objects, or the refusal. Types lite does not check are checked here. */
export async function readBody(request: Request, mayBeEmpty: boolean): Promise<Body | Response> {
  const text = await request.clone().text()
  if (!text && mayBeEmpty) return {}
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return authError(400, 'bad_json', 'Could not parse request body as JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return authError(400, 'bad_json', 'Could not parse request body as JSON: it must be an object')
  if (hasNul(text)) return authError(400, 'validation_failed', 'Text must not contain the NUL character')
  const checked: Body = { ...body }
  for (const name of ['email', 'password', 'token', 'token_hash', 'type', 'refresh_token'])
    if (checked[name] !== undefined && checked[name] !== null && typeof checked[name] !== 'string')
      return authError(400, 'validation_failed', `${name} must be text`)
  const { data } = checked
  if (data !== undefined && data !== null && (typeof data !== 'object' || Array.isArray(data)))
    return authError(400, 'validation_failed', 'data must be an object')
  return checked
}

/** A sign-up lite would accept as to address and password; undefined leaves the refusal to lite. */
export function readSignUp(body: Body): SignUp | undefined {
  const { email, password, data } = body
  if (!isAddress(email) || typeof password !== 'string' || password.length < 6) return undefined
  return { email: email.toLowerCase(), password, data: { ...(data ?? {}) } }
}

/** Whether mail can be sent there; the form's rule is no wider. */
export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_EMAIL && EMAIL.test(value)

/** The request with this body in the place of its own. */
export function withBody(request: Request, body: Body): Request {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/json')
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) })
}

export const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8')
