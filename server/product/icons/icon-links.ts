import * as z from 'zod/mini'
import { type HeadTag, readHead } from '../claims/read-head.ts'

/** The addresses of a website's icons, the best first. */

/** A side in pixels that is worth a request. */
const GOOD = 128

/** What the head of a page names; `url` is the page's own address. */
export function iconLinks(html: string, url: string) {
  const tags = readHead(html)
  const base = tags.find(({ tag, of }) => tag === 'base' && of('href') !== '')
  const at = resolve(base?.of('href'), url) ?? url
  const links = (rel: string) =>
    tags.filter(({ tag, of }) => tag === 'link' && of('rel').toLowerCase().split(/\s+/).includes(rel))
  const addresses = (found: readonly HeadTag[], attribute = 'href') =>
    found.flatMap(({ of }) => (of(attribute) === '' ? [] : (resolve(of(attribute), at) ?? [])))
  // One for dark pages alone cannot be seen on light ones.
  const icons = links('icon').filter(({ of }) => !of('media').includes('dark'))
  const isDrawn = ({ of }: HeadTag) => of('type') === 'image/svg+xml' || /\.svg(\?|$)/i.test(of('href'))
  const touch = bySize([...links('apple-touch-icon'), ...links('apple-touch-icon-precomposed')])
  const large = bySize(icons.filter((icon) => !isDrawn(icon) && sizeOf(icon.of('sizes')) >= GOOD))
  // Where it is by convention.
  const usual = touch.length === 0 ? resolve('/apple-touch-icon.png', url) : undefined
  const social = tags.filter(({ tag, of }) => tag === 'meta' && of('property') === 'og:image')
  return {
    /** Drawn ones, of any size. */
    best: addresses(icons.filter(isDrawn)),
    manifest: addresses(links('manifest'))[0],
    others: [
      ...addresses(touch),
      ...addresses(large),
      ...(usual === undefined ? [] : [usual]),
      ...addresses(social, 'content').slice(0, 1),
    ],
  }
}

const manifestSchema = z.object({
  icons: z.array(
    z.object({ src: z.string(), sizes: z.optional(z.string()), purpose: z.optional(z.string()) }),
  ),
})

/** The large ones of a web app manifest; none of one that is not valid. */
export function iconsOfManifest(text: string, url: string): string[] {
  const { data } = z.safeParse(manifestSchema, readJson(text))
  const icons = (data?.icons ?? []).filter(
    ({ sizes = '', purpose = 'any' }) => sizeOf(sizes) >= GOOD && purpose.includes('any'),
  )
  return icons
    .toSorted((one, other) => sizeOf(one.sizes) - sizeOf(other.sizes))
    .flatMap(({ src }) => resolve(src, url) ?? [])
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The largest side named: '16x16 192x192' is 192. */
function sizeOf(sizes = ''): number {
  const sides = [...sizes.toLowerCase().matchAll(/(\d+)x\d+/g)].map(([, side]) => Number(side))
  return /\bany\b/i.test(sizes) ? Number.MAX_SAFE_INTEGER : Math.max(0, ...sides)
}

const bySize = (tags: readonly HeadTag[]) =>
  tags.toSorted((one, other) => sizeOf(other.of('sizes')) - sizeOf(one.of('sizes')))

/** An address of the web; a data: address is none. */
function resolve(address: string | undefined, base: string): string | undefined {
  const url = address === undefined ? null : URL.parse(address, base)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
