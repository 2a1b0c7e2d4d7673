import type { RasterType } from './image-type.ts'

/**
 * How large an image unpacks to, read from its headers alone: a file of a few kilobytes can claim billions of pixels,
 * and nothing may start to unpack it.
 */
export interface ImageSize {
  width: number
  height: number
  frames: number
}

/** A logo of 4,096 by 4,096, or an animation of 256 by 256 with 256 frames, is the largest that is unpacked. */
export const MAX_PIXELS = 4096 * 4096
const MAX_SIDE = 8192
const MAX_FRAMES = 500

/** Undefined when the headers make no sense. */
export function readImageSize(bytes: Buffer, type: RasterType): ImageSize | undefined {
  try {
    const size = READERS[type](bytes)
    return size && size.width > 0 && size.height > 0 && size.frames > 0 ? size : undefined
  } catch (error) {
    // A header that ends before it should.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export function isBearable({ width, height, frames }: ImageSize): boolean {
  return (
    width <= MAX_SIDE && height <= MAX_SIDE && frames <= MAX_FRAMES && width * height * frames <= MAX_PIXELS
  )
}

const READERS: Record<RasterType, (bytes: Buffer) => ImageSize | undefined> = {
  'image/png': (bytes) =>
    bytes.toString('latin1', 12, 16) === 'IHDR'
      ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), frames: 1 }
      : undefined,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
}

function readJpeg(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; at < bytes.length; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    // Fill bytes, and markers that stand alone.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (isStartOfFrame(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), frames: 1 }
    else if (marker === 0xd9 || marker === 0xda) return undefined
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, without the tables that stand between them (DHT, JPG, DAC). */
const isStartOfFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function readGif(bytes: Buffer): ImageSize | undefined {
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frames: 0 }
  let at = 13 + colourTableBytes(bytes.readUInt8(10))
  while (at < bytes.length) {
    const block = bytes.readUInt8(at)
    if (block === 0x3b) break
    if (block === 0x21) at = skipSubBlocks(bytes, at + 2)
    else if (block === 0x2c) {
      size.frames++
      // A frame that is larger than the screen makes the screen larger.
      size.width = Math.max(size.width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      size.height = Math.max(size.height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      at = skipSubBlocks(bytes, at + 11 + colourTableBytes(bytes.readUInt8(at + 9)))
    } else return undefined
  }
  return size
}

const colourTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0)

function skipSubBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += length + 1
  return at + 1
}

function readWebp(bytes: Buffer): ImageSize | undefined {
  let size: ImageSize | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const data = at + 8
    if (name === 'VP8X')
      size = {
        width: 1 + bytes.readUIntLE(data + 4, 3),
        height: 1 + bytes.readUIntLE(data + 7, 3),
        frames: 0,
      }
    else if (name === 'ANMF' && size) size.frames++
    else if (name === 'VP8L') {
      const bits = bytes.readUInt32LE(data + 1)
      const whole = { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
      return largest(size, whole)
    } else if (name === 'VP8 ') {
      const whole = {
        width: bytes.readUInt16LE(data + 6) & 0x3fff,
        height: bytes.readUInt16LE(data + 8) & 0x3fff,
      }
      return largest(size, whole)
    }
    const length = bytes.readUInt32LE(at + 4)
    at = data + length + (length % 2)
  }
  return size
}

const largest = (canvas: ImageSize | undefined, image: { width: number; height: number }): ImageSize => ({
  width: Math.max(canvas?.width ?? 0, image.width),
  height: Math.max(canvas?.height ?? 0, image.height),
  frames: 1,
})
