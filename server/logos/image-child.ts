import process from 'node:process'
import { ImageRefused } from './image-refused.ts'
import type { ImageJob, ImageReply } from './images.ts'

/**
 * The process pictures are unpacked in. Decoders are large native libraries that read what strangers wrote: what goes
 * wrong in one ends this process and not the server, and the memory goes with it. It gets no secret of the server.
 */

const loadCards = () => import('../previews/draw-card.ts')
const loadWork = () => import('./image-work.ts')
const loadDrawings = () => import('./sanitise-svg.ts')

// Loaded once, all of it has been compiled and is kept (scripts/lib.mjs).
if (process.argv.includes('--compile-only')) await Promise.all([loadCards(), loadWork(), loadDrawings()])

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
  if (job.kind === 'card') {
    const { drawCard } = await loadCards()
    return drawCard(job.card)
  }
  const bytes = Buffer.from(job.bytes)
  const { cleanEmbedded, cleanRaster, renderRaster } = await loadWork()
  if (job.kind === 'render') return renderRaster(bytes, job.type, job.rendering)
  if (job.type !== 'image/svg+xml') return cleanRaster(bytes, job.type)
  const { sanitiseSvg } = await loadDrawings()
  const drawing = await sanitiseSvg(bytes, cleanEmbedded)
  if (!drawing) throw new ImageRefused('no image')
  return drawing
}
