import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import zlib from 'node:zlib'

/** What is read of a body, decompressed. */
export interface Body {
  bytes: Buffer
  /** There was more than was wanted. */
  isCut: boolean
}

const DECODERS: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
}
export const ENCODINGS = 'gzip, deflate, br'

/** At most `maxBytes` after decompression: the rest is neither decompressed nor received. */
export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Body> {
  const decoded = decode(answer)
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Ending the loop destroys the stream.
    for await (const chunk of decoded) {
      const bytes = Buffer.from(chunk)
      chunks.push(bytes)
      size += bytes.length
      if (size > maxBytes) break
    }
  } finally {
    answer.destroy()
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes }
}

function decode(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return answer
  const decoder = DECODERS[encoding]?.()
  if (!decoder) throw new Error('the answer is in no format we asked for')
  answer.once('error', (error) => decoder.destroy(error))
  answer.pipe(decoder)
  return decoder
}
