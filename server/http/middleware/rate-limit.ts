import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import type { Sql } from 'postgres'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { refusal } from '../../lib/errors.ts'
import { networkOf } from '../../lib/network.ts'
import { verifyToken } from '../../supabase/auth/secrets.ts'
import type { Env } from '../env.ts'
import { count, refuse, setLimitHeaders, undoCount } from './counting.ts'
import { createKnownPlaces } from './known-places.ts'
import type { Limiters } from './limiters.ts'
import { createMailLimit } from './mail-limit.ts'
import { createSignInLimit } from './sign-in-limit.ts'

/**
 * Rate limits by client and person. Beyond them: 429 with Retry-After. The numbers are listed in docs/operations.md;
 * sign-in and mails have files of their own.
 */
interface Rule {
  limiter: RateLimiterAbstract
  /** The client that is charged. */
  key(call: Call): string
  /** Only refused attempts count. */
  failuresOnly: boolean
}

interface Call {
  ip: string
  person: string | undefined
}

const MINUTE = 60
/** How long a refresh beyond the limit waits, and how many of a network at once; Supabase's client tries others again. */
const REFRESH_PAUSE_MS = 1000
const MAX_PAUSED = 10
const BUSY = 'Too many sessions are refreshed from this network. Please try again.'

const byClient = ({ ip }: Call) => networkOf(ip)
const byPerson = ({ person, ip }: Call) => person ?? networkOf(ip)

function createRules(limiters: Limiters) {
  const rule = (
    name: string,
    points: number,
    seconds: number,
    key: Rule['key'],
    failuresOnly = false,
  ): Rule => ({
    limiter: limiters({ name, points, seconds, canUndo: failuresOnly }),
    key,
    failuresOnly,
  })
  return {
    verify: rule('verify', 60, 10 * MINUTE, byClient, true),
    // The form for browsers without scripts always answers with a page, so every attempt counts.
    confirm: rule('confirm', 60, 10 * MINUTE, byClient),
    // Each costs two hashes that are made slow on purpose.
    passwords: rule('passwords', 20, 60 * MINUTE, byPerson),
    refresh: rule('refresh', 600, 10 * MINUTE, byClient),
    // Each of these reads or writes the whole catalogue.
    transfers: rule('transfers', 60, 10 * MINUTE, byPerson),
    writes: rule('writes', 1000, MINUTE, byPerson),
  }
}

type Rules = ReturnType<typeof createRules>

function ruleFor(rules: Rules, request: Request): Rule | undefined {
  const { pathname } = new URL(request.url)
  if (pathname === '/auth/v1/verify') return rules.verify
  if (pathname.startsWith('/transfer/v1/')) return rules.transfers
  if (!isWrite(request)) return undefined
  if (pathname.endsWith('/auth/confirm')) return rules.confirm
  if (pathname === '/auth/v1/token') return rules.refresh
  return rules.writes
}

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'

/** Calls that take a password as proof. */
const isSignIn = ({ pathname, searchParams }: URL): boolean =>
  (pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password') ||
  pathname.startsWith('/auth/v1/suspended')

const MAIL_CALLS = ['/auth/v1/signup', '/auth/v1/recover', '/auth/v1/resend', '/auth/v1/otp']

export interface RateLimitOptions {
  jwtSecret: string
  limiters: Limiters
  /** Stores the networks and browsers members sign in from. */
  sql: Sql
  /** Whether the site uses TLS. */
  isSecure: boolean
}

/** Counts and refuses. Reads bodies, so the body limit must come first. */
export function rateLimit({ jwtSecret, limiters, sql, isSecure }: RateLimitOptions): MiddlewareHandler<Env> {
  const rules = createRules(limiters)
  const paused = new Map<string, number>()
  // Hashed: the key identifies nobody and has a fixed length.
  const hash = (subject: string) => createHmac('sha256', jwtSecret).update(subject).digest('base64url')
  const places = createKnownPlaces(sql, hash, isSecure)
  const limitSignIn = createSignInLimit(limiters, places, hash)
  const limitMails = createMailLimit(limiters, places, hash)

  const limitBy =
    (rule: Rule | undefined): MiddlewareHandler<Env> =>
    async (context, next) => {
      if (!rule) return next()
      const person = await readPerson(context.req.header('authorization'), jwtSecret)
      const counted = await count(rule.limiter, hash(rule.key({ ip: context.env.ip, person })))
      if (counted.isSpent) {
        if (rule !== rules.refresh) return refuse(counted)
        // After a 429 the browser ends the session: a stranger could sign out everybody on their network.
        if (!(await pause(networkOf(context.env.ip)))) return refusal(503, BUSY, { 'retry-after': '1' })
      }
      await next()
      const { status, headers } = context.res
      // An opened link redirects whether it is valid or not: each attempt counts.
      const isRefused = (status >= 400 && status < 500) || context.req.method === 'GET'
      if (rule.failuresOnly && !isRefused) await undoCount(counted)
      setLimitHeaders(headers, [counted])
    }

  /** Waits a second. False when too many of the network wait already. */
  async function pause(network: string): Promise<boolean> {
    const others = paused.get(network) ?? 0
    if (others >= MAX_PAUSED) return false
    paused.set(network, others + 1)
    await sleep(REFRESH_PAUSE_MS, undefined, { ref: false })
    const left = (paused.get(network) ?? 1) - 1
    if (left === 0) paused.delete(network)
    else paused.set(network, left)
    return true
  }

  return async (context, next) => {
    const request = context.req.raw
    const url = new URL(request.url)
    const { pathname } = url
    const rule = ruleFor(rules, request)
    if (!pathname.startsWith('/auth/v1/') || !isWrite(request)) return limitBy(rule)(context, next)
    const body = await readObject(request)
    const email = typeof body.email === 'string' ? body.email.trim().toLowerCase() : undefined
    const place = places.placeOf(context, email)
    const isUser = pathname === '/auth/v1/user'
    const isNewPassword = isUser && typeof body.password === 'string'
    // The service refuses a new password and a new address in one call.
    const isNewEmail = isUser && !isNewPassword && email !== undefined
    const person = isNewEmail ? await readPerson(context.req.header('authorization'), jwtSecret) : undefined
    const refused = isSignIn(url)
      ? await limitSignIn(context, next, email, place)
      : MAIL_CALLS.includes(pathname) || isNewEmail
        ? await limitMails(context, next, { path: pathname, body, email, place, person })
        : await limitBy(isNewPassword ? rules.passwords : rule)(context, next)
    if (refused) return refused
    if (pathname === '/auth/v1/token' || pathname === '/auth/v1/verify') await places.learn(context)
    if (isNewPassword) await places.forgetOthers(context)
  }
}

/** The body; empty if it is no object: the service refuses it, and the client's limit still counts. */
async function readObject(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/**
 * The person of the token. An invalid one counts against the client, so that nobody can use up another person's share.
 */
async function readPerson(authorization: string | undefined, jwtSecret: string): Promise<string | undefined> {
  const token = authorization?.replace(/^Bearer\s+/i, '')
  if (!token?.includes('.')) return undefined
  const claims = await verifyToken(token, jwtSecret).catch(() => undefined)
  return claims?.sub
}
