import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { tagOf } from '../../lib/etag.ts'
import type { Tag } from './tags.ts'

/** A copy with memory of its own: a slice would keep the whole larger buffer alive. */
type Bytes = Uint8Array<ArrayBuffer>

export type Encoding = 'br' | 'gzip' | 'identity'

/** A public response: rendered or read. */
export interface Answer {
  readonly status: number
  readonly headers: readonly [string, string][]
  /** Its dependencies; undefined: not cacheable. */
  readonly tags: ReadonlySet<Tag> | undefined
  readonly etag: string
  /** Its body in one or more encodings; {@link bodyIn} creates the others. */
  readonly bodies: Partial<Record<Encoding, Bytes>>
}

interface Made extends Pick<Answer, 'status' | 'headers' | 'tags'> {
  body: string
}

export function createAnswer({ body, ...made }: Made): Answer {
  const identity = new TextEncoder().encode(body)
  return { ...made, etag: tagOf(identity), bodies: { identity } }
}

/** The response with its brotli body only: plain text takes five times the memory and is rarely requested. */
export async function compressed(answer: Answer): Promise<Answer> {
  return { ...answer, bodies: { br: await bodyIn(answer, 'br') } }
}

/** Its size in memory. The body counts twice: a second encoding requested later is stored too, and is no larger. */
export function bytesOf({ headers, tags, bodies }: Answer): number {
  let sum = (tags?.size ?? 0) * TAG_BYTES
  for (const [name, value] of headers) sum += 2 * (name.length + value.length)
  for (const body of Object.values(bodies)) sum += 2 * body.byteLength
  return sum
}

/** A tag is a string and two slots. */
const TAG_BYTES = 160

/** A smaller body does not shrink, or fits into one packet anyway. */
const COMPRESSED_FROM_BYTES = 1024

/** The encoding to send, by `Accept-Encoding`. */
export function encodingFor({ bodies }: Answer, accepted: string | null | undefined): Encoding {
  const isSmall = bodies.identity && bodies.identity.byteLength < COMPRESSED_FROM_BYTES
  return isSmall ? 'identity' : encodingOf(accepted)
}

/** The client's preferred encoding among those offered; the first of equals. */
export function encodingOf(
  accepted: string | null | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding {
  if (!accepted) return 'identity'
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight = '1'] = part.split(/\s*;\s*q=/)
    weights.set(name.trim(), Number(weight))
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? 0
  return offered.reduce((best, next) => (weightOf(next) > weightOf(best) ? next : best), 'identity')
}

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)
const fromBrotli = promisify(brotliDecompress)

/** The body in this encoding. A compressed one is stored with the response for later requests. */
export async function bodyIn({ bodies, tags }: Answer, encoding: Encoding): Promise<Bytes> {
  const known = bodies[encoding]
  if (known) return known
  const plain = bodies.identity ?? (await fromBrotli(bodies.br ?? Buffer.alloc(0)))
  if (encoding === 'identity') return plain
  // What is sent once is compressed quickly.
  const [quality, level] = tags ? [5, 6] : [1, 1]
  const made = await (encoding === 'gzip'
    ? asGzip(plain, { level })
    : asBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, ...BROTLI_WINDOW } }))
  bodies[encoding] = new Uint8Array(made)
  return bodies[encoding]
}

/** 256 kB, more than a page has: the default allocates four megabytes for each concurrent compression. */
const BROTLI_WINDOW = { [constants.BROTLI_PARAM_LGWIN]: 18 }
