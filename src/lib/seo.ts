import { isNotFound } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import * as heads from '#messages/heads.js'
import { urlOfPage } from '#shared/page-url.ts'
import type { Site } from '#shared/site.ts'
import { getEnvironment } from './environment'
import { type Text, textOf } from './texts'

type Page = {
  title: Text
  description: Text
  /** Path of the page, without search parameters: its canonical address. */
  path: string
  /** Path and description of the page's preview image; the site's own by default. */
  preview?: { path: string; alt: string }
  /** The page's feed: path and title. */
  feed?: { path: string; title: string }
  /** False: noindex. */
  index?: boolean
}

/** Title, description, canonical address and social preview of a page, for a route's `head`. */
export function pageHead(site: Site, { path, preview, feed, index = true, ...texts }: Page) {
  const title = textOf(texts.title, site)
  const description = textOf(texts.description, site)
  const { publicUrl, languages = [] } = getEnvironment()
  const url = urlOfPage(publicUrl, path)
  const { path: picture, alt } = preview ?? { path: '/social/home.png', alt: site.heading }
  const image = publicUrl + picture
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      ...(index ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: site.name },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:image', content: image },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: alt },
      // X reads the og: properties for the rest.
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:image:alt', content: alt },
    ],
    links: [
      { rel: 'canonical', href: url },
      ...(index
        ? languages.map((language) => ({
            rel: 'alternate',
            hrefLang: language.code,
            href: urlOfPage(language.url, path),
          }))
        : []),
      ...(feed
        ? [{ rel: 'alternate', type: 'application/atom+xml', title: feed.title, href: publicUrl + feed.path }]
        : []),
    ],
  }
}

/** For the `head` of a dashboard page, whose loader returns its title; the dashboard's route adds the rest. */
export const adminHead = ({
  match,
  loaderData,
}: {
  match: { context: { site: Site } }
  loaderData?: Text
}) => ({
  meta: loaderData
    ? [
        {
          title: heads.adminPage({
            page: textOf(loaderData, match.context.site),
            site: match.context.site.name,
          }),
        },
      ]
    : [],
})

/** The head of a page that is not there, or failed: that is another thing. */
function missingHead(site: Site, title: string, match?: { status: string }) {
  const shown = match?.status === 'error' ? common.somethingWentWrong : title
  return {
    meta: [
      { title: heads.ofSite({ title: shown, site: site.name }) },
      { name: 'robots', content: 'noindex' },
    ],
  }
}

/** For the `head` of a route whose loader returns what pageHead needs. */
export const loadedHead = (
  {
    match,
    loaderData,
  }: { match: { context: { site: Site }; status: string }; loaderData?: Page | undefined },
  missing: string = heads.pageNotFound,
) => (loaderData ? pageHead(match.context.site, loaderData) : missingHead(match.context.site, missing, match))

/** What every page has in its head, and adds to; `error`: why the root route shows no page. */
export const rootMeta = (site: Site, error: unknown) => [
  ...(isNotFound(error) ? missingHead(site, heads.pageNotFound).meta : [{ title: site.name }]),
  { charSet: 'utf-8' },
  { name: 'viewport', content: 'width=device-width, initial-scale=1' },
]
