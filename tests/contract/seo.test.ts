import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { findForeignTerms } from '../support/schema-org.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, ODD_TEXT } from './rows.ts'

/** For search engines: structured data, heads of pages, files with fixed names. */

const server = await testServer({ PRODUCT_NAME: 'Ovation', SECURITY_CONTACT: 'security@example.org' })
const category = await addCategory(server.sql, { name: ODD_TEXT.slice(0, 90), description: ODD_TEXT })
const tool = await addTool(
  server.sql,
  { name: ODD_TEXT, short_description: ODD_TEXT, website_url: 'https://tool.example/a' },
  [category],
)

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' })
const text = async (path: string) => (await get(path)).text()

describe('structured data', () => {
  const SCRIPT = /<script type="application\/ld\+json">(?<json>[\s\S]*?)<\/script>/g
  async function read(path: string) {
    const html = await text(path)
    const documents = [...html.matchAll(SCRIPT)].map(({ groups }): unknown => JSON.parse(groups?.json ?? ''))
    expect(documents.length).toBeGreaterThan(0)
    expect(documents.flatMap((document) => findForeignTerms(document))).toEqual([])
    const graphs = z.array(
      z.object({
        '@context': z.literal('https://schema.org'),
        '@graph': z.array(z.looseObject({ '@type': z.string() })),
      }),
    )
    return graphs.parse(documents).flatMap((document) => document['@graph'])
  }
  const types = (things: { '@type': string }[]) => things.map((thing) => thing['@type'])

  test('home: the site, its search, who is behind it, the list', async () => {
    const things = await read('/')
    expect(types(things).sort()).toEqual(['ItemList', 'Organization', 'WebSite'])
    expect(things.find((thing) => thing['@type'] === 'WebSite')).toMatchObject({
      name: 'Ovation',
      potentialAction: { target: { urlTemplate: `${server.url}/search?q={search_term_string}` } },
    })
    expect(JSON.stringify(things)).not.toContain('linkedin')
  })

  test('addresses that the database accepts and a URL parser refuses leave out only what they name', async () => {
    const address = 'https://tool.example:99999'
    const odd = await addTool(server.sql, { website_url: address, logo: `${address}/logo.png` })
    const things = await read(`/tools/${odd.slug}`)
    const [application] = things.filter((thing) => thing['@type'] === 'SoftwareApplication')
    expect(application).toMatchObject({ name: odd.name })
    expect(application).not.toHaveProperty('image')
    expect((await get(`/social/tools/${odd.slug}.png`)).status).toBe(200)
    expect((await get(`/social/alternatives/${odd.slug}.png`)).status).toBe(200)
  })

  test('categories and one of them: breadcrumbs and list', async () => {
    expect(types(await read('/categories')).sort()).toEqual(['BreadcrumbList', 'ItemList'])
    const things = await read(`/categories/${category.slug}`)
    expect(types(things).sort()).toEqual(['BreadcrumbList', 'ItemList'])
    expect(things.find((thing) => thing['@type'] === 'ItemList')).toMatchObject({
      numberOfItems: 1,
      itemListElement: [{ position: 1, url: `${server.url}/tools/${tool.slug}` }],
    })
  })

  test('a tool: its known data, for any name, and nothing invented', async () => {
    const things = await read(`/tools/${tool.slug}`)
    expect(types(things)).toEqual(['SoftwareApplication', 'BreadcrumbList'])
    const [application] = things
    expect(application).toMatchObject({
      name: tool.name,
      url: `${server.url}/tools/${tool.slug}`,
      sameAs: 'https://tool.example/a',
      interactionStatistic: { userInteractionCount: 0 },
    })
    const facts = ['offers', 'isAccessibleForFree', 'operatingSystem', 'license']
    for (const invented of ['aggregateRating', 'review', ...facts])
      expect(application).not.toHaveProperty(invented)
  })

  test('a tool: its facts, and a price only if it is free', async () => {
    const platforms = ['web', 'ios', 'linux', 'api']
    const free = await addTool(server.sql, { pricing: 'free', platforms, license: 'MIT' })
    const [application] = await read(`/tools/${free.slug}`)
    expect(application).toMatchObject({
      offers: { '@type': 'Offer', price: 0 },
      isAccessibleForFree: true,
      operatingSystem: 'iOS, Linux',
      license: { '@type': 'CreativeWork', name: 'MIT' },
    })
    const paid = await addTool(server.sql, { pricing: 'paid', platforms: ['web'] })
    const [other] = await read(`/tools/${paid.slug}`)
    expect(other).toMatchObject({ isAccessibleForFree: false })
    expect(other).not.toHaveProperty('offers')
    expect(other).not.toHaveProperty('operatingSystem')
  })

  test('the check of this test finds errors', () => {
    const wrong = { '@type': 'SoftwareApplication', price: 1, position: 2, isPartOf: { '@type': 'Shop' } }
    expect(findForeignTerms(wrong)).toHaveLength(3)
  })
})

