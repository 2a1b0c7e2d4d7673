import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../app.ts'
import { type Logger, pseudonym } from '../log.ts'

/** An id that came with the request is kept when it looks like one: a proxy's trace goes on in our log. */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Gives every request an id and writes one line about it: method, path without its parameters (a mailed link carries
 * its token there), status, time. Health checks, static files and logos that were sent are not worth a line.
 */
export function requestLog(log: Logger, salt: string, trustsProxy: boolean): MiddlewareHandler<Env> {
  return async (context, next) => {
    const given = trustsProxy ? context.req.header('x-request-id') : undefined
    const id = given && REQUEST_ID.test(given) ? given : randomUUID()
    const started = performance.now()
    await next()
    context.res.headers.set('x-request-id', id)
    const { path } = context.req
    if (path === '/healthz' || path === '/readyz' || path.startsWith('/assets/')) return
    const status = context.res.status
    if (status < 400 && context.req.method === 'GET' && path.startsWith('/storage/v1/')) return
    const line = {
      id,
      method: context.req.method,
      path,
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      client: pseudonym(context.env.ip, salt),
    }
    if (status >= 500) log.error(line, 'request failed')
    else if (status === 404 && context.req.method === 'GET') log.warn(line, 'not found')
    else log.info(line, 'request')
  }
}
