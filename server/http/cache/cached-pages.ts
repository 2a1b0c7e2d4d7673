import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestLog } from '../middleware/request-log.ts'
import { PLAIN_SECURITY_HEADERS } from '../middleware/security-headers.ts'
import type { Visits } from '../visits.ts'
import type { Memory } from './memory.ts'
import { headOf } from './send.ts'

/**
 * Serves a visitor's request from the cached pages before the pipeline, which would take many times as long to send the
 * same bytes; most requests are such. Calls `otherwise` for everything else. Request id, log and security headers come
 * from the same parts as in the pipeline.
 */
export type CachedPages = ReturnType<typeof createCachedPages>

interface Options {
  memory: Memory
  log: RequestLog
  /** Undefined: nothing is counted. */
  visits: Pick<Visits, 'note'> | undefined
  /** The client's address, as the pipeline sees it. */
  ipOf(request: IncomingMessage): string
}

export function createCachedPages({ memory, log, visits, ipOf }: Options) {
  /** Whether it has answered. */
  function send(request: IncomingMessage, response: ServerResponse, started: number): boolean {
    const { method = '', url = '', headers } = request
    const answer = memory.peek(url)
    if (!answer) return false
    const head = headOf({ answer, isHit: true }, headers['if-none-match'], headers['accept-encoding'])
    const body = head.encoding && answer.bodies[head.encoding]
    // The pipeline creates other encodings.
    if (head.encoding && !body) return false
    const id = log.idFor(headers['x-request-id'])
    const lines = [...head.headers, ...PLAIN_SECURITY_HEADERS, ['x-request-id', id]]
    if (body) lines.push(['content-length', String(body.byteLength)])
    response.writeHead(head.status, lines.flat())
    response.end(method === 'HEAD' ? undefined : body)
    const [path = ''] = url.split('?', 1)
    log.write({ id, method, path, status: head.status, started, ip: ipOf(request) })
    visits?.note(method, path, head.status, (name) => headers[name])
    return true
  }

  return (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => {
    const { method = '', url = '', headers } = request
    const isRead = ['GET', 'HEAD'].includes(method) && headers['content-length'] === undefined
    if (!isRead || headers.authorization !== undefined || !memory.holds(url)) return otherwise()
    const started = performance.now()
    if (send(request, response, started)) return
    // Cached, but its freshness has not been checked for a moment.
    memory.awaitInvalidations().then(() => {
      if (!response.destroyed && !send(request, response, started)) otherwise()
    }, otherwise)
  }
}
