import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestLog } from '../middleware/request-log.ts'
import { PLAIN_SECURITY_HEADERS } from '../middleware/security-headers.ts'
import type { Memory } from './memory.ts'
import { headOf } from './send.ts'

/**
 * Answers a visitor's request for a page that is in memory, before anything is made of the request: most requests are
 * such, and the pipeline would take many times as long to come to the same bytes. Calls `otherwise` for everything else.
 * What the pipeline does to every answer (request id, log, security headers) is done here by the same parts.
 */
export type CachedPages = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void

interface Options {
  memory: Memory
  log: RequestLog
  /** The client's address, as the pipeline sees it. */
  ipOf(request: IncomingMessage): string
}

export function createCachedPages({ memory, log, ipOf }: Options): CachedPages {
  /** Whether it answered. */
  function send(request: IncomingMessage, response: ServerResponse, started: number): boolean {
    const { method = '', url = '', headers } = request
    const answer = memory.peek(url)
    if (!answer) return false
    const head = headOf({ answer, isHit: true }, headers['if-none-match'], headers['accept-encoding'])
    const body = head.encoding && answer.bodies[head.encoding]
    // Another encoding is made by the pipeline.
    if (head.encoding && !body) return false
    const id = log.idFor(headers['x-request-id'])
    const lines = [...head.headers, ...PLAIN_SECURITY_HEADERS, ['x-request-id', id]]
    if (body) lines.push(['content-length', String(body.byteLength)])
    response.writeHead(head.status, lines.flat())
    response.end(method === 'HEAD' ? undefined : body)
    const [path = ''] = url.split('?', 1)
    log.write({ id, method, path, status: head.status, started, ip: ipOf(request) })
    return true
  }

  return (request, response, otherwise) => {
    const { method = '', url = '', headers } = request
    const isRead = ['GET', 'HEAD'].includes(method) && headers['content-length'] === undefined
    if (!isRead || headers.authorization !== undefined || !memory.holds(url)) return otherwise()
    const started = performance.now()
    if (send(request, response, started)) return
    // It is here, and nobody has asked for a moment whether it still holds.
    memory.awaitInvalidations().then(() => {
      if (!response.destroyed && !send(request, response, started)) otherwise()
    }, otherwise)
  }
}
