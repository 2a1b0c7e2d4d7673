import { createIsomorphicFn } from '@tanstack/react-start'
import type { Organization, ProfilePage, SoftwareApplication, Thing, WebSite } from 'schema-dts'
import * as messages from '#messages/catalogue.js'
import * as common from '#messages/common.js'
import { platforms as platformNames } from '#messages/facts.js'
import { code } from '#messages/language.js'
import { isPlatform, type Platform } from '#shared/facts.ts'
import { urlOfPage } from '#shared/page-url.ts'
import type { Site } from '#shared/site.ts'
import { type Fact, type FieldValue, factValues, shownValue } from '#shared/tool-fields.ts'
import { previewLogo } from '~/components/logo-url'
import { getEnvironment } from '~/lib/environment'
import type { ToolCardRow } from './catalogue-data'
import type { CategoryRow } from './catalogue-reads-data'
import type { ToolRow } from './tool-page-data'

/** The structured data of the catalogue's pages; nothing in the browser, where nobody reads it. */

const nothing = () => ''

type List = { name: string; path: string; total: number }

/** A list of tools. */
export const toolListData = createIsomorphicFn()
  .server((list: List, tools: readonly ToolCardRow[]) =>
    writeStructuredData([
      describeList(
        list,
        tools.map(({ name, slug }) => ({ name, path: `/tools/${slug}` })),
      ),
    ]),
  )
  .client(nothing)

/** The site itself, on its home. */
export const siteData = createIsomorphicFn()
  .server((site: Site) => writeStructuredData(describeSite(site)))
  .client(nothing)

const HOME = { name: common.home, path: '/' }
const CATEGORIES = { name: common.categories, path: '/categories' }

/** The list of all categories. */
export const categoriesData = createIsomorphicFn()
  .server((categories: readonly CategoryRow[]) =>
    writeStructuredData([
      describeWay([HOME, CATEGORIES]),
      describeList(
        { name: messages.allCategories, path: '/categories', total: categories.length },
        categories.map(({ name, slug }) => ({ name, path: `/categories/${slug}` })),
      ),
    ]),
  )
  .client(nothing)

/** Breadcrumbs of a category; its list has its own data. */
export const categoryData = createIsomorphicFn()
  .server(({ name, slug }: { name: string; slug: string }) =>
    writeStructuredData([describeWay([HOME, CATEGORIES, { name, path: `/categories/${slug}` }])]),
  )
  .client(nothing)

/**
 * Facts that the vocabulary can express. Only free tools have a known price; for freemium tools only that they can be
 * used for free.
 */
function describeFacts(
  tool: ToolRow,
  facts: readonly Fact[],
): Pick<SoftwareApplication, 'offers' | 'isAccessibleForFree' | 'operatingSystem' | 'license'> {
  const has = (column: string) => facts.some((fact) => fact.column === column)
  const pricing = has('pricing') ? tool.pricing : null
  const license = has('license') ? tool.license : null
  const platforms = has('platforms') ? tool.platforms : []
  const systems = platforms.filter(isPlatform).filter((platform) => OPERATING_SYSTEMS.includes(platform))
  return {
    ...(pricing === 'free' && { offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' } }),
    ...(pricing && { isAccessibleForFree: pricing === 'free' || pricing === 'freemium' }),
    ...(systems.length > 0 && { operatingSystem: systems.map((system) => platformNames[system]).join(', ') }),
    ...(license && { license: { '@type': 'CreativeWork', name: license } }),
  }
}

const OPERATING_SYSTEMS: readonly Platform[] = ['ios', 'android', 'macos', 'windows', 'linux']

/** The owner's facts that have a property of the vocabulary. */
function describeOwnFacts(tool: ToolRow, facts: readonly Fact[]): Record<string, unknown> {
  const values = factValues(tool)
  return Object.fromEntries(
    facts.flatMap((fact) => {
      const value = shownValue(fact, values[fact.column])
      return fact.term && value !== null ? [[fact.term, describe(fact, value)]] : []
    }),
  )
}

function describe({ kind, labels, unit }: Fact, value: NonNullable<FieldValue>): unknown {
  if (Array.isArray(value)) return value.map((each) => labels[each])
  if (kind === 'choice') return labels[String(value)]
  return unit ? { '@type': 'QuantitativeValue', value, unitText: unit } : value
}

/** A tool and its breadcrumbs. */
export const toolData = createIsomorphicFn()
  .server((tool: ToolRow, facts: readonly Fact[]) => {
    const { name, slug, categories: category } = tool
    const path = `/tools/${slug}`
    const logo = previewLogo(tool.logo)
    const image = logo && URL.parse(logo, pageUrl('/'))
    const application: SoftwareApplication = {
      ...describeOwnFacts(tool, facts),
      '@type': 'SoftwareApplication',
      '@id': pageUrl(`${path}#tool`),
      name,
      description: tool.short_description,
      url: pageUrl(path),
      sameAs: tool.website_url,
      ...(tool.allCategories.length > 0 && {
        applicationCategory: tool.allCategories.map((entry) => entry.name),
      }),
      ...(image && { image: image.href }),
      ...describeFacts(tool, facts),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'LikeAction' },
        userInteractionCount: tool.upvote_count,
      },
    }
    const parent = category ? [{ name: category.name, path: `/categories/${category.slug}` }] : []
    return writeStructuredData([application, describeWay([HOME, ...parent, { name, path }])])
  })
  .client(nothing)

