import { FastResponse } from 'srvx/node'
import { matchesTag } from '../etag.ts'
import { bodyIn, type Encoding, encodingFor } from './answer.ts'
import type { Loaded } from './memory.ts'

/** To be kept by anyone who asks us each time whether it still holds: exactness is promised, so nobody may skip it. */
export const REVALIDATED: [string, string][] = [['cache-control', 'public, max-age=0, must-revalidate']]

/** Nobody's to keep: a person's, or what failed. */
export const NOT_STORED: [string, string][] = [['cache-control', 'no-store']]

/** Statuses whose bodies a client may keep and ask about again. */
const TAGGED = [200, 206, 404]

/** What a client is sent before the body. */
interface Head {
  status: number
  headers: [string, string][]
  /** Of the body; undefined: none is sent, the client has it. */
  encoding: Encoding | undefined
}

/** By what a request says of itself: compressed as the client likes it, a 304 if it has the answer already. */
export function headOf(
  { answer, isHit }: Loaded,
  ifNoneMatch: string | null | undefined,
  acceptEncoding: string | null | undefined,
): Head {
  const { status, etag } = answer
  const isKnown = status === 200 && matchesTag(ifNoneMatch, etag)
  const encoding = isKnown ? undefined : encodingFor(answer, acceptEncoding)
  const headers = [...answer.headers]
  // Says that it came from memory (RFC 9211).
  if (isHit) headers.push(['cache-status', 'plaudit; hit'])
  if (TAGGED.includes(status)) headers.push(['etag', etag])
  if (encoding && encoding !== 'identity') headers.push(['content-encoding', encoding])
  return { status: isKnown ? 304 : status, headers, encoding }
}

/** An answer as a response of the pipeline. */
export async function toResponse(loaded: Loaded, request: Request): Promise<Response> {
  const wanted = (name: string) => request.headers.get(name)
  const { status, headers, encoding } = headOf(loaded, wanted('if-none-match'), wanted('accept-encoding'))
  if (!encoding) return new Response(null, { status, headers })
  const body = await bodyIn(loaded.answer, encoding)
  headers.push(['content-length', String(body.byteLength)])
  const isBare = request.method === 'HEAD' || body.byteLength === 0
  // The listener's own kind: it sends the bytes as they are, without a stream and copies in between.
  return new FastResponse(isBare ? null : body, { status, headers })
}