describe('which URLs search engines may index', () => {
  const robots = (html: string) => /<meta name="robots" content="([^"]*)"/.exec(html)?.[1]
  const canonical = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]

  test.each([
    '/',
    '/categories',
    '/terms',
    '/privacy',
    '/login',
    '/login?next=%2Fprofile',
    '/register',
    '/?utm_source=letter',
  ])('%s: yes', async (path) => {
    const html = await text(path)
    expect(robots(html)).toBeUndefined()
    expect(canonical(html)).toBe(server.url + (path.split('?')[0] ?? ''))
  })

  test('a tool and a category: yes', async () => {
    for (const path of [`/tools/${tool.slug}`, `/categories/${category.slug}`]) {
      const html = await text(path)
      expect([robots(html), canonical(html)]).toEqual([undefined, server.url + path])
    }
  })

  test('a tool says in its head what a preview shows', async () => {
    const path = '/tools/known-well'
    await addTool(server.sql, { name: 'Known Well', slug: 'known-well', short_description: 'For a preview.' })
    const html = await text(path)
    const content = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
    expect(['description', 'og:title', 'og:description', 'og:url'].map(content)).toEqual([
      'For a preview.',
      'Known Well - AI Tool Details',
      'For a preview.',
      server.url + path,
    ])
  })

  test.each([
    '/?categories=CATEGORY',
    '/?sort=top',
    '/?sort=trending',
    '/?show=30',
    '/?search=writer',
    '/search',
    '/search?q=writer',
    '/categories/CATEGORY?sort=top',
    '/categories/CATEGORY?show=30',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/auth/confirm',
    '/profile',
    '/admin',
    '/nowhere',
    '/tools/nothing',
  ])('%s: no', async (path) => {
    expect(robots(await text(path.replace('CATEGORY', category.slug)))).toContain('noindex')
  })

  test.each([
    ['/?show=abc', '/'],
    ['/?show=31', '/?show=45'],
    ['/?categories=', '/'],
    ['/?categories=shelf-b,shelf-a&show=15', '/?categories=shelf-a,shelf-b'],
    ['/?categories=no-such,shelf-a', '/?categories=shelf-a'],
  ])('%s leads to %s', async (path, address) => {
    await server.sql`insert into public.categories (name, slug) values ('A', 'shelf-a'), ('B', 'shelf-b')
      on conflict do nothing`
    expect((await get(path)).headers.get('location')).toBe(address)
  })

  test('/admin is served without the dashboard', async () => {
    const html = await text('/admin')
    expect(html).toContain('class="skeleton')
    expect(html).not.toContain('role="tab')
  })
})

describe('files with fixed names', () => {
  test('robots.txt excludes what is no page and names the sitemap', async () => {
    const robots = await text('/robots.txt')
    expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`)
    for (const path of ['/admin', '/auth/', '/profile', '/rest/'])
      expect(robots).toContain(`Disallow: ${path}\n`)
    expect(robots).not.toContain('Disallow: /login')
  })

  test('the manifest names icons that are there, in their sizes', async () => {
    const response = await get('/manifest.webmanifest')
    expect(response.headers.get('content-type')).toContain('application/manifest+json')
    const manifest = z.object({
      name: z.literal('Ovation AI'),
      start_url: z.literal('/'),
      display: z.literal('standalone'),
      icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
    })
    const { icons } = manifest.parse(await response.json())
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
      'any any',
    ])
    for (const { src, sizes, type } of icons) {
      const icon = await get(src)
      expect(icon.headers.get('content-type')).toContain(type)
      const bytes = Buffer.from(await icon.arrayBuffer())
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
    const html = await text('/')
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"')
    expect(html.match(/<meta name="theme-color"/g)).toHaveLength(2)
    expect((await get('/apple-touch-icon.png')).status).toBe(200)
  })

  test('security.txt names a contact and ends within a year', async () => {
    const security = await text('/.well-known/security.txt')
    expect(security).toContain('Contact: mailto:security@example.org\n')
    const expires = Date.parse(/^Expires: (.*)$/m.exec(security)?.[1] ?? '')
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThan(Date.now() + 365 * 24 * 3600_000)
  })

  test('change-password redirects to where a password is set, and other names do not exist', async () => {
    const response = await get('/.well-known/change-password')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/forgot-password'])
    expect((await get('/.well-known/resource-that-should-not-exist')).status).toBe(404)
  })
})
