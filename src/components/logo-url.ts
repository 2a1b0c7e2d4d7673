import { getEnvironment, servesItsBackend } from '~/lib/environment'

/**
 * The URL of a tool's logo for a page. `tools.logo` holds an absolute URL; one in our own storage is requested by path,
 * so that it works under every name of the site, and resized. External logos and those of a hosted project are
 * unchanged.
 */

const OWN = /^\/storage\/v1\/object\/public\/(tool-logos\/[A-Za-z0-9._-]+)$/
/** URLs of a hosted project look like ours, but the files are not here. */
const HOSTED = /\.supabase\.(co|in|red)$/

interface LogoSource {
  src: string
  srcSet?: string
  sizes?: string
}

/**
 * The logo for a square of this many CSS pixels, for ordinary and dense screens; `narrow` if it is smaller below 768
 * pixels, on phones, whose screens are dense.
 */
export function logoSource(logo: string, pixels: number, narrow?: number): LogoSource {
  const object = ownObject(logo)
  if (!object) return { src: logo }
  const sized = (side: number) =>
    `/storage/v1/render/image/public/${object}?width=${side}&height=${side}&resize=contain`
  const src = sized(pixels)
  // `src` is the fallback for ordinary screens.
  if (!narrow) return { src, srcSet: `${sized(pixels * 2)} 2x` }
  const sides = [pixels, narrow * 2, pixels * 2]
  return {
    src,
    srcSet: sides.map((side) => `${sized(side)} ${side}w`).join(),
    sizes: `(width<48rem)${narrow}px,${pixels}px`,
  }
}

/** The original logo: a path of this site if it is ours. */
export function logoAddress(logo: string): string {
  const object = ownObject(logo)
  return object ? `/storage/v1/object/public/${object}` : logo
}

/** An image for link previews on other sites, which do not show SVG. */
export function previewLogo(logo: string | null): string | null {
  return logo && !/\.svg$/i.test(logo.replace(/[?#].*$/, '')) ? logoAddress(logo) : null
}

/** Bucket and name of a logo in this site's storage. */
function ownObject(logo: string): string | undefined {
  if (!servesItsBackend()) return undefined
  const url = URL.parse(logo, getEnvironment().publicUrl)
  return url && !HOSTED.test(url.hostname) ? OWN.exec(url.pathname)?.[1] : undefined
}
