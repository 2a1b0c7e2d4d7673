import { FastResponse } from 'srvx/node'
import { matchesTag } from '../../lib/etag.ts'
import { bodyIn, encodingFor } from './answer.ts'
import type { Loaded } from './memory.ts'

/** May be stored, but must be revalidated each time, because answers have to be exact. */
export const REVALIDATED: [string, string][] = [['cache-control', 'public, max-age=0, must-revalidate']]

/** Not cacheable: personal, or a failure. */
export const NOT_STORED: [string, string][] = [['cache-control', 'no-store']]

/** Statuses whose bodies a client may store and revalidate. */
const TAGGED = [200, 206, 404]

/**
 * Status, headers and encoding, by the request's headers: compression, and 304, which has no encoding, if the client has
 * the response.
 */
export function headOf(
  { answer, isHit }: Loaded,
  ifNoneMatch: string | null | undefined,
  acceptEncoding: string | null | undefined,
) {
  const { status, etag } = answer
  const isKnown = status === 200 && matchesTag(ifNoneMatch, etag)
  const encoding = isKnown ? undefined : encodingFor(answer, acceptEncoding)
  const headers = [...answer.headers]
  // Marks a cache hit (RFC 9211).
  if (isHit) headers.push(['cache-status', 'plaudit; hit'])
  if (TAGGED.includes(status)) headers.push(['etag', etag])
  if (encoding && encoding !== 'identity') headers.push(['content-encoding', encoding])
  return { status: isKnown ? 304 : status, headers, encoding }
}

/** A cached answer as a response of the pipeline. */
export async function toResponse(loaded: Loaded, request: Request): Promise<Response> {
  const wanted = (name: string) => request.headers.get(name)
  const { status, headers, encoding } = headOf(loaded, wanted('if-none-match'), wanted('accept-encoding'))
  if (!encoding) return new Response(null, { status, headers })
  const body = await bodyIn(loaded.answer, encoding)
  headers.push(['content-length', String(body.byteLength)])
  const isBare = request.method === 'HEAD' || body.byteLength === 0
  // The listener's own Response class sends the bytes without streams and copies.
  return new FastResponse(isBare ? null : body, { status, headers })
}
