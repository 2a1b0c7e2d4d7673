import type { MiddlewareHandler } from 'hono'
import { refusal } from './errors.ts'

/** The client disconnected during its request. */
export class BodyBrokenOff extends Error {
  override name = 'BodyBrokenOff'
}

/** The body is larger than the request may be. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    super('The body is too large')
    this.#maxBytes = maxBytes
  }

  /** The rest is not read, so the connection cannot be reused. */
  toResponse(): Response {
    const kilobytes = this.#maxBytes / 1024
    const most = kilobytes < 1024 ? `${kilobytes} kB` : `${kilobytes / 1024} MB`
    return refusal(413, `The request is larger than ${most}`, { connection: 'close' })
  }
}

/**
 * Replaces the listener's request by a plain one whose body can be read repeatedly. (Hono's own body limit copies the
 * listener's request, which is not a Request of this runtime.) Throws {@link BodyTooLarge} without reading further, and
 * {@link BodyBrokenOff} if the body is incomplete.
 */
export async function withBody(request: Request, maxBytes: number): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD') return request
  if (Number(request.headers.get('content-length')) > maxBytes) throw new BodyTooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw new BodyBrokenOff('the body broke off', { cause: error })
  }
  if (size > maxBytes) throw new BodyTooLarge(maxBytes)
  return new Request(request.url, {
    method: request.method,
    headers: [...request.headers],
    ...(size > 0 && { body: Buffer.concat(chunks) }),
  })
}

/** Reads a body up to `maxBytes`; a larger one is answered with 413. */
export function readBody(maxBytes: number): MiddlewareHandler {
  return async (context, next) => {
    try {
      context.req.raw = await withBody(context.req.raw, maxBytes)
    } catch (error) {
      if (error instanceof BodyTooLarge) return error.toResponse()
      throw error
    }
    return next()
  }
}
