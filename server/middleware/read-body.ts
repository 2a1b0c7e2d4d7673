import type { MiddlewareHandler } from 'hono'
import type { Env } from '../app.ts'

/** The client has gone in the middle of its request. */
export class BodyBrokenOff extends Error {
  override name = 'BodyBrokenOff'
}

/**
 * Reads a body whole, up to `maxBytes`, and puts a plain request in the place of the listener's: what comes after may
 * read it as often as it likes. (Hono's own body limit cannot: it copies the listener's request, which is no Request
 * of this runtime.) More than that is answered with 413, without reading on. Throws {@link BodyBrokenOff} when it does not
 * come to its end.
 */
export function readBody(maxBytes: number): MiddlewareHandler<Env> {
  return async (context, next) => {
    const { raw } = context.req
    if (raw.method === 'GET' || raw.method === 'HEAD') return next()
    // The rest is not read: the connection can carry no further request.
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
