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
  // A plain list: the listener's own kind of response makes one object of it, and none where nobody looks.
  const headers: [string, string][] = answer.headers.map(([name, value]) => [name, value])
  if (isHit) headers.push([...HIT])
  // A read that was asked for its head alone has no body to tag or to measure: all such answers would be the same.
  const isHeadAlone = request.method === 'HEAD' && isEmpty(answer)
  const isTagged = TAGGED.has(status) && !isHeadAlone
  if (isTagged) headers.push(['etag', answer.etag])
  if (isTagged && status === 200 && matchesTag(wanted('if-none-match'), answer.etag))
    return new Response(null, { status: 304, headers })
  const encoding = answer.encodingFor(encodingOf(wanted('accept-encoding')))
  const body = answer.ready(encoding) ?? (await answer.pack(encoding))
  if (encoding !== 'identity') headers.push(['content-encoding', encoding])
  if (!isHeadAlone) headers.push(['content-length', String(body.byteLength)])
  const isBare = request.method === 'HEAD' || body.byteLength === 0
  // The listener's own kind: it sends the bytes as they are, without a stream and copies in between.
  return new FastResponse(isBare ? null : body, { status, headers })
}

const isEmpty = (answer: Answer) => answer.ready('identity')?.byteLength === 0
