import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/lib/config.ts'
import { administrator, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool } from './rows.ts'

/** A site in several languages: the first at /, the others below their codes (docs/decisions/121). */

const server = await testServer({ LANGUAGES: 'de, en,ar', SEED: 'none' })
beforeAll(async () => {
  const music = await addCategory(server.sql, { name: 'Music', slug: 'music' })
  await addTool(server.sql, { name: 'Suno', slug: 'suno' }, [music])
})

async function get(path: string) {
  const answer = await raw(server, path, { redirect: 'manual' })
  const text = await answer.text()
  const [, title] = /<title>([^<]*)/.exec(text) ?? []
  const [html] = /<html[^>]*>/.exec(text) ?? []
  return { status: answer.status, location: answer.headers.get('location'), text, title, html }
}

test.each([
  ['/', '<html lang="de" dir="ltr">', 'Plaudit KI - Neue KI-Tools entdecken'],
  ['/en', '<html lang="en" dir="ltr">', 'Plaudit AI - Discover New AI Tools'],
  ['/ar', '<html lang="ar" dir="rtl">', 'أدوات الذكاء الاصطناعي'],
  ['/tools/suno', '<html lang="de" dir="ltr">', 'Suno - KI-Tool'],
  ['/en/tools/suno', '<html lang="en" dir="ltr">', 'Suno - AI Tool Details'],
  ['/en/categories/music', '<html lang="en" dir="ltr">', 'Music - Plaudit'],
])('%s', async (path, html, title) => {
  const page = await get(path)
  expect(page.status).toBe(200)
  expect(page.html).toBe(html)
  expect(page.title).toContain(title)
})

test('a page names itself in every language', async () => {
  const { publicUrl } = readConfig({ PUBLIC_URL: server.url })
  for (const prefix of ['', '/en', '/ar']) {
    const { text } = await get(`${prefix}/tools/suno`)
    expect(text).toContain(`<link rel="canonical" href="${publicUrl}${prefix}/tools/suno"/>`)
    for (const [code, other] of [
      ['de', ''],
      ['en', '/en'],
      ['ar', '/ar'],
    ])
      expect(text).toContain(
        `<link rel="alternate" hrefLang="${code}" href="${publicUrl}${other}/tools/suno"/>`,
      )
  }
})

test('every address that a page, a feed or the sitemap names as its own answers directly', async () => {
  const named = new Set<string>()
  for (const prefix of ['', '/en', '/ar']) {
    for (const path of [prefix || '/', `${prefix}/categories`, `${prefix}/tools/suno`]) {
      const { text } = await get(path)
      for (const [tag] of text.matchAll(
        /<link rel="(?:canonical|alternate)"[^>]*>|<meta property="og:url"[^>]*>/g,
      ))
        named.add(/(?:href|content)="([^"]*)"/.exec(tag)?.[1] ?? tag)
      for (const [, url = ''] of text.matchAll(/"(?:url|item)":"(http[^"]*)"/g)) named.add(url)
    }
    const feed = await get(`${prefix}/feed.xml`)
    for (const [, url = ''] of feed.text.matchAll(/<link [^>]*href="([^"]*)"/g)) named.add(url)
    const index = await get(`${prefix}/sitemap.xml`)
    for (const part of locations(index.text))
      for (const url of locations((await get(new URL(part).pathname)).text)) named.add(url)
  }
  const own = [...named].filter((url) => url.startsWith(server.url))
  expect(own).toContain(`${server.url}/en`)
  for (const url of own) expect([url, (await get(url.slice(server.url.length))).status]).toEqual([url, 200])
})

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)/g)].map(([, url = '']) => url)

test('links, feeds and files stay in their language', async () => {
  const home = await get('/en')
  expect(home.text).toContain('href="/en/tools/suno"')
  expect(home.text).not.toMatch(/href="\/(tools|categories|login|register)/)
  expect(home.text).toContain('action="/en/search"')
  const feed = await get('/en/feed.xml')
  expect(feed.text).toContain('xml:lang="en"')
  expect(feed.text).toContain(`${server.url}/en/tools/suno`)
  expect((await get('/feed.xml')).text).toContain('xml:lang="de"')
  expect(JSON.parse((await get('/ar/manifest.webmanifest')).text)).toMatchObject({
    lang: 'ar',
    start_url: '/ar',
  })
  const robots = (await get('/robots.txt')).text
  expect(robots.match(/^Sitemap: .*/gm)).toHaveLength(3)
  for (const path of ['/admin', '/auth/', '/profile'])
    for (const prefix of ['', '/en', '/ar']) expect(robots).toContain(`\nDisallow: ${prefix}${path}\n`)
  expect((await get('/en/sitemaps/pages.xml')).text).toContain(`${server.url}/en/categories`)
  expect((await raw(server, '/ar/social/tools/suno.png')).headers.get('content-type')).toBe('image/png')
})

describe('addresses', () => {
  test.each([
    ['/en/', 308, '/en'],
    ['/EN/Tools', 308, '/en/tools'],
    ['/en/compare?tools=suno,other', 200, null],
    ['/en?categories=music,writing&sort=top', 307, '/en?sort=top&categories=music'],
    ['/en/search?q=a%20b', 200, null],
    ['/en/nowhere', 404, null],
    ['/en/tools/nothing', 404, null],
    ['/fr', 404, null],
    ['/de', 404, null],
  ])('%s', async (path, status, location) => {
    const page = await get(path)
    expect([page.status, page.location]).toEqual([status, location])
  })

  test('a former slug leads to the current one in its language', async () => {
    await server.sql`update public.tools set slug = 'suno-music' where slug = 'suno'`
    expect((await get('/en/tools/suno')).location).toBe('/en/tools/suno-music')
    expect((await get('/tools/suno')).location).toBe('/tools/suno-music')
    expect((await get('/en/tools/suno/feed.xml')).location).toBe('/en/tools/suno-music/feed.xml')
    await server.sql`update public.tools set slug = 'suno' where slug = 'suno-music'`
  })
})

test('a change is shown in every language at once, from the cache or not', async () => {
  const admin = await administrator(server)
  for (const name of ['Suno Two', 'Suno Three']) {
    for (const prefix of ['', '/en']) await get(`${prefix}/tools/suno`)
    const saved = await admin.client.from('tools').update({ name }).eq('slug', 'suno')
    expect(saved.error).toBeNull()
    for (const prefix of ['', '/en', '/ar']) expect((await get(`${prefix}/tools/suno`)).title).toContain(name)
  }
})

test('what is no language is refused with those there are', () => {
  expect(() => readConfig({ LANGUAGES: 'en,klingon' })).toThrow(
    'LANGUAGES must be codes separated by commas, of ar, de, en, es, ja',
  )
  expect(readConfig({ LANGUAGES: ' DE,en,de ' }).languages).toEqual(['de', 'en'])
  expect(readConfig({}).languages).toEqual(['en'])
})
