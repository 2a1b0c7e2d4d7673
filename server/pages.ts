import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ServerGround } from '../src/lib/environment.ts'
import { StartError } from './config.ts'
import { pagePolicy } from './middleware/security-headers.ts'

type RenderPage = (request: Request) => Promise<Response> | Response

/** Hands the pages their environment and the backend, where src/lib/environment.ts looks for them. */
export function offerToPages(ground: ServerGround): void {
  Reflect.set(globalThis, Symbol.for('plaudit'), ground)
}

export const BUILD_FOLDER = path.join(import.meta.dirname, '../dist')

/** Loads the built pages. Throws a StartError when there are none. */
export async function loadPages(): Promise<RenderPage> {
  const entry = path.join(BUILD_FOLDER, 'server/server.js')
  if (!existsSync(entry)) throw new StartError('the pages are not built: run npm start, or npm run build')
  const built: { default: { fetch: RenderPage } } = await import(pathToFileURL(entry).href)
  return built.default.fetch
}

/** Renders a page whole, so that its policy can name its scripts, and packs it as the browser likes it. */
export async function answerPage(
  render: RenderPage,
  request: Request,
  apiOrigin?: string,
): Promise<Response> {
  const response = await render(request)
  // A redirect's headers may be frozen; what comes after adds to them.
  if (!response.headers.get('content-type')?.startsWith('text/html'))
    return new Response(response.body, response)
  const html = await response.text()
  const headers = new Headers(response.headers)
  headers.set('content-security-policy', pagePolicy(html, apiOrigin))
  headers.set('vary', 'accept-encoding')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache')
  const packed = await compress(html, request.headers.get('accept-encoding') ?? '')
  if (packed.encoding) headers.set('content-encoding', packed.encoding)
  headers.set('content-length', String(packed.body.byteLength))
  const body = request.method === 'HEAD' ? null : packed.body
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

const asGzip = promisify(gzip)
const asBrotli = promisify(brotliCompress)

async function compress(
  html: string,
  accepted: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; encoding?: string }> {
  const plain = new TextEncoder().encode(html)
  if (/\bbr\b/.test(accepted)) {
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
    return { body: new Uint8Array(await asBrotli(plain, options)), encoding: 'br' }
  }
  if (/\bgzip\b/.test(accepted)) return { body: new Uint8Array(await asGzip(plain)), encoding: 'gzip' }
  return { body: plain }
}
