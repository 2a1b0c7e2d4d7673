import { randomUUID } from 'node:crypto'
import sharp from 'sharp'

/** Pictures for tests, made on the spot, and names for them as the admin's form makes them. */

export const MEGABYTE = 1024 * 1024

export const logoName = (extension = 'png') => `${randomUUID()}-${Date.now()}.${extension}`

export const PUBLIC = '/storage/v1/object/public/tool-logos'

const colour = { r: 40, g: 90, b: 200 }

export const plain = (width = 64, height = width) =>
  sharp({ create: { width, height, channels: 3, background: colour } })

export const png = (width = 64, height = width): Promise<Buffer> => plain(width, height).png().toBuffer()

/** A PNG of exactly so many bytes: a chunk no reader minds fills it up. */
export async function pngOfBytes(bytes: number): Promise<Buffer> {
  const picture = await png()
  const filling = bytes - picture.length - 12
  const chunk = Buffer.alloc(filling + 12)
  chunk.writeUInt32BE(filling, 0)
  chunk.write('fiLl', 4, 'latin1')
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + filling)), 8 + filling)
  const end = picture.length - 12
  return Buffer.concat([picture.subarray(0, end), chunk, picture.subarray(end)])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** An animation of so many frames, each of another colour. */
export async function animation(type: 'gif' | 'webp', frames = 4, side = 32): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 3,
          background: { r: (index * 50) % 256, g: index % 256, b: 10 },
        },
      })
        .png()
        .toBuffer(),
    ),
  )
  const joined = sharp(pictures, { join: { animated: true } })
  const delay = pictures.map(() => 80)
  return type === 'gif' ? joined.gif({ delay }).toBuffer() : joined.webp({ delay }).toBuffer()
}

/** The header of a PNG that claims a size, with next to nothing behind it. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(25)
  header.writeUInt32BE(13, 0)
  header.write('IHDR', 4, 'latin1')
  header.writeUInt32BE(width, 8)
  header.writeUInt32BE(height, 12)
  header.set([8, 6, 0, 0, 0], 16)
  header.writeUInt32BE(crc32(header.subarray(4, 21)), 21)
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), header])
}

export const svg = (content = '<rect width="10" height="10" fill="#345"/>', attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" ${attributes}>${content}</svg>`)
