import { createServer } from 'node:http'
import sharp from 'sharp'
import { addTool } from '../contract/rows.ts'
import { administrator } from '../support/actors.ts'
import { expect, followRequests, settled, test } from '../support/e2e.ts'
import { hostileDrawing, logoName, PUBLIC, svg } from '../support/logos.ts'
import type { TestServer } from '../support/test-server.ts'

/** Logos as displayed: their size, SVGs, and the placeholder if one does not load. */

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a5bd7' } })
    .png()
    .toBuffer()

async function addLogo(server: TestServer, body: Buffer, extension: string): Promise<string> {
  const admin = await administrator(server)
  const logos = admin.client.storage.from('tool-logos')
  const name = logoName(extension)
  const { error } = await logos.upload(name, body)
  expect(error).toBeNull()
  return logos.getPublicUrl(name).data.publicUrl
}

test('a logo is shown in the size of its box, wide ones uncropped, SVG too', async ({ page, server }) => {
  const [wide, drawing] = [
    await addLogo(server, await picture(800, 200), 'png'),
    await addLogo(server, svg(), 'svg'),
  ]
  const first = await addTool(server.sql, { name: 'Wide Logo', logo: wide })
  const second = await addTool(server.sql, { name: 'Drawn Logo', logo: drawing })
  for (const [tool, ratio] of [
    [first, 4],
    [second, 1],
  ] as const) {
    await page.goto(`/tools/${tool.slug}`)
    await settled(page)
    const logo = page.locator('main img').first()
    await expect(logo).toHaveJSProperty('complete', true)
    const { width, height, source } = await logo.evaluate((img: HTMLImageElement) => ({
      width: img.naturalWidth,
      height: img.naturalHeight,
      source: new URL(img.currentSrc).pathname,
    }))
    expect(width / height).toBeCloseTo(ratio, 1)
    expect(width).toBeLessThanOrEqual(176)
    expect(source).toContain('/storage/v1/render/image/public/tool-logos/')
  }
  await page.goto('/')
  const box = page.locator('main img').first()
  await expect(box).toBeVisible()
})

test('every screen fetches a card’s logo in the size it shows, once', async ({ browser, server }) => {
  const logo = await addLogo(server, await picture(300, 300), 'png')
  await addTool(server.sql, { name: 'Logo of a card', logo })
  const name = logo.split('/').at(-1) ?? ''
  for (const [screen, width, deviceScaleFactor, side] of [
    ['a telephone', 390, 2, 88],
    ['an ordinary wide screen', 1280, 1, 56],
    ['a dense wide screen', 1280, 2, 112],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, deviceScaleFactor })
    const page = await context.newPage()
    followRequests(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(server.url)
    await settled(page)
    const sizes = asked
      .filter((url) => url.includes(name))
      .map((url) => new URL(url).searchParams.get('width'))
    expect(sizes, screen).toEqual([String(side)])
    await context.close()
  }
})

test.describe('a logo that is gone', () => {
  test.use({ allowedErrors: [/404/] })
  test('is replaced by a text', async ({ page, server }) => {
    const tool = await addTool(server.sql, {
      name: 'Lost Logo',
      logo: `${server.url}${PUBLIC}/${logoName()}`,
    })
    await page.goto(`/tools/${tool.slug}`)
    await expect(page.getByText('No Logo')).toBeVisible()
    await expect(page.locator('main img')).toHaveCount(0)
  })
})

test.describe('an SVG with active content', () => {
  test.use({ allowedErrors: [/sandboxed|Content Security Policy|Blocked|Unsafe|Failed to load/i] })
  test('runs nothing and loads nothing, opened directly and in a page', async ({ page, server }) => {
    const reached: string[] = []
    const outside = createServer((request, response) => {
      reached.push(request.url ?? '')
      response.end()
    }).on('connection', () => reached.push('a connection'))
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    const address = outside.address()
    const port = typeof address === 'object' ? address?.port : undefined
    try {
      const logo = await addLogo(server, hostileDrawing(`http://127.0.0.1:${port}`), 'svg')
      await page.goto(logo)
      expect(await page.locator('rect').count()).toBe(3)
      await page.locator('#link').click({ force: true, position: { x: 1, y: 1 } })
      // It cannot report anything by itself: once it is rendered, its content would have run.
      await page.screenshot()
      expect(await page.locator('svg').first().getAttribute('ran')).toBeNull()
      expect(page.url()).toBe(logo)
      // Chromium opens a connection for a frame before it applies the policy, but sends nothing.
      expect(reached.filter((each) => each !== 'a connection')).toEqual([])
      reached.length = 0
      const tool = await addTool(server.sql, { name: 'Hostile Logo', logo })
      await page.goto(`/tools/${tool.slug}`)
      await expect(page.locator('main img').first()).toHaveJSProperty('complete', true)
      await settled(page)
      expect(reached).toEqual([])
    } finally {
      outside.closeAllConnections()
      await new Promise((resolve) => outside.close(resolve))
    }
  })
})
