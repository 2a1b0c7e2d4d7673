import type { ImageType } from '../../images/image-type.ts'
import { matchesTag } from '../../lib/etag.ts'

/** A logo to send: the original or a resized one. */
export interface Picture {
  name: string
  type: ImageType
  size: number
  body(): Promise<Buffer | ReadableStream<Uint8Array>>
  etag: string
  modified: Date
  cacheControl: string
  /** What the response depends on beside the URL. */
  vary?: string
}

/** An SVG opened directly is a document: it may render itself and nothing else. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The response to a GET or HEAD of an image: 200, or 304 when the client has it. */
export async function answerPicture(request: Request, picture: Picture): Promise<Response> {
  const headers = new Headers({
    'cache-control': picture.cacheControl,
    etag: picture.etag,
    'last-modified': picture.modified.toUTCString(),
    ...(picture.vary && { vary: picture.vary }),
    // A 304 has them too, because caches take over its headers.
    'content-security-policy': PICTURE_POLICY,
    'content-disposition': disposition(request.url, picture.name),
    // Pages of other origins may embed it, as on a hosted project.
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (isKnown(request.headers, picture)) return new Response(null, { status: 304, headers })
  headers.set('content-type', picture.type)
  headers.set('content-length', String(picture.size))
  if (request.method === 'HEAD') return new Response(null, { headers })
  const body = await picture.body()
  return new Response(body instanceof ReadableStream ? body : new Uint8Array(body), { headers })
}

function isKnown(headers: Headers, { etag, modified }: Picture): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return matchesTag(tags, etag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  // The header has a resolution of seconds.
  return Math.floor(modified.getTime() / 1000) * 1000 <= since
}

/** `?download` or `?download=NAME` saves the file, as on a hosted project; names contain no characters to escape. */
function disposition(address: string, name: string): string {
  const wanted = new URL(address).searchParams.get('download')
  if (wanted === null) return `inline; filename="${name}"`
  return `attachment; filename*=UTF-8''${encodeURIComponent(wanted || name)}`
}
