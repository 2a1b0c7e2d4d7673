import { type Client, type Fetched, type Obstacle, Unfetched, type Wish } from '../../host/fetch/client.ts'
import { ImageRefused, sniffImageType } from '../../images/image-type.ts'
import { type Images, ImagesBusyError } from '../../images/images.ts'
import { iconLinks, iconsOfManifest } from './icon-links.ts'

/** The icon of a tool's own website, as a small PNG. */

/** As private.note_icons takes it. */
export interface FoundIcon {
  /** In base64. */
  picture?: string
  /** Its address. */
  origin?: string
  /** Why the website could not be read: a status, or what was in the way. */
  reason?: Obstacle | `${number}`
}

interface Tools {
  client: Client
  images: Images
}

const PAGE_BYTES = 256 * 1024
const MANIFEST_BYTES = 64 * 1024
const ICON_BYTES = 1024 * 1024
/** Pictures that are asked for at one website. */
const TRIES = 4
/** Pixels: smaller ones would be blurred where a logo is shown large. */
const LEAST = 96
/** Pixels: the first in which it is small enough to wait in a row. */
const SIDES = [256, 128]
const ROW_BYTES = 100 * 1024

/** Reads the page, and tries what it names, the best first. */
export async function findIcon(tools: Tools, url: string, signal: AbortSignal): Promise<FoundIcon> {
  const { client } = tools
  const ask = (address: string, wish: Wish) => client.fetch(address, { heedsRobots: true, signal, ...wish })
  try {
    const page = await ask(url, { maxBytes: PAGE_BYTES, accept: 'text/html,application/xhtml+xml' })
    if (page.status >= 400) return { reason: `${page.status}` }
    const { best, manifest, others } = iconLinks(page.bytes.toString('utf8'), page.url)
    const tried = new Set<string>()
    async function tryAll(addresses: readonly string[]): Promise<FoundIcon | undefined> {
      for (const address of addresses) {
        if (tried.has(address) || tried.size === TRIES) continue
        tried.add(address)
        const answer = await orNothing(ask(address, { maxBytes: ICON_BYTES, accept: 'image/*' }))
        const picture = answer && (await draw(tools.images, answer))
        if (picture) return { picture: picture.toString('base64'), origin: answer.url }
      }
      return undefined
    }
    const found = await tryAll(best)
    if (found) return found
    const told =
      manifest === undefined ? undefined : await orNothing(ask(manifest, { maxBytes: MANIFEST_BYTES }))
    const ofManifest = told && isWhole(told) ? iconsOfManifest(told.bytes.toString('utf8'), told.url) : []
    return (await tryAll([...ofManifest, ...others])) ?? {}
  } catch (error) {
    if (error instanceof Unfetched) return { reason: error.obstacle }
    throw error
  }
}

const isWhole = ({ status, isCut }: Fetched): boolean => status === 200 && !isCut

/** What cannot be fetched is not there. */
const orNothing = (answer: Promise<Fetched>): Promise<Fetched | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof Unfetched) return undefined
    throw error
  })

/** As what an upload becomes, but small and square; undefined if it is no picture, or one that is too small or too large. */
async function draw(images: Images, answer: Fetched): Promise<Buffer | undefined> {
  const type = isWhole(answer) ? sniffImageType(answer.bytes) : undefined
  if (type === undefined) return undefined
  try {
    // Bounds what an SVG may cost.
    if (type === 'image/svg+xml') await images.run({ kind: 'clean', type, bytes: answer.bytes })
    for (const side of SIDES) {
      const shape = { side, part: 1, least: LEAST }
      const picture = await images.run({ kind: 'icon', type, bytes: answer.bytes, shape })
      if (picture.length <= ROW_BYTES) return picture
    }
    return undefined
  } catch (error) {
    // One at which the process fails is not tried again.
    if (error instanceof ImageRefused || error instanceof ImagesBusyError) return undefined
    throw error
  }
}
