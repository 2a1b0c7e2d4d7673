import { FastResponse } from 'srvx/node'
import { encodingOf, matchesTag } from './answer.ts'
import type { Loaded } from './memory.ts'

/** To be kept by anyone who asks us each time whether it still holds: exactness is promised, so nobody may skip it. */
export const REVALIDATED: [string, string][] = [['cache-control', 'public, max-age=0, must-revalidate']]

/** Nobody's to keep: a person's, or what failed. */
export const NOT_STORED: [string, string][] = [['cache-control', 'no-store']]

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
  const isTagged = TAGGED.has(status)
  if (isTagged) headers.push(['etag', answer.etag])
  if (isTagged && status === 200 && matchesTag(wanted('if-none-match'), answer.etag))
    return new Response(null, { status: 304, headers })
  const encoding = answer.encodingFor(encodingOf(wanted('accept-encoding')))
  const body = answer.ready(encoding) ?? (await answer.pack(encoding))
  if (encoding !== 'identity') headers.push(['content-encoding', encoding])
  headers.push(['content-length', String(body.byteLength)])
  const isBare = request.method === 'HEAD' || body.byteLength === 0
  // The listener's own kind: it sends the bytes as they are, without a stream and copies in between.
  return new FastResponse(isBare ? null : body, { status, headers })
}
