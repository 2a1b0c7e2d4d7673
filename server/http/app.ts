import { setTimeout as sleep } from 'node:timers/promises'
import { Hono, type MiddlewareHandler } from 'hono'
import { COUNTS_PATH } from '#shared/numbers.ts'
import { type ReadScheduler, TimeBudgetError } from '../host/database/read-scheduler.ts'
import { type Report, refusal } from '../lib/errors.ts'
import { networkOf } from '../lib/network.ts'
import { BodyBrokenOff, readBody } from '../lib/read-body.ts'
import { VERSION } from '../lib/version.ts'
import { hashingFor } from '../supabase/auth/passwords.ts'
import type { Env } from './env.ts'
import { count, refuse, tooManyRequests } from './middleware/counting.ts'
import { limitersInMemory } from './middleware/limiters.ts'
import { type RateLimitOptions, rateLimit } from './middleware/rate-limit.ts'
import { type RequestLog, requestLog } from './middleware/request-log.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { toPlainPath, withValidPath } from './pages/page-path.ts'
import type { Visits } from './visits.ts'

/** The parts that requests are routed to. */
interface Parts {
  /** /auth/v1 and /rest/v1; undefined with a hosted project. */
  api: { fetch(request: Request, ip: string): Promise<Response> } | undefined
  /** Does the work for a client, whose time in the database and for pages is counted. */
  forClient: ReadScheduler['forClient']
  /** Undefined: disabled, or a hosted project answers. */
  limits: RateLimitOptions | undefined
  /** /storage/v1; undefined with a hosted project. */
  storage: { fetch(request: Request, ip: string): Promise<Response> } | undefined
  /** /transfer/v1, import and export in the browser; undefined with a hosted project. */
  transfer: { fetch(request: Request): Promise<Response> } | undefined
  /** A public read of /rest/v1, from the cache; undefined for any other request. */
  sharedRead(request: Request): Promise<Response> | undefined
  /** Resolves once the cache has been invalidated for what was just written. */
  awaitInvalidations(): Promise<void>
  /** Sitemap, feeds, previews and the like; undefined for every other URL. */
  seo(request: Request): Promise<Response | undefined>
  /** A file of the build, or undefined when there is none of that name. */
  asset(request: Request): Promise<Response | undefined>
  page(request: Request): Promise<Response>
  /** Undefined: a hosted project, where nothing is counted. */
  visits: Visits | undefined
  /** The prefixes of the languages. */
  prefixes: readonly string[]
  /** The form of /auth/confirm for browsers without scripts. */
  confirm(request: Request, isRefused: boolean): Promise<Response>
  isReady(): Promise<boolean>
  /** Daily backups; undefined: disabled. */
  backup: { last: { made: Date } | undefined } | undefined
  /** Undefined: disabled. */
  metrics: { answer(request: Request): Promise<Response> } | undefined
}

/** Of requests to /auth. */
const BODY_LIMIT_BYTES = 64 * 1024
const REFUSAL_PAUSE_MS = 1000
/** Of what a page tells of a visit. */
const COUNT_LIMIT_BYTES = 4 * 1024

/**
 * The pipeline of every request: id and log, security headers, body limit, rate limit, then the part that answers its
 * prefix.
 */
