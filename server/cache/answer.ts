import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import type { Dependency } from './dependencies.ts'
import type { Sized } from './store.ts'

/** Bytes whose memory nobody shares. */
export type Bytes = Buffer<ArrayBuffer>

/** An answer for everyone: what was rendered or read, and what it depends on. */
export interface Made {
  status: number
  headers: [string, string][]
  body: Bytes
  /** Undefined: not to be kept. */
  dependencies: ReadonlySet<Dependency> | undefined
  /** Milliseconds of the clock from which on it is not to be used. */
  expires: number
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The same, as it is kept and sent: packed in the encodings that were asked for. */
export interface Answer extends Sized {
  readonly status: number
  readonly headers: readonly [string, string][]
  readonly dependencies: ReadonlySet<Dependency> | undefined
  readonly expires: number
  /** Weak: the same for every encoding. */
  readonly etag: string
  /** The body, if it is at hand; else ask {@link Answer.pack}. */
  ready(encoding: Encoding): Bytes | undefined
  pack(encoding: Encoding): Promise<Bytes>
  /** The encoding this one is really sent in: what is small is not packed. */
  encodingFor(encoding: Encoding): Encoding
}

/** Less than this grows by packing, or is sent in one piece of the network anyway. */
const PACKED_FROM_BYTES = 1024
/** What is kept is packed well, away from the main thread. */
const KEPT = { brotli: 5, gzip: 6 }
/** What is sent once is packed quickly: in place, because handing it to another thread takes longer than packing it. */
const ONCE = { brotli: 1, gzip: 1 }
/** More than this would hold up everybody else. */
const IN_PLACE_BYTES = 256 * 1024
/** A set of dependencies holds a string and two slots for each. */
const DEPENDENCY_BYTES = 160

/** Its window is four megabytes and more unless it is told how little there is to pack. */
const brotliFor = (bytes: number, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(Math.ceil(Math.log2(bytes)), 10), 22),
})

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)
const fromBrotli = promisify(brotliDecompress)
const fromGzip = promisify(gunzip)

/** The tag of what is shown, the same on every process. Weak, as everything here: packing does not change it. */
export function tagOf(content: string | Uint8Array): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 27)}"`
}

/** `onResized` is told when packing changed what it weighs; without it the answer is sent once and not kept. */
export function createAnswer(made: Made, onResized?: (answer: Answer) => void): Answer {
  const { status, headers, dependencies, expires } = made
  let etag: string | undefined
  const isPackable = made.body.byteLength >= PACKED_FROM_BYTES
  const kept = new Map<Encoding, Bytes>([['identity', inOwnMemory(made.body)]])
  const packing = new Map<Encoding, Promise<Bytes>>()
  const headerBytes = headers.reduce((sum, [name, value]) => sum + 2 * (name.length + value.length), 0)
  const fixedBytes = headerBytes + (dependencies?.size ?? 0) * DEPENDENCY_BYTES

  /** Of the plain bytes, made while they are here and somebody asks: what is read for a page needs none. */
  function tag(): string {
    const plain = kept.get('identity')
    if (!etag && plain) etag = tagOf(plain)
    return etag ?? ''
  }

  async function make(encoding: Encoding): Promise<Bytes> {
    const plain = kept.get('identity') ?? (await unpack())
    if (encoding === 'identity') return plain
    const packed = await packAs(encoding, plain, onResized === undefined)
    kept.set(encoding, onResized ? inOwnMemory(packed) : packed)
    tag()
    // From here on the plain bytes are derived: they are five times as many.
    kept.delete('identity')
    onResized?.(answer)
    return packed
  }

  function unpack(): Promise<Bytes> {
    const br = kept.get('br')
    return br ? fromBrotli(br) : fromGzip(kept.get('gzip') ?? Buffer.alloc(0))
  }

  const answer: Answer = {
    status,
    headers,
    dependencies,
    expires,
    get etag() {
      return tag()
    },
    get bytes() {
      let sum = fixedBytes
      for (const body of kept.values()) sum += body.byteLength
      return sum
    },
    encodingFor: (encoding) => (isPackable ? encoding : 'identity'),
    ready: (encoding) => kept.get(encoding),
    pack: (encoding) => {
      let made = packing.get(encoding)
      if (!made) {
        made = make(encoding).finally(() => packing.delete(encoding))
        packing.set(encoding, made)
      }
      return made
    },
  }
  return answer
}

function packAs(encoding: 'br' | 'gzip', plain: Bytes, isOnce: boolean): Promise<Bytes> | Bytes {
  const effort = isOnce ? ONCE : KEPT
  const inPlace = isOnce && plain.byteLength <= IN_PLACE_BYTES
  if (encoding === 'gzip') {
    const options = { level: effort.gzip }
    return inPlace ? gzipSync(plain, options) : asGzip(plain, options)
  }
  const options = { params: brotliFor(plain.byteLength, effort.brotli) }
  return inPlace ? brotliCompressSync(plain, options) : asBrotli(plain, options)
}

/**
 * Bytes that take what they say they take: what the compressor hands out, and any small buffer, is a slice of a larger
 * piece that would be kept with it.
 */
export function inOwnMemory(bytes: Uint8Array): Bytes {
  if (Buffer.isBuffer(bytes) && isAlone(bytes)) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  own.set(bytes)
  return own
}

const isAlone = (bytes: Buffer): bytes is Bytes =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength

/** Where a client likes two alike, the first. */
const OFFERED: readonly Encoding[] = ['br', 'gzip', 'identity']
const known = new Map<string, Encoding>()

/** What a client accepts best of what is offered. */
export function encodingOf(accepted: string | null | undefined, offered = OFFERED): Encoding {
  if (!accepted) return 'identity'
  const before = offered === OFFERED ? known.get(accepted) : undefined
  if (before) return before
  const offers = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.trim().split(';')
    const weight = parameters.map((text) => /^\s*q=([0-9.]+)\s*$/.exec(text)?.[1]).find(Boolean)
    offers.set(name.trim(), weight === undefined ? 1 : Number(weight))
  }
  const weightOf = (encoding: Encoding) => offers.get(encoding) ?? 0
  const [best = 'identity'] = offered.toSorted((a, b) => weightOf(b) - weightOf(a))
  const encoding = weightOf(best) > 0 ? best : 'identity'
  // Browsers send a handful of different ones; whoever makes up others has them read each time.
  if (offered === OFFERED && known.size < 100 && accepted.length < 200) known.set(accepted, encoding)
  return encoding
}

/** Whether `If-None-Match` names this tag. Weak comparison, as for every GET. */
export function matchesTag(condition: string | null | undefined, etag: string): boolean {
  if (!condition) return false
  const bare = etag.slice(2)
  return condition === '*' || condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare)
}
