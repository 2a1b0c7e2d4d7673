import type { MiddlewareHandler } from 'hono'
import type { Env } from '../app.ts'

/** The client disconnected during its request. */
export class BodyBrokenOff extends Error {
  override name = 'BodyBrokenOff'
}

/**
 * Reads a body up to `maxBytes` and replaces the listener's request by a plain one whose body can be read repeatedly.
 * (Hono's own body limit copies the listener's request, which is not a Request of this runtime.) A larger body is
 * answered with 413, without reading further. Throws {@link BodyBrokenOff} if the body is incomplete.
 */
export function readBody(maxBytes: number): MiddlewareHandler<Env> {
  return async (context, next) => {
    const { raw } = context.req
    if (raw.method === 'GET' || raw.method === 'HEAD') return next()
    // The rest is not read, so the connection cannot be reused.
    const tooLarge = () =>
      context.json(
        { code: '413', message: 'The request is larger than 1 MB', details: null, hint: null },
        413,
        {
          connection: 'close',
        },
      )
    if (Number(raw.headers.get('content-length')) > maxBytes) return tooLarge()
    const chunks: Uint8Array[] = []
    let size = 0
    try {
      for await (const chunk of raw.body ?? []) {
        size += chunk.byteLength
        if (size > maxBytes) return tooLarge()
        chunks.push(chunk)
      }
    } catch (error) {
      throw new BodyBrokenOff('the body broke off', { cause: error })
    }
    context.req.raw = new Request(raw.url, {
      method: raw.method,
      headers: [...raw.headers],
      ...(size > 0 && { body: Buffer.concat(chunks) }),
    })
    return next()
  }
}
