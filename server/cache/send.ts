import { FastResponse } from 'srvx/node'
import { type Answer, encodingOf, matchesTag } from './answer.ts'
import type { Loaded } from './memory.ts'

/** Statuses whose bodies a client may keep and ask about again. */
const TAGGED = new Set([200, 206, 404])

/** Says that an answer came from memory (RFC 9211). */
export const HIT = ['cache-status', 'plaudit; hit'] as const

/** An answer as a response: packed as the client likes it, nothing of it if the client has it already. */
export async function toResponse({ answer, isHit }: Loaded, request: Request): Promise<Response> {
  const { status } = answer
  const wanted = (name: string) => request.headers.get(name)
  const headers = new Headers(answer.headers.map(([name, value]) => [name, value]))
  if (isHit) headers.set(...HIT)
  // A read that was asked for its head alone has no body to tag: every such answer would have the same one.
  const isTagged = TAGGED.has(status) && !(request.method === 'HEAD' && isEmpty(answer))
  if (isTagged) headers.set('etag', answer.etag)
  if (isTagged && status === 200 && matchesTag(wanted('if-none-match'), answer.etag))
    return new Response(null, { status: 304, headers })
  const encoding = answer.encodingFor(encodingOf(wanted('accept-encoding')))
  const body = answer.ready(encoding) ?? (await answer.pack(encoding))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.byteLength))
  const isBare = request.method === 'HEAD' || body.byteLength === 0
  // The listener's own kind: it sends the bytes as they are, without a stream and copies in between.
  return new FastResponse(isBare ? null : body, { status, headers })
}

const isEmpty = (answer: Answer) => answer.ready('identity')?.byteLength === 0
