import { randomBytes } from 'node:crypto'
import bcrypt from '@node-rs/bcrypt'
import type postgres from 'postgres'
import { authError, invalidCredentials, repair, userBanned, withHeader } from './auth-answers.ts'
import { type Body, byteLength, isAddress, readBody, readSignUp, withBody } from './auth-body.ts'
import type { Lite } from './lite.ts'
import type { Mailer } from './mail.ts'
import { type RequestContext, requestContext } from './request-context.ts'

/**
 * What stands between a client and lite's /auth/v1: the calls of section 7 and nothing else, with the answers GoTrue
 * gives where lite answers 500, and without a way to find out whether an address has an account (neither by text nor
 * by time).
 */

export interface AuthSeam {
  /** Answers one request whose path starts with /auth/v1. */
  fetch(request: Request): Promise<Response>
}

interface Dependencies {
  lite: Lite
  sql: postgres.Sql
  mailer: Mailer
  publicUrl: string
  /** The keys a request may carry. */
  keys: readonly string[]
  /** Work that goes on after the answer; shutting down waits for it. */
  background(work: () => Promise<unknown>): void
}

const ROUTES: Record<string, readonly string[]> = {
  '/signup': ['POST'],
  '/token': ['POST'],
  '/logout': ['POST'],
  '/user': ['GET', 'PUT'],
  '/recover': ['POST'],
  '/otp': ['POST'],
  '/verify': ['GET', 'POST'],
  '/resend': ['POST'],
  '/reauthenticate': ['GET'],
  '/settings': ['GET'],
  '/health': ['GET'],
  '/.well-known/jwks.json': ['GET'],
}

/** bcrypt reads no further; longer passwords would be cut in silence. */
const MAX_PASSWORD_BYTES = 72
const BCRYPT_COST = 10
/** The calls that put an address into an account or a mail. */
const ADDRESSED: readonly string[] = ['/signup', '/recover', '/resend', '/otp']

/** Where stand-in accounts have their addresses: a domain that cannot exist. */
const STAND_IN_DOMAIN = 'stand-in.invalid'

