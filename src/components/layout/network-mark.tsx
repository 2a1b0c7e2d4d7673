import type { SiteLink } from '~/rules/site'

/** Networks that have a mark in public/networks.svg: as a word of the link's name, or by their address. */
const KNOWN =
  /(?<![\w-])(?:linkedin|instagram|youtube|mastodon|bluesky|github|facebook|tiktok|discord|reddit|telegram|threads|rss|x(?=\.com))(?![\w-])/

/** A network's mark, or a neutral one. The link around it carries the name. The drawings are no part of the first load. */
export function NetworkMark({ link: { label, url } }: { link: SiteLink }) {
  const mark = KNOWN.exec(`${label} ${url}`.toLowerCase())?.[0] ?? 'link'
  return (
    <svg viewBox="0 0 24 24" className="icon size-[18px]" strokeWidth="1.7" aria-hidden="true">
      <use href={`/networks.svg#${mark}`} />
    </svg>
  )
}
