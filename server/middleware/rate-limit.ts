import { createHmac } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { verify } from 'hono/jwt'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Env } from '../app.ts'
import { networkOf } from '../network.ts'
import type { Limiters } from './limiters.ts'

/**
 * How often one address, one client and one person may do what costs others something. Answers beyond it are 429 with
 * Retry-After. The numbers stand in docs/operations.md.
 */
interface Rule {
  limiter: RateLimiterAbstract
  /** Whom the call counts against; undefined: not counted. */
  key(call: Call): string | undefined
  /** Only refused attempts count (a person who signs in is no guesser). */
  failuresOnly: boolean
}

interface Call {
  ip: string
  email: string | undefined
  person: string | undefined
}

const MINUTE = 60

const byClient = ({ ip }: Call) => networkOf(ip)
const byAddress = ({ email }: Call) => email
const byPerson = ({ person, ip }: Call) => person ?? networkOf(ip)

function createRules(limiters: Limiters) {
  const rule = (
    name: string,
    points: number,
    seconds: number,
    key: Rule['key'],
    failuresOnly = false,
  ): Rule => {
    // What may be taken back blocks nobody for good: many may be signing in at the same moment.
    const blockedAt = failuresOnly ? 2 * points : points
    return { limiter: limiters.create({ name, points, seconds, blockedAt }), key, failuresOnly }
  }
  // The client first: one that is refused counts against nobody else.
  return {
    signIn: [
      rule('sign-in-client', 300, 10 * MINUTE, byClient, true),
      rule('sign-in-address', 60, 10 * MINUTE, byAddress, true),
    ],
    signUp: [
      rule('sign-up-client', 300, 60 * MINUTE, byClient),
      rule('sign-up-address', 20, 60 * MINUTE, byAddress),
    ],
    verify: [rule('verify', 60, 10 * MINUTE, byClient, true)],
    // The form for browsers without scripts: it always answers with a page, so every try counts.
    confirm: [rule('confirm', 60, 10 * MINUTE, byClient)],
    refresh: [rule('refresh', 600, 10 * MINUTE, byClient)],
    // Each reads or writes the whole catalogue.
    transfers: [rule('transfers', 60, 10 * MINUTE, byPerson)],
    mails: [
      rule('mails-client', 60, 15 * MINUTE, byClient),
      rule('mails-address', 6, 15 * MINUTE, byAddress),
    ],
    writes: [rule('writes', 1000, MINUTE, byPerson)],
  }
}

type Rules = ReturnType<typeof createRules>

function rulesFor(rules: Rules, request: Request): Rule[] {
  const { pathname, searchParams } = new URL(request.url)
  const writes = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS'
  if (pathname === '/auth/v1/verify') return rules.verify
  if (pathname.startsWith('/transfer/v1/')) return rules.transfers
  if (!writes) return []
  if (pathname === '/auth/confirm') return rules.confirm
  if (pathname === '/auth/v1/token')
    return searchParams.get('grant_type') === 'password' ? rules.signIn : rules.refresh
  if (pathname === '/auth/v1/signup') return rules.signUp
  if (['/auth/v1/recover', '/auth/v1/resend', '/auth/v1/otp'].includes(pathname)) return rules.mails
  return rules.writes
}

/** Counts and refuses. Bodies are read here, so the body limit must come first. */
export function rateLimit(jwtSecret: string, limiters: Limiters): MiddlewareHandler<Env> {
  const rules = createRules(limiters)
  // What is counted is kept without telling whom it is about, and is short whatever was sent.
  const hash = (subject: string) => createHmac('sha256', jwtSecret).update(subject).digest('base64url')
  return async (context, next) => {
    const applying = rulesFor(rules, context.req.raw)
    if (applying.length === 0) return next()
    const call: Call = {
      ip: context.env.ip,
      email: await readEmail(context.req.raw),
      person: await readPerson(context.req.header('authorization'), jwtSecret),
    }
    const counted: Counted[] = []
    for (const { limiter, key, failuresOnly } of applying) {
      const subject = key(call)
      if (!subject) continue
      const hashed = hash(subject)
      const { state, refused } = await consume(limiter, hashed)
      if (refused) return refuse(limiter.points, state)
      counted.push({ limiter, key: hashed, failuresOnly, state })
    }
    await next()
    const { status, headers } = context.res
    // Counted before it was tried, so that many tries at once are no way around the limit.
    if (status < 400 || status >= 500)
      for (const count of counted) if (count.failuresOnly) count.state = await count.limiter.reward(count.key)
    const [tightest] = counted.sort((a, b) => a.state.remainingPoints - b.state.remainingPoints)
    if (tightest) setHeaders(headers, tightest.limiter.points, tightest.state)
  }
}

interface Counted extends Omit<Rule, 'key'> {
  key: string
  state: RateLimiterRes
}

/** The limiter throws its state when the points are used up; that is an answer, not a failure. */
async function consume(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<{ state: RateLimiterRes; refused: boolean }> {
  try {
    return { state: await limiter.consume(key), refused: false }
  } catch (state) {
    if (state instanceof RateLimiterRes) return { state, refused: true }
    throw state
  }
}

function setHeaders(headers: Headers, limit: number, state: RateLimiterRes): void {
  headers.set('ratelimit-limit', String(limit))
  headers.set('ratelimit-remaining', String(Math.max(0, state.remainingPoints)))
  headers.set('ratelimit-reset', String(secondsLeft(state)))
}

const secondsLeft = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000))

function refuse(limit: number, state: RateLimiterRes): Response {
  const wait = secondsLeft(state)
  const message = `Too many requests. Please try again in ${wait < 90 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`}.`
  const response = Response.json(
    // Both services' shapes: clients of either find their message.
    { code: 429, error_code: 'over_request_rate_limit', msg: message, message, details: null, hint: null },
    { status: 429, headers: { 'retry-after': String(wait) } },
  )
  setHeaders(response.headers, limit, state)
  return response
}

async function readEmail(request: Request): Promise<string | undefined> {
  if (!new URL(request.url).pathname.startsWith('/auth/v1')) return undefined
  try {
    const body: unknown = await request.clone().json()
    if (typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string')
      return body.email.trim().toLowerCase()
  } catch {
    // Not JSON: the service says so itself, the client's own limit still counts.
  }
  return undefined
}

/** Whose token it is. One that is not ours counts against the client: nobody can use up another person's share. */
async function readPerson(authorization: string | undefined, jwtSecret: string): Promise<string | undefined> {
  const token = authorization?.replace(/^Bearer\s+/i, '')
  if (!token?.includes('.')) return undefined
  try {
    const { sub } = await verify(token, jwtSecret, 'HS256')
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}
