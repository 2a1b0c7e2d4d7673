import type { Organization, Thing, WebSite } from 'schema-dts'
import { getEnvironment } from './environment'

/**
 * What a page says to machines, in the vocabulary of schema.org, as the text of a JSON-LD script. Only what is known:
 * no ratings, no prices. For the server's render alone; see components/structured-data.tsx.
 */
export function writeStructuredData(things: Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c')
}

/** The whole address of a path of this site. */
export const pageUrl = (path: string): string => getEnvironment().publicUrl + path

/** The way to a page: home first, the page itself last. */
export function describeWay(steps: readonly { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: pageUrl(path),
    })),
  }
}

/** A list on the page at `path`: the pages of what stands in it, in order. `total`: how long it is when opened whole. */
export function describeList(
  list: { name: string; path: string; total: number },
  items: readonly { name: string; path: string }[],
): Thing {
  return {
    '@type': 'ItemList',
    name: list.name,
    url: pageUrl(list.path),
    numberOfItems: list.total,
    itemListElement: items.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: pageUrl(path),
    })),
  }
}

/** The site and who is behind it. A search leads to the page that opens the search dialog with the text. */
export function describeSite(): Thing[] {
  const { productName, social } = getEnvironment()
  const organization: Organization = {
    '@type': 'Organization',
    '@id': pageUrl('/#organization'),
    name: productName,
    url: pageUrl('/'),
    logo: pageUrl('/icon-512.png'),
    // Addresses of networks alone, as they stand before anybody configured accounts, are no accounts of ours.
    sameAs: Object.values(social).filter((address) => new URL(address).pathname !== '/'),
  }
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: pageUrl('/?search={search_term_string}') },
    'query-input': 'required name=search_term_string',
  } as const
  const site: WebSite = {
    '@type': 'WebSite',
    '@id': pageUrl('/#website'),
    name: productName,
    alternateName: `${productName} AI`,
    url: pageUrl('/'),
    inLanguage: 'en',
    publisher: { '@id': pageUrl('/#organization') },
    potentialAction: search,
  }
  return [organization, site]
}
