import type { Site } from '#shared/site.ts'
import { ImageRefused, sniffImageType } from '../../images/image-type.ts'
import type { IconShape, Images } from '../../images/images.ts'
import { tagOf } from '../../lib/etag.ts'
import { REVALIDATED } from '../cache/send.ts'
import { answerPng } from './answer.ts'

/**
 * The site's own icon under the URLs browsers and the manifest request, in their sizes. Without an own icon the build's
 * files are served elsewhere.
 */

const PAPER = '#fbfaf7'
const SHAPES: Readonly<Record<string, IconShape>> = {
  '/favicon.ico': { side: 48, part: 1 },
  '/favicon.svg': { side: 192, part: 1 },
  '/icon-192.png': { side: 192, part: 1 },
  '/icon-512.png': { side: 512, part: 1 },
  // Mobile systems crop these icons to their own shape: background to the edge, the icon well inside.
  '/icon-maskable-512.png': { side: 512, part: 0.6, paper: PAPER },
  '/apple-touch-icon.png': { side: 180, part: 0.8, paper: PAPER },
}

interface Options {
  images: Images
  site(): Promise<Site>
  /** A file of the storage. */
  fetchFile(address: string): Promise<Response>
}

/** The storage did not have the icon, or did not answer: the next request asks again. */
class Unread extends Error {}

/** Undefined for every other URL, and when there is no usable icon. */
export function createIcons({ images, site, fetchFile }: Options) {
  /** The current icon. */
  let drawn = new Map<string, Promise<Buffer | undefined>>()
  let drawnOf: string | undefined

  async function draw(address: string, shape: IconShape): Promise<Buffer | undefined> {
    const response = await fetchFile(address)
    if (!response.ok) throw new Unread(`${address} was answered with ${response.status}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    const type = sniffImageType(bytes)
    try {
      return type && (await images.run({ kind: 'icon', type, bytes, shape }))
    } catch (error) {
      if (error instanceof ImageRefused) return undefined
      throw error
    }
  }

  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const shape = SHAPES[pathname]
    const icon = shape && (await site()).icon
    if (!icon) return undefined
    if (drawnOf !== icon) drawn = new Map()
    drawnOf = icon
    const kept = drawn
    const work = kept.get(pathname) ?? draw(icon, shape)
    kept.set(pathname, work)
    const png = await work.catch((error: unknown) => {
      kept.delete(pathname)
      if (!(error instanceof Unread)) throw error
    })
    if (!png) return undefined
    return answerPng(request, Object.fromEntries(REVALIDATED), tagOf(png), () => png)
  }
}
