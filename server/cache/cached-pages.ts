import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestLog } from '../middleware/request-log.ts'
import { PLAIN_SECURITY_HEADERS } from '../middleware/security-headers.ts'
import { type Answer, type Encoding, encodingOf, matchesTag } from './answer.ts'
import type { Memory } from './memory.ts'
import { HIT } from './send.ts'

/**
 * Answers a visitor's request for a page that is in memory, before anything is made of the request: most requests are
 * such, and the pipeline would take many times as long to come to the same bytes. Everything else is left to it.
 * What the pipeline does to every answer (request id, log, security headers) is done here by the same parts.
 */
export interface CachedPages {
  /** Calls `otherwise` when the request is none of this. */
  answer(request: IncomingMessage, response: ServerResponse, otherwise: () => void): void
}

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
    const encoding = answer.encodingFor(encodingOf(headers['accept-encoding']))
    const body = answer.ready(encoding)
    if (!body) return false
    const id = log.idFor(headers['x-request-id'])
    const isKnown = answer.status === 200 && matchesTag(headers['if-none-match'], answer.etag)
    const status = isKnown ? 304 : answer.status
    response.writeHead(status, [
      ...headersOf(answer, encoding, isKnown ? undefined : body),
      'x-request-id',
      id,
    ])
    response.end(isKnown || method === 'HEAD' ? undefined : body)
    log.write({ id, method, path: pathOf(url), status, started, ip: ipOf(request) })
    return true
  }

  return {
    answer: (request, response, otherwise) => {
      const { method, url = '', headers } = request
      const isRead = (method === 'GET' || method === 'HEAD') && headers['content-length'] === undefined
      if (!isRead || headers.authorization !== undefined || !memory.holds(url)) return otherwise()
      const started = performance.now()
      if (send(request, response, started)) return
      // It is here, and nobody has asked for a moment whether it still holds.
      memory.awaitInvalidations().then(() => {
        if (!response.destroyed && !send(request, response, started)) otherwise()
      }, otherwise)
    },
  }
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

const prepared = new WeakMap<Answer, Map<string, readonly string[]>>()

/** Names and values in a row, as node takes them fastest; made once for each answer and encoding. */
function headersOf(answer: Answer, encoding: Encoding, body: Buffer | undefined): readonly string[] {
  const form = body ? encoding : 'known'
  const forms = prepared.get(answer) ?? new Map<string, readonly string[]>()
  prepared.set(answer, forms)
  const before = forms.get(form)
  if (before) return before
  const made = [
    ...answer.headers.flat(),
    ...PLAIN_SECURITY_HEADERS.flat(),
    ...HIT,
    ...['etag', answer.etag],
    ...(body && encoding !== 'identity' ? ['content-encoding', encoding] : []),
    ...(body ? ['content-length', String(body.byteLength)] : []),
  ]
  forms.set(form, made)
  return made
}
