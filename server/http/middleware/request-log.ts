import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { requestId } from '../../lib/errors.ts'
import { type Logger, pseudonym } from '../../lib/log.ts'
import { networkOf } from '../../lib/network.ts'
import type { Env } from '../env.ts'

/** A valid id of the request is kept, so that a proxy's trace continues in our log. */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/** Gives every request an id and logs one line per request. */
export type RequestLog = ReturnType<typeof createRequestLog>

interface Answered {
  id: string
  method: string
  /** The path without parameters: those of mailed links contain tokens. */
  path: string
  status: number
  /** `performance.now()` at its start. */
  started: number
  ip: string
}

export function createRequestLog(log: Logger, salt: string, trustsProxy: boolean) {
  return {
    idFor: (given: string | string[] | undefined): string =>
      trustsProxy && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID(),
    write: ({ id, method, path, status, started, ip }: Answered): void => {
      // Health checks, static files and delivered logos are not logged.
      if (path === '/healthz' || path === '/readyz' || path.startsWith('/assets/')) return
      if (status < 400 && method === 'GET' && path.startsWith('/storage/v1/')) return
      const level = status >= 500 ? 'error' : status === 404 && method === 'GET' ? 'warn' : 'info'
      if (!log.isLevelEnabled(level)) return
      const ms = Math.round((performance.now() - started) * 10) / 10
      const line = { id, method, path, status, ms, client: pseudonym(networkOf(ip), salt) }
      log[level](line, level === 'error' ? 'request failed' : level === 'warn' ? 'not found' : 'request')
    },
  }
}

/** The log middleware of the pipeline. */
export function requestLog(log: RequestLog): MiddlewareHandler<Env> {
  return async (context, next) => {
    const id = log.idFor(context.req.header('x-request-id'))
    const started = performance.now()
    await requestId.run(id, next)
    context.res.headers.set('x-request-id', id)
    const { method, path } = context.req
    log.write({ id, method, path, status: context.res.status, started, ip: context.env.ip })
  }
}
