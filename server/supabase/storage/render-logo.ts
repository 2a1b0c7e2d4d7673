import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { ImageRefused, type RasterType } from '../../images/image-type.ts'
import { type Fit, type Images, ImagesBusyError, type Rendering } from '../../images/images.ts'
import { createSemaphore } from './semaphore.ts'
import type { Picture } from './serve-logo.ts'
import { invalidRequest, StorageError } from './storage-error.ts'
import type { LogoStore, StoredLogo } from './store.ts'

/**
 * Logos in the size a page shows, at Supabase's own URL for that. Results are cached in memory up to a bound;
 * concurrent requests for one image share one computation.
 */
export type Renderer = ReturnType<typeof createRenderer>

/** The requested size; the type is the logo's unless the client accepts WebP. */
type Wanted = Omit<Rendering, 'as'> & { webp: boolean }

const MAX_SIDE = 1024
/** Logos held in memory for resizing: the current one and the next. */
const AT_ONCE = 3
const CACHE_BYTES = 16 * 1024 * 1024
/** Small results recur on every page and are worth caching; large ones are not. */
const MAX_KEPT_BYTES = 512 * 1024
/** Names are never overwritten, so a URL always shows the same image. */
const FOR_A_YEAR = 'public, max-age=31536000, immutable'
const FOR_A_MINUTE = 'public, max-age=60'

const FITS: readonly Fit[] = ['cover', 'contain', 'fill']

/** Reads `width`, `height`, `resize`, `quality` and `format` of a URL. Throws a StorageError for invalid values. */
export function readWanted(request: Request): Wanted {
  const { searchParams } = new URL(request.url)
  const whole = (name: string, min: number, max: number): number | undefined => {
    const text = searchParams.get(name)
    if (text === null) return undefined
    const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max))
      throw invalidRequest(`${name} must be a whole number from ${min} to ${max}`)
    return value
  }
  const fit = FITS.find((name) => name === (searchParams.get('resize') ?? 'cover'))
  if (!fit) throw invalidRequest(`resize must be one of ${FITS.join(', ')}`)
  const width = whole('width', 1, MAX_SIDE)
  const height = whole('height', 1, MAX_SIDE)
  return {
    fit,
    ...(width && { width }),
    ...(height && { height }),
    quality: whole('quality', 20, 100) ?? 80,
    webp:
      searchParams.get('format') !== 'origin' && /\bimage\/webp\b/.test(request.headers.get('accept') ?? ''),
  }
}

export function createRenderer(store: Pick<LogoStore, 'get'>, images: Pick<Images, 'run'>) {
  const kept = new LRUCache<string, Picture>({
    maxSize: CACHE_BYTES,
    maxEntrySize: MAX_KEPT_BYTES,
    sizeCalculation: ({ size }) => size,
  })
  const making = new Map<string, Promise<Picture | undefined>>()
  const limitRendering = createSemaphore(AT_ONCE)

  async function make(
    name: string,
    wanted: Wanted,
    onWork: () => Promise<void>,
  ): Promise<Picture | undefined> {
    const logo = await store.get(name)
    if (!logo) return undefined
    const { type } = logo
    if (type === 'image/svg+xml') {
      // SVGs scale by themselves.
      if (logo.size > MAX_KEPT_BYTES) return asItIs(name, logo, FOR_A_YEAR)
      return madeOf(name, logo, type, await limitRendering(logo.read))
    }
    await onWork()
    const as: RasterType = wanted.webp ? 'image/webp' : type
    try {
      const bytes = await limitRendering(async () =>
        images.run({ kind: 'render', type, bytes: await logo.read(), rendering: { ...wanted, as } }),
      )
      return madeOf(name, logo, as, bytes)
    } catch (error) {
      if (!(error instanceof ImagesBusyError || error instanceof ImageRefused)) throw error
    }
    // Serve the original if resizing fails; the next request tries again.
    return asItIs(name, logo, FOR_A_MINUTE)
  }

  async function render(
    name: string,
    wanted: Wanted,
    onWork: () => Promise<void>,
  ): Promise<Picture | undefined> {
    const key = [name, wanted.width, wanted.height, wanted.fit, wanted.quality, wanted.webp].join('/')
    const found = kept.get(key)
    if (found) return found
    const shared = making.get(key)
    if (shared)
      return shared.catch((error: unknown) => {
        // The other client's limit is not this one's.
        if (error instanceof StorageError && error.status === 429) return render(name, wanted, onWork)
        throw error
      })
    const work = make(name, wanted, onWork).finally(() => making.delete(key))
    making.set(key, work)
    const picture = await work
    if (picture?.cacheControl === FOR_A_YEAR) kept.set(key, picture)
    return picture
  }

  return {
    /** Undefined when there is no such logo. `onWork` is called before an image is made, and may throw. */
    render,
    /** Drops the cached sizes of a deleted logo. */
    forget: (name: string): void => {
      for (const key of kept.keys()) if (key.startsWith(`${name}/`)) kept.delete(key)
    },
  }

  function madeOf(name: string, { modified }: StoredLogo, type: Picture['type'], bytes: Buffer): Picture {
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const body = async () => bytes
    return { name, type, size: bytes.length, etag, modified, cacheControl: FOR_A_YEAR, vary: 'Accept', body }
  }

  function asItIs(name: string, logo: StoredLogo, cacheControl: string): Picture {
    const { type, size, etag, modified, stream } = logo
    return { name, type, size, etag, modified, cacheControl, vary: 'Accept', body: stream }
  }
}