/** A member's list. */
export const memberListData = createIsomorphicFn()
  .server((list: { name: string; address: string; tools: readonly { name: string; slug: string }[] }) => {
    const { name, tools } = list
    const path = `/lists/${list.address}`
    return writeStructuredData([
      describeWay([HOME, { name, path }]),
      describeList(
        { name, path, total: tools.length },
        tools.map((tool) => ({ name: tool.name, path: `/tools/${tool.slug}` })),
      ),
    ])
  })
  .client(nothing)

/** The page of a member: the name they sign with, and since when. */
export const memberData = createIsomorphicFn()
  .server((member: { username: string; created_at: string }) => {
    const path = `/members/${member.username.toLowerCase()}`
    const page: ProfilePage = {
      '@type': 'ProfilePage',
      url: pageUrl(path),
      dateCreated: member.created_at,
      mainEntity: { '@type': 'Person', name: `@${member.username}`, url: pageUrl(path) },
    }
    return writeStructuredData([page, describeWay([HOME, { name: `@${member.username}`, path }])])
  })
  .client(nothing)

/**
 * A page's structured data in the vocabulary of schema.org, as JSON-LD text. Only known facts: no ratings, no price
 * except that of free tools. Only for rendering on the server; see components/structured-data.tsx.
 */
function writeStructuredData(things: Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c')
}

/** The absolute URL of a path of this site. */
const pageUrl = (path: string): string => urlOfPage(getEnvironment().publicUrl, path)

/** Breadcrumbs: home first, the page itself last. */
function describeWay(steps: readonly { name: string; path: string }[]): Thing {
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

/** The list of the page at `path`: the URLs of its entries, in order. `total`: its full length. */
function describeList(list: List, items: readonly { name: string; path: string }[]): Thing {
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

/** The site and its publisher. The search action leads to the results page. */
function describeSite(settings: Site): Thing[] {
  const { name, socialLinks, topic } = settings
  const organization: Organization = {
    '@type': 'Organization',
    '@id': pageUrl('/#organization'),
    name,
    url: pageUrl('/'),
    logo: pageUrl('/icon-512.png'),
    // Bare addresses of networks, the defaults before accounts are configured, are not accounts of the site.
    sameAs: socialLinks.map(({ url }) => url).filter((address) => URL.parse(address)?.pathname !== '/'),
  }
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: pageUrl('/search?q={search_term_string}') },
    'query-input': 'required name=search_term_string',
  } as const
  const site: WebSite = {
    '@type': 'WebSite',
    '@id': pageUrl('/#website'),
    name,
    ...(topic && { alternateName: settings.nameWithTopic }),
    url: pageUrl('/'),
    inLanguage: code,
    publisher: { '@id': pageUrl('/#organization') },
    potentialAction: search,
  }
  return [organization, site]
}
