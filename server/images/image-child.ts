import process from 'node:process'
import sharp from 'sharp'
import { ImageRefused, type ImageType, type RasterType, svgRoot } from './image-type.ts'
import type { IconShape, ImageJob, ImageReply, Rendering } from './images.ts'

/**
 * The process that decodes images. Decoders are large native libraries that parse untrusted input: a crash ends this
 * process instead of the server, and its memory is freed with it. It gets none of the server's secrets.
 */

const loadCards = () => import('./draw-card.ts')

// Everything has been loaded and compiled: write the compile cache (scripts/lib.mjs).
if (process.argv.includes('--compile-only')) await loadCards()

// Memory before speed: one image at a time, one thread, no cache.
sharp.concurrency(1)
sharp.cache(false)
// No other decoder is available, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Svg'].map((format) => `VipsForeignLoad${format}`),
})

process.on('message', (message: { id: number; job: ImageJob }) => {
  void work(message.job).then(
    (bytes) => reply({ id: message.id, bytes }),
    (error: unknown) =>
      reply({
        id: message.id,
        ...(error instanceof ImageRefused ? { refused: error.reason } : { failed: error }),
      }),
  )
})
process.on('disconnect', () => process.exit(0))

const reply = (message: ImageReply) => process.send?.(message)

async function work(job: ImageJob): Promise<Buffer> {
  if (job.kind === 'card') return (await loadCards()).drawCard(job.card)
  const bytes = Buffer.from(job.bytes)
  if (job.kind === 'icon') return drawIcon(bytes, job.type, job.shape)
  if (job.kind === 'render') return renderRaster(bytes, job.type, job.rendering)
  return job.type === 'image/svg+xml' ? verifySvg(bytes) : cleanRaster(bytes, job.type)
}

/** The largest image that is decoded: 4,096 by 4,096, or an animation of 256 by 256 with 256 frames. */
const MAX_PIXELS = 4096 * 4096
const MAX_SIDE = 8192
const MAX_FRAMES = 500
/** More than any page shows of a logo, even at double density. */
const KEPT_SIDE = 2048
const WITHIN = { width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true } as const

/** Re-encodes an image: no metadata, no bytes after it, upright, animation kept. */
const cleanRaster = (bytes: Buffer, type: RasterType): Promise<Buffer> =>
  decoding(async () => {
    const image = open(bytes, type)
    // Reads the header only: the decoded size is known before anything is decoded.
    const { width, height, pages = 1, pageHeight = height, isPalette, hasAlpha } = await image.metadata()
    if (width > MAX_SIDE || pageHeight > MAX_SIDE || pages > MAX_FRAMES) throw new ImageRefused('too large')
    const upright = pages > 1 ? image.autoOrient() : image.autoOrient().resize(WITHIN)
    if (type === 'image/png')
      return upright.png({ compressionLevel: 9, palette: Boolean(isPalette), dither: 0 }).toBuffer()
    if (type === 'image/jpeg') return upright.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
    if (type === 'image/gif') return upright.gif({ dither: 0 }).toBuffer()
    const lossless = bytes.includes('VP8L', 12, 'latin1') && !bytes.includes('VP8 ', 12, 'latin1')
    return upright
      .webp(lossless ? { lossless } : { quality: 92, alphaQuality: hasAlpha ? 100 : 80 })
      .toBuffer()
  })

/** Bounds of an SVG's elements and of this process's time, because visitors' browsers have to render it too. */
const MAX_ELEMENTS = 20_000
const MAX_DRAWING_MS = 3000

/**
 * Renders an SVG once to verify that it is an image, and returns it unchanged. The way it is served makes it harmless
 * (docs/decisions/067). librsvg runs no script, fetches nothing and bounds references. It gets the root element without
 * the document type, so that custom entities are an error.
 */
const verifySvg = (bytes: Buffer): Promise<Buffer> =>
  decoding(async () => {
    const root = svgRoot(bytes)
    if (root === undefined || (root.match(/<[^/!?]/g)?.length ?? 0) > MAX_ELEMENTS)
      throw new ImageRefused('no image')
    const before = process.cpuUsage()
    const image = sharp(Buffer.from(root), { limitInputPixels: false })
    await image.resize({ width: 64, height: 64, fit: 'inside' }).raw().toBuffer()
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 > MAX_DRAWING_MS) throw new ImageRefused('no image')
    return bytes
  })

/** Resizes to the size a page shows. Images are never enlarged. */
function renderRaster(
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

const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 }

/** A square PNG of an image or an SVG; of an animation the first frame. */
const drawIcon = (
  bytes: Buffer,
  type: ImageType,
  { side, part, paper, least = 0 }: IconShape,
): Promise<Buffer> =>
  decoding(async () => {
    const input = type === 'image/svg+xml' ? Buffer.from(svgRoot(bytes) ?? '') : bytes
    if (type !== 'image/svg+xml' && least > 0) {
      const { width, height } = await open(bytes, type).metadata()
      if (Math.min(width, height) < least) throw new ImageRefused('no image')
    }
    const within = Math.round(side * part)
    const before = Math.floor((side - within) / 2)
    const after = side - within - before
    const picture = sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: within, height: within, fit: 'contain', background: NOTHING })
      .extend({ top: before, bottom: after, left: before, right: after, background: NOTHING })
    return (paper ? picture.flatten({ background: paper }) : picture).png({ compressionLevel: 9 }).toBuffer()
  })

/**
 * sharp reports the cause as text only. What a decoder could not read is the image's fault; lack of memory, a failed
 * encoder and everything else are not.
 */
async function decoding(work: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'Error' || 'code' in error) throw error
    if (/memory|allocat/i.test(error.message)) throw error
    // The failed decoder is named first, then the encoder that waited for it.
    if (/save|write/i.test(error.message) && !/read|load/i.test(error.message)) throw error
    throw new ImageRefused(/exceeds|too (?:large|many)/i.test(error.message) ? 'too large' : 'no image')
  }
}

const open = (bytes: Buffer, type: RasterType) =>
  sharp(bytes, {
    animated: type === 'image/gif' || type === 'image/webp',
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
  })
