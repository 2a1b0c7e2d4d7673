import { gzipSync } from 'node:zlib'
import { importStarter } from '../../server/product/import-export/import-starter.ts'
import { expect, settled, test } from '../support/e2e.ts'
import { englishTexts, textsOfPage } from '../support/english-texts.ts'
import { type ServerProcess, startServerProcess } from '../support/test-server.ts'

/** A German site, with English and Arabic beside it (docs/decisions/121). */

let site: ServerProcess
test.beforeAll(async () => {
  site = await startServerProcess({ LANGUAGES: 'de,en,ar' })
  await importStarter(site.sql)
})
test.afterAll(() => site?.close())
test.use({ baseURL: '', allowedErrors: [/404|Nothing is at this address/] })

test('no page of a German site has an English text of ours', async ({ page }) => {
  test.slow()
  const categories = await site.sql<{ name: string }[]>`select name from public.categories`
  const englishOf = englishTexts(
    'de',
    categories.map(({ name }) => name),
  )
  const paths = [
    '/',
    '/?pricing=free',
    '/categories',
    '/categories/music',
    '/categories/nothing',
    '/tools/suno',
  ]
  paths.push(
    '/tools/nothing',
    '/alternatives/suno',
    '/compare',
    '/compare?tools=suno,udio',
    '/search',
    '/login',
  )
  paths.push('/search?q=musik', '/register', '/forgot-password', '/reset-password', '/verify-email', '/terms')
  paths.push('/privacy', '/auth/confirm?status=closed', '/nowhere')
  for (const path of paths) {
    await page.goto(site.url + path)
    await settled(page)
    const texts = await textsOfPage(page)
    expect(texts.length, path).toBeGreaterThan(20)
    expect(englishOf(texts), path).toEqual([])
  }
})

test('links stay in a language, and the footer leads to the same page in another', async ({ page }) => {
  await page.goto(`${site.url}/en/categories/music`)
  await settled(page)
  await page.getByRole('link', { name: 'Suno', exact: true }).click()
  await expect(page).toHaveURL(`${site.url}/en/tools/suno`)
  await expect(page).toHaveTitle('Suno - AI Tool Details')
  await page.getByRole('navigation', { name: 'Languages' }).getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(`${site.url}/tools/suno`)
  await expect(page.getByRole('button', { name: /^Empfehlen/ })).toBeVisible()
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page).toHaveURL(`${site.url}/ar/tools/suno`)
  expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl')
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Empfehlen/ })).toBeVisible()
})

test('a visit loads one language, within the bound of the first load', async ({ page }) => {
  for (const [prefix, own, other] of [
    ['', 'Meistempfohlen', 'Most recommended'],
    ['/en', 'Most recommended', 'Meistempfohlen'],
    ['/ar', 'الأكثر توصيات', 'Most recommended'],
  ] as const) {
    const scripts: string[] = []
    const html = await (await page.request.get(site.url + (prefix || '/'))).text()
    for (const [, src = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g))
      scripts.push(await (await page.request.get(site.url + src)).text())
    const all = [...new Set(scripts)]
    expect(all.join('')).toContain(own)
    expect(all.join('')).not.toContain(other)
    expect(all.reduce((sum, script) => sum + gzipSync(script).byteLength, 0)).toBeLessThanOrEqual(125_000)
  }
})

test('nothing is wider than the screen', async ({ page }) => {
  for (const prefix of ['', '/ar'])
    for (const path of [
      '',
      '/tools/suno',
      '/categories',
      '/search?q=music',
      '/compare?tools=suno,udio',
      '/login',
    ]) {
      await page.goto(site.url + (prefix + path || '/'))
      for (const width of [320, 390, 768]) {
        await page.setViewportSize({ width, height: 800 })
        await settled(page)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(over, `${prefix}${path} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
})