export async function createAuthSeam(dependencies: Dependencies): Promise<AuthSeam> {
  const { lite, sql, mailer, publicUrl, keys, background } = dependencies
  // Compared against when there is no account, so that the refusal takes as long as one that had something to compare.
  const nobodysHash = await bcrypt.hash(randomBytes(16).toString('hex'), BCRYPT_COST)

  /** Lets lite answer and puts right what it answers with 500. */
  async function ask(request: Request, body?: Body, context: RequestContext = {}): Promise<Response> {
    const response = await requestContext.run(context, () =>
      lite.fetch(body ? withBody(request, body) : request),
    )
    return response.status < 500 ? response : repair(context.error)
  }

  async function findAccount(email: string) {
    const [account] = await sql<{ id: string; hash: string | null; confirmed: boolean; banned: boolean }[]>`
      select id, encrypted_password as hash, email_confirmed_at is not null as confirmed,
        coalesce(banned_until > now(), false) as banned
      from auth.users where email = ${email}`
    return account
  }

  async function signUp(request: Request, body: Body): Promise<Response> {
    const wanted = readSignUp(body)
    if (!wanted) return ask(request, body)
    if (byteLength(wanted.password) > MAX_PASSWORD_BYTES)
      return authError(400, 'validation_failed', 'Password cannot be longer than 72 bytes')
    const next = pathWithin(publicUrl, request)
    const whole = { ...body, data: wanted.data }
    const account = await findAccount(wanted.email)
    if (account?.confirmed) return signUpStandIn(request, whole, wanted.email)
    if (account) return signUpAnew(request, whole, account.id, next)
    const made = await ask(request, whole, { next })
    // Someone else was quicker with the same address: what a known one is answered.
    if (!made.ok && (await findAccount(wanted.email))) return signUpStandIn(request, whole, wanted.email)
    return made
  }

  /**
   * The address has an account, and the answer must not tell: an account is really made, for an address nobody has.
   * Text, shape and time are those of a new one because it is a new one. It stays, its username with it, until all
   * accounts that were never verified go (clean-up.ts).
   */
  async function signUpStandIn(request: Request, body: Body, email: string): Promise<Response> {
    const standIn = `${crypto.randomUUID()}@${STAND_IN_DOMAIN}`
    const made = await ask(request, { ...body, email: standIn }, { silent: true })
    if (!made.ok) return made
    return new Response((await made.text()).replaceAll(standIn, email), {
      status: made.status,
      headers: made.headers,
    })
  }

  /**
   * The address waits to be verified by someone who may be somebody else: the newer sign-up takes its place, so that
   * nobody verifies an account whose password a stranger chose before. If it is refused, the older one is as it was.
   */
  async function signUpAnew(
    request: Request,
    body: Body,
    id: string,
    next: string | undefined,
  ): Promise<Response> {
    const [older] = await sql<{ email: string; username: string }[]>`
      select u.email, p.username::text from auth.users u join public.profiles p using (id) where id = ${id}`
    const aside = { email: `${id}@${STAND_IN_DOMAIN}`, username: `aside-${randomBytes(8).toString('hex')}` }
    const put = ({ email, username }: typeof aside) =>
      sql.begin(async (transaction) => {
        await transaction`update auth.users set email = ${email} where id = ${id} and email_confirmed_at is null`
        await transaction`update public.profiles set username = ${username} where id = ${id}`
      })
    if (!older) return ask(request, body, { next })
    await put(aside)
    const made = await ask(request, body, { next })
    if (made.ok) await sql`delete from auth.users where id = ${id} and email_confirmed_at is null`
    else await put(older)
    return made
  }

  async function signIn(request: Request, body: Body): Promise<Response> {
    const { email, password } = body
    if (typeof email !== 'string' || typeof password !== 'string' || !email || !password)
      return ask(request, body)
    const account = await findAccount(email.toLowerCase())
    const readable = byteLength(password) <= MAX_PASSWORD_BYTES
    const hash = (readable && account?.hash) || nobodysHash
    const matches = await bcrypt.compare(password.slice(0, MAX_PASSWORD_BYTES), hash)
    // lite is asked only about the right password: it would take longer to refuse an account than nobody, and would
    // tell "not confirmed" before it looks at the password.
    if (!matches || hash === nobodysHash) return invalidCredentials()
    // Said to nobody but who knows the password.
    if (account?.banned) return userBanned(400)
    return ask(request, body)
  }

  /** lite refuses every second confirmation mail; so the link is renewed here. */
  async function sendConfirmationAgain(email: string, next: string | undefined): Promise<void> {
    const tokenHash = randomBytes(32).toString('hex')
    const renewed = await sql`
      update auth.users set confirmation_token = ${tokenHash}, confirmation_sent_at = now()
      where email = ${email} and email_confirmed_at is null`
    if (renewed.count > 0) mailer.send({ kind: 'signup', to: email, tokenHash, next })
  }

  /** Answers at once and alike for every address; what there is to do is done afterwards. */
  function answerThenWork(work: () => Promise<unknown>): Response {
    background(work)
    return Response.json({})
  }

  async function requestMail(path: string, request: Request, body: Body): Promise<Response> {
    const { email } = body
    if (!isAddress(email)) return ask(request, body)
    const next = pathWithin(publicUrl, request)
    if (path === '/resend') {
      if (body.type !== 'signup') return ask(request, body)
      return answerThenWork(() => sendConfirmationAgain(email.toLowerCase(), next))
    }
    // A mailed link never makes an account: those are made by sign-up, with a name.
    const plain = path === '/otp' ? { ...body, create_user: false } : body
    return answerThenWork(() => ask(request, plain, { next }))
  }

  async function changeUser(request: Request, body: Body): Promise<Response> {
    if (body.email !== undefined)
      return authError(
        422,
        'email_address_not_authorized',
        'The e-mail address of an account cannot be changed',
      )
    if (typeof body.password === 'string' && byteLength(body.password) > MAX_PASSWORD_BYTES)
      return authError(400, 'validation_failed', 'Password cannot be longer than 72 bytes')
    const changed = await ask(request, body)
    if (!changed.ok || body.password === undefined) return changed
    // As GoTrue does: whoever else was signed in with the old password no longer is.
    const others = new URL('/auth/v1/logout?scope=others', request.url)
    const ended = await ask(new Request(others, { method: 'POST', headers: request.headers }), {})
    return ended.ok ? changed : ended
  }

  async function answer(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.replace(/^\/auth\/v1/, '')
    const methods = ROUTES[path]
    if (!methods) return authError(404, 'not_found', 'There is no such call')
    if (request.method === 'OPTIONS') return ask(request)
    if (!methods.includes(request.method))
      return withHeader(
        authError(405, 'method_not_allowed', 'Method not allowed'),
        'allow',
        methods.join(', '),
      )
    // Without a key there is nothing to do here but lite's refusal: no mail, no comparison.
    if (request.method === 'GET' || !keys.includes(apiKeyOf(request))) return ask(request)
    const body = await readBody(request, path === '/logout')
    if (body instanceof Response) return body
    const grant = new URL(request.url).searchParams.get('grant_type')
    if (ADDRESSED.includes(path) && typeof body.email === 'string' && body.email && !isAddress(body.email))
      return authError(400, 'validation_failed', 'Unable to validate email address: invalid format')
    if (path === '/signup') return signUp(request, body)
    if (path === '/token' && grant === 'password') return signIn(request, body)
    if (path === '/recover' || path === '/resend' || path === '/otp') return requestMail(path, request, body)
    if (path === '/user') return changeUser(request, body)
    return ask(request, body)
  }

  return {
    fetch: async (request) => {
      try {
        return await answer(request)
      } catch (error) {
        return repair(error)
      }
    },
  }
}

const apiKeyOf = (request: Request): string =>
  request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey') ?? ''

/** The path `redirect_to` leads to, when it is on our own origin; anything else falls back to the default. */
function pathWithin(publicUrl: string, request: Request): string | undefined {
  const wanted = URL.parse(new URL(request.url).searchParams.get('redirect_to') ?? '')
  if (!wanted || wanted.origin !== publicUrl) return undefined
  const path = `${wanted.pathname}${wanted.search}`
  return path === '/' || path.startsWith('//') ? undefined : path
}