export function createApp(report: Report, requests: RequestLog, parts: Parts) {
  const app = new Hono<Env>()
  app.use(requestLog(requests))
  app.use(securityHeaders())
  const { api, limits, visits } = parts
  if (visits) {
    // Before what other writes wait for, and counted in memory: it writes nothing itself.
    if (limits) app.use(COUNTS_PATH, limitCounts())
    app.post(COUNTS_PATH, readBody(COUNT_LIMIT_BYTES), ({ req }) => visits.answer(req.raw))
  }
  app.use(awaitAfterWrites(parts.awaitInvalidations))
  app.use(({ env }, next) => parts.forClient(networkOf(env.ip), next))

  app.get('/healthz', (context) => context.json({ status: 'alive', version: VERSION }))
  const { backup } = parts
  app.get('/readyz', async (context) =>
    (await parts.isReady())
      ? context.json({ status: 'ready', ...(backup && { backup: { last: backup.last?.made ?? null } }) })
      : context.json({ status: 'not ready', reason: 'the database does not answer' }, 503),
  )

  const { metrics } = parts
  if (metrics) app.get('/metrics', ({ req }) => metrics.answer(req.raw))

  app.use('/:part{auth|rest|storage|transfer}/v1/*', knownMethods)
  const limitBody = readBody(BODY_LIMIT_BYTES)
  // One limiter for both prefixes: they share a person's limit.
  const limiter = limits && rateLimit(limits)
  if (limiter) app.use('/auth/v1/*', ({ env }, next) => hashingFor(networkOf(env.ip), next))
  if (api)
    for (const prefix of ['/auth/v1/*', '/rest/v1/*']) {
      app.use(prefix, openToOrigins, noStoreByDefault)
      // /rest/v1 reads a body itself, once it knows that its caller may send one.
      if (prefix.startsWith('/auth/')) app.use(prefix, limitBody)
      if (limiter) app.use(prefix, limiter)
      app.all(prefix, ({ req: { raw }, env }) => parts.sharedRead(raw) ?? api.fetch(raw, env.ip))
    }

  const { storage } = parts
  if (storage) {
    app.use('/storage/v1/*', openToOrigins)
    if (limiter) app.use('/storage/v1/*', limiter)
    // It reads bodies itself: an upload that is too large is refused before it is read.
    app.all('/storage/v1/*', (context) => storage.fetch(context.req.raw, context.env.ip))
  }

  // No body limit: it accepts whole catalogues and has its own limit.
  app.use('/transfer/v1/*', neverStored)
  if (limiter) app.use('/transfer/v1/*', limiter)
  app.all(
    '/transfer/v1/*',
    ({ req }) => parts.transfer?.fetch(req.raw) ?? refusal(501, 'The catalogue is kept by a hosted project'),
  )

  for (const prefix of parts.prefixes) {
    const confirm = `${prefix}/auth/confirm`
    app.use(confirm, limitBody)
    if (limiter) {
      app.use(confirm, ({ env }, next) => hashingFor(networkOf(env.ip), next))
      app.use(confirm, async (context, next) => {
        const refused = await limiter(context, next)
        // A page instead of JSON: its reader has no script that would explain it.
        if (refused instanceof Response && context.req.method === 'POST')
          return parts.confirm(context.req.raw, true)
        return refused
      })
    }
    app.post(confirm, (context) => parts.confirm(context.req.raw, false))
    app.on(['PUT', 'PATCH', 'DELETE', 'OPTIONS'], confirm, () => notAllowed(['GET', 'HEAD', 'POST']))
  }
  app.on(['GET', 'HEAD'], '*', async (context) => {
    const known = (await parts.seo(context.req.raw)) ?? (await parts.asset(context.req.raw))
    const other = known ?? toPlainPath(context.req.raw)
    if (other) return other
    const page = await parts.page(withValidPath(context.req.raw))
    const { method, path } = context.req
    visits?.note(method, path, page.status, (name) => context.req.header(name))
    return page
  })
  app.all('*', () => notAllowed(['GET', 'HEAD']))
  app.onError(async (error, context) => {
    // The client is gone; the log records a cancelled request.
    if (error instanceof BodyBrokenOff) return new Response(null, { status: 499 })
    if (error instanceof TimeBudgetError) {
      // Immediate retries are refused with the same delay: answering refusals at full speed would take processor time
      // from everybody else.
      await sleep(REFUSAL_PAUSE_MS, undefined, { ref: false })
      return tooManyRequests(error.retryAfterSeconds)
    }
    report('the pipeline failed', error, { path: context.req.path })
    return refusal(500, 'Something went wrong')
  })
  return app
}

/** What pages may tell of visits from one network, of one process. */
function limitCounts(): MiddlewareHandler<Env> {
  const limiter = limitersInMemory({ name: 'counts', points: 600, seconds: 60 })
  return async ({ env }, next) => {
    const counted = await count(limiter, networkOf(env.ip))
    if (counted.isSpent) return refuse(counted)
    return next()
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Later parts treat unknown methods as reads. */
const knownMethods: MiddlewareHandler<Env> = async ({ req }, next) => {
  if (!METHODS.includes(req.method)) return notAllowed(METHODS)
  await next()
}

const notAllowed = (allowed: readonly string[]) =>
  refusal(405, 'Method not allowed', { allow: allowed.join(', ') })

const neverStored = async (context: { res: Response }, next: () => Promise<void>): Promise<void> => {
  await next()
  context.res.headers.set('cache-control', 'no-store, no-transform')
}

/** The API is for clients on any origin, as on a hosted project; sessions are in headers, never in cookies. */
const openToOrigins = async (context: { res: Response }, next: () => Promise<void>): Promise<void> => {
  await next()
  const { headers } = context.res
  if (!headers.has('access-control-allow-origin')) headers.set('access-control-allow-origin', '*')
  headers.set(
    'access-control-expose-headers',
    'Content-Range, Preference-Applied, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id',
  )
}

/** Answers of the database are not cacheable. Public ones set their own header. */
const noStoreByDefault = async (context: { res: Response }, next: () => Promise<void>): Promise<void> => {
  await next()
  const { headers } = context.res
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}

/** Read your own writes: the response to a write waits until the cache has been invalidated. */
function awaitAfterWrites(awaitInvalidations: () => Promise<void>): MiddlewareHandler<Env> {
  return async (context, next) => {
    await next()
    if (!['GET', 'HEAD', 'OPTIONS'].includes(context.req.method)) await awaitInvalidations()
  }
}
