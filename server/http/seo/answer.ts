import { escapeUTF8 } from 'entities'
import { matchesTag } from '../../lib/etag.ts'
import { createAnswer } from '../cache/answer.ts'
import { REVALIDATED, toResponse } from '../cache/send.ts'

/**
 * A text document, compressed as the client accepts; 304 if the client has it. Without `maxAgeSeconds` it must be
 * revalidated each time.
 */
export function answerText(
  request: Request,
  body: string,
  type: string,
  maxAgeSeconds?: number,
): Promise<Response> {
  const kept: [string, string][] =
    maxAgeSeconds === undefined ? REVALIDATED : [['cache-control', `public, max-age=${maxAgeSeconds}`]]
  const answer = createAnswer({
    status: 200,
    headers: [['content-type', `${type}; charset=utf-8`], ...kept, ['vary', 'accept-encoding']],
    body,
    tags: undefined,
  })
  return toResponse({ answer, isHit: false }, request)
}

/** An image we drew; `draw` is called only if the client has no current copy. */
export async function answerPng(
  request: Request,
  kept: Record<string, string>,
  etag: string,
  draw: () => Uint8Array | Promise<Uint8Array>,
): Promise<Response> {
  const headers = new Headers({ ...kept, 'content-type': 'image/png', etag })
  if (matchesTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const png = new Uint8Array(await draw())
  headers.set('content-length', String(png.byteLength))
  return new Response(request.method === 'HEAD' ? null : png, { headers })
}

/** A permanent redirect to the current URL; revalidated each time, because the slug may be reassigned. */
export function movedTo(location: string): Response {
  return new Response(null, { status: 308, headers: [['location', location], ...REVALIDATED] })
}

/** Characters that XML 1.0 cannot contain, even escaped. A name or a reason may contain them. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Escapes a text for an element or attribute of an XML document. */
export const escapeXml = (text: string): string => escapeUTF8(text.replace(NO_XML, ''))

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
