import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import type { Tag } from './tags.ts'

/** Bytes whose memory nobody shares. */
export type Bytes = Buffer<ArrayBuffer>

/** An answer for everyone: what was rendered or read. */
export interface Made {
  status: number
  headers: [string, string][]
  body: Bytes
  /** What it depends on; undefined: not to be kept. */
  tags: ReadonlySet<Tag> | undefined
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** Less than this grows by packing, or is sent in one piece of the network anyway. */
const PACKED_FROM_BYTES = 1024
const KEPT = { brotli: 5, gzip: 6 }
/** What is sent once is packed quickly. */
const ONCE = { brotli: 1, gzip: 1 }
/** A tag is a string and two slots. */
const TAG_BYTES = 160

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)
const fromBrotli = promisify(brotliDecompress)
const fromGzip = promisify(gunzip)

/** The same, as it is kept and sent: packed in the encodings that were asked for. */
export class Answer {
  readonly status: number
  readonly headers: readonly [string, string][]
  readonly tags: ReadonlySet<Tag> | undefined
  /** Weak: the same for every encoding. The same data make the same tag on every process. */
  readonly etag: string
  /** Told when packing changed what it weighs. */
  onResized: (() => void) | undefined
  readonly #isPackable: boolean
  readonly #bodies = new Map<Encoding, Bytes>()
  readonly #packing = new Map<Encoding, Promise<Bytes>>()

  constructor({ status, headers, body, tags }: Made) {
    this.status = status
    this.headers = headers
    this.tags = tags
    this.etag = tagOf(body)
    this.#isPackable = body.byteLength >= PACKED_FROM_BYTES
    this.#bodies.set('identity', inOwnMemory(body))
  }

  get bytes(): number {
    let sum = (this.tags?.size ?? 0) * TAG_BYTES
    for (const [name, value] of this.headers) sum += 2 * (name.length + value.length)
    for (const body of this.#bodies.values()) sum += body.byteLength
    return sum
  }

  /** The encoding this one is really sent in: what is small is not packed. */
  encodingFor(encoding: Encoding): Encoding {
    return this.#isPackable ? encoding : 'identity'
  }

  /** The body, if it is at hand; else ask {@link pack}. */
  ready(encoding: Encoding): Bytes | undefined {
    return this.#bodies.get(encoding)
  }

  /** The body; it is packed once for all who ask meanwhile. */
  async pack(encoding: Encoding): Promise<Bytes> {
    const known = this.#bodies.get(encoding) ?? this.#packing.get(encoding)
    if (known) return known
    const packing = this.#make(encoding).finally(() => this.#packing.delete(encoding))
    this.#packing.set(encoding, packing)
    return packing
  }

  async #make(encoding: Encoding): Promise<Bytes> {
    const plain = this.#bodies.get('identity') ?? (await this.#unpack())
    if (encoding === 'identity') return plain
    const effort = this.tags ? KEPT : ONCE
    const packed = inOwnMemory(
      encoding === 'gzip'
        ? await asGzip(plain, { level: effort.gzip })
        : await asBrotli(plain, { params: brotliFor(plain.byteLength, effort.brotli) }),
    )
    this.#bodies.set(encoding, packed)
    // From here on the plain bytes are derived: they are five times as many.
    this.#bodies.delete('identity')
    this.onResized?.()
    return packed
  }

  #unpack(): Promise<Bytes> {
    const br = this.#bodies.get('br')
    return br ? fromBrotli(br) : fromGzip(this.#bodies.get('gzip') ?? Buffer.alloc(0))
  }
}

/** Its window is four megabytes and more unless it is told how little there is to pack. */
const brotliFor = (bytes: number, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(Math.ceil(Math.log2(bytes)), 10), 22),
})

/** What the compressor hands out, and any small buffer, is a slice of a larger piece that would be kept with it. */
function inOwnMemory(bytes: Buffer): Bytes {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  own.set(bytes)
  return own
}

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

/** The tag of what is shown. Weak, as everything here: packing does not change it. */
export function tagOf(content: string | Uint8Array): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 27)}"`
}

/** Whether `If-None-Match` names this tag. Weak comparison, as for every GET. */
export function matchesTag(condition: string | null | undefined, etag: string): boolean {
  if (!condition) return false
  const bare = etag.slice(2)
  return condition === '*' || condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare)
}
