import sharp, { type Sharp } from 'sharp'
import { ImageRefused } from './image-refused.ts'
import { isBearable, MAX_PIXELS, readImageSize } from './image-size.ts'
import { type RasterType, sniffImageType } from './image-type.ts'

/** Work on pictures with sharp. Only the process of image-child.ts loads this. */

// Memory before speed: one picture at a time, one thread, nothing kept.
sharp.concurrency(1)
sharp.cache(false)
// No other format has a reader, whatever the bytes pretend to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

/** More than any page shows of a logo, even twice as dense. */
const MAX_SIDE = 2048
const WITHIN = { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true } as const

export type Fit = 'contain' | 'cover' | 'fill'

export interface Rendering {
  width?: number
  height?: number
  fit: Fit
  quality: number
  /** The type of the answer. */
  as: RasterType
}

/** Written anew: no metadata, no bytes after the picture, turned as its orientation says, animation kept. */
export const cleanRaster = (bytes: Buffer, type: RasterType): Promise<Buffer> =>
  decoding(async () => {
    const image = open(bytes, type)
    const { isPalette, hasAlpha, pages } = await image.metadata()
    const upright = (pages ?? 1) > 1 ? image.autoOrient() : image.autoOrient().resize(WITHIN)
    if (type === 'image/png')
      return upright.png({ compressionLevel: 9, palette: Boolean(isPalette), dither: 0 }).toBuffer()
    if (type === 'image/jpeg') return upright.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
    if (type === 'image/gif') return upright.gif({ dither: 0 }).toBuffer()
    const lossless = isLosslessWebp(bytes)
    return upright
      .webp(lossless ? { lossless } : { quality: 92, alphaQuality: hasAlpha ? 100 : 80 })
      .toBuffer()
  })

/** In the size a page shows. A picture is never made larger than it is. */
export function renderRaster(
  bytes: Buffer,
  type: RasterType,
  { width, height, fit, quality, as }: Rendering,
): Promise<Buffer> {
  const resized = open(bytes, type).resize({
    width,
    height,
    fit: fit === 'contain' ? 'inside' : fit,
    withoutEnlargement: true,
  })
  return decoding(() => {
    if (as === 'image/png') return resized.png({ compressionLevel: 9 }).toBuffer()
    if (as === 'image/jpeg') return resized.jpeg({ quality }).toBuffer()
    if (as === 'image/gif') return resized.gif().toBuffer()
    return resized.webp({ quality }).toBuffer()
  })
}

/**
 * sharp says in a text alone what went wrong. What a decoder could not read is the picture's fault; a system without
 * memory, an encoder that failed and every other kind of error are not.
 */
async function decoding(work: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'Error' || 'code' in error) throw error
    if (/memory|allocat/i.test(error.message)) throw error
    // A decoder that stops in the middle is named first, then the encoder that waited for it.
    if (/save|write/i.test(error.message) && !/read|load/i.test(error.message)) throw error
    throw new ImageRefused(/exceeds|too (?:large|many)/i.test(error.message) ? 'too large' : 'no image')
  }
}

/** For a picture inside another file: cleaned, or undefined when it may not be shown. */
export async function cleanEmbedded(bytes: Buffer): Promise<{ type: RasterType; bytes: Buffer } | undefined> {
  const type = sniffImageType(bytes)
  if (!type || type === 'image/svg+xml') return undefined
  const size = readImageSize(bytes, type)
  if (!size || !isBearable(size)) return undefined
  return { type, bytes: await cleanRaster(bytes, type) }
}

const open = (bytes: Buffer, type: RasterType): Sharp =>
  sharp(bytes, {
    animated: type === 'image/gif' || type === 'image/webp',
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
  })

function isLosslessWebp(bytes: Buffer): boolean {
  return bytes.includes('VP8L', 12, 'latin1') && !bytes.includes('VP8 ', 12, 'latin1')
}
