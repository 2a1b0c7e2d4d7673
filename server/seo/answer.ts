import { createAnswer } from '../cache/answer.ts'
import { REVALIDATED, toResponse } from '../cache/send.ts'
import { matchesTag } from '../etag.ts'

/**
 * A text document, packed as the client likes it; 304 when it has it already. Without a `maxAgeSeconds` to be asked for
 * each time.
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

/** A picture we drew; `draw` is called only for a client that has another one. */
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

/** The same thing under its present address, for good; but the slug may come back, so nobody keeps the answer unasked. */
export function movedTo(location: string): Response {
  return new Response(null, { status: 308, headers: [['location', location], ...REVALIDATED] })
}

/** What XML 1.0 has no place for, even escaped. A name or a reason may hold it all the same. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text as it stands in an element or an attribute of an XML document. */
export function escapeXml(text: string): string {
  return text.replace(NO_XML, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
