import type { SiteLink } from '#shared/site.ts'

/** Networks with an icon in public/networks.svg, recognised by a word of the link's name or by the URL. */
const KNOWN =
  /(?<![\w-])(?:linkedin|instagram|youtube|mastodon|bluesky|github|facebook|tiktok|discord|reddit|telegram|threads|rss|x(?=\.com))(?![\w-])/

/** A network's icon, or a neutral one; the link around it has the name. The drawings are not part of the first load. */
export function NetworkMark({ link: { label, url } }: { link: SiteLink }) {
  const mark = KNOWN.exec(`${label} ${url}`.toLowerCase())?.[0] ?? 'link'
  return (
    <svg viewBox="0 0 24 24" className="icon size-[18px]" strokeWidth="1.7" aria-hidden="true">
      <use href={`/networks.svg#${mark}`} />
    </svg>
  )
}
