import { isRecord } from '../../lib/unknown.ts'
import { isStorable, NOT_STORABLE } from '../storable.ts'
import { AuthError, invalid } from './errors.ts'

/** Reads and checks the request bodies of /auth/v1. */

export type Body = Record<string, unknown>

/** A sign-up with the longest name, address and password is smaller than 2 kB. */
const MAX_BODY_BYTES = 8 * 1024
/** Members that are text or absent, in every call. */
const TEXTS = [
  'email',
  'password',
  'current_password',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'phone',
  'confirm_username',
] as const

/**
 * As browsers validate an address, with a dot in its domain: ASCII without quotes, so that lower case is unambiguous.
 */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
const MAX_EMAIL = 254
const MAX_NEXT_PATH = 1000

/** The body as an object whose known members have their types. */
export async function readBody(request: Request, mayBeEmpty: boolean): Promise<Body> {
  const text = await request.text()
  if (Buffer.byteLength(text) > MAX_BODY_BYTES)
    throw new AuthError(413, 'validation_failed', 'The request is larger than 8 kB')
  if (!text && mayBeEmpty) return {}
  const body = parseObject(text)
  if (!isStorable(text)) throw invalid(NOT_STORABLE)
  for (const name of TEXTS)
    if (body[name] !== undefined && body[name] !== null && typeof body[name] !== 'string')
      throw invalid(`${name} must be text`)
  const { data } = body
  if (data !== undefined && data !== null && !isRecord(data)) throw invalid('data must be an object')
  return body
}

function parseObject(text: string): Body {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  }
  if (!isRecord(body))
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON: it must be an object')
  return body
}

/** A text of the body, undefined when absent or empty. */
export function textOf(body: Body, name: (typeof TEXTS)[number]): string | undefined {
  const value = body[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The address of the body, in lower case. Throws if no mail can be sent to it; the form accepts no more than this. */
export function addressOf(body: Body): string {
  const email = textOf(body, 'email')
  if (!email) throw invalid('An email address is required')
  if (email.length > MAX_EMAIL || !EMAIL.test(email))
    throw invalid('Unable to validate email address: invalid format')
  return email.toLowerCase()
}

/** The names of the profile that `data` contains; everything else of it is dropped. */
export function namesOf({ data }: Body): { full_name?: string; username?: string } {
  const names: { full_name?: string; username?: string } = {}
  for (const name of ['full_name', 'username'] as const) {
    const value = isRecord(data) ? data[name] : undefined
    if (typeof value === 'string') names[name] = value
    else if (value !== undefined && value !== null) throw invalid(`${name} must be text`)
  }
  return names
}

/**
 * The language of the page that signs up, if the site has it: an account is mailed in it. Anything else means the first
 * language, so that nobody's mails depend on what a stranger makes up.
 */
export function pageLanguage({ data }: Body, languages: readonly string[]): string | undefined {
  return languages.find((code) => isRecord(data) && data.language === code)
}

/**
 * The path of `redirect_to` if it is on our own origin; undefined means the link's usual target. Without the prefix of
 * one of these languages: the page of a mailed link adds its own.
 */
export function nextPathOf(
  request: Request,
  publicUrl: string,
  languages: readonly string[] = [],
): string | undefined {
  const text = new URL(request.url).searchParams.get('redirect_to') ?? ''
  if ([...text].some((character) => character.charCodeAt(0) < 0x20))
    throw invalid('redirect_to must not contain control characters')
  const wanted = URL.parse(text)
  if (!wanted || wanted.origin !== publicUrl) return undefined
  const { pathname, search, hash } = wanted
  const [, code = ''] = pathname.split('/')
  const place = languages.slice(1).includes(code) ? pathname.slice(code.length + 1) || '/' : pathname
  const path = `${place}${search}${hash}`
  return path === '/' || path.startsWith('//') || path.length > MAX_NEXT_PATH ? undefined : path
}
