import { getEnvironment } from './environment'

/**
 * Where a page finds a tool's logo. `tools.logo` keeps an absolute address; one of our own storage is asked for by its
 * path, so that it is found whatever name the site goes by today, and in the size it is shown in. A logo of elsewhere,
 * and one of a hosted project, is taken as it is.
 */

const OWN = /^\/storage\/v1\/object\/public\/(tool-logos\/[A-Za-z0-9._-]+)$/
/** A hosted project's addresses look like ours; what lies there is not here. */
const HOSTED = /\.supabase\.(co|in|red)$/

export interface LogoSource {
  src: string
  srcSet?: string
  sizes?: string
}

/**
 * The logo for a square of so many CSS pixels, on ordinary and on dense screens; `narrow` where it is shown smaller below
 * 768 pixels, on telephones, whose screens are dense.
 */
export function logoSource(logo: string, pixels: number, narrow?: number): LogoSource {
  const object = ownObject(logo)
  if (!object) return { src: logo }
  const sized = (side: number) =>
    `/storage/v1/render/image/public/${object}?width=${side}&height=${side}&resize=contain`
  const src = sized(pixels)
  // Beside it `src` is what ordinary screens take.
  if (!narrow) return { src, srcSet: `${sized(pixels * 2)} 2x` }
  const sides = [pixels, narrow * 2, pixels * 2]
  return {
    src,
    srcSet: sides.map((side) => `${sized(side)} ${side}w`).join(),
    sizes: `(width<48rem)${narrow}px,${pixels}px`,
  }
}

/** The logo as it was uploaded: a path of this site when it is ours. */
export function logoAddress(logo: string): string {
  const object = ownObject(logo)
  return object ? `/storage/v1/object/public/${object}` : logo
}

/** A picture for other sites' previews of a page: they show no drawings. */
export function previewLogo(logo: string | null): string | null {
  return logo && !/\.svg$/i.test(logo.replace(/[?#].*$/, '')) ? logoAddress(logo) : null
}

/** Bucket and name of a logo this site keeps itself. */
function ownObject(logo: string): string | undefined {
  const { apiUrl, publicUrl } = getEnvironment()
  if (new URL(apiUrl).origin !== new URL(publicUrl).origin) return undefined
  const url = URL.parse(logo, publicUrl)
  return url && !HOSTED.test(url.hostname) ? OWN.exec(url.pathname)?.[1] : undefined
}
