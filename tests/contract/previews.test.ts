import { describe, expect, test } from 'vitest'
import { administrator } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { startPageless } from '../support/test-server.ts'
import { addCategory, addTool } from './rows.ts'

/** The preview images of pages; what is drawn is in server/images/draw-card.test.ts. */

const server = await testServer()
const admin = await administrator(server)

const get = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init })

async function picture(path: string): Promise<Buffer> {
  const response = await get(path)
  expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/png'])
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  return bytes
}

test('are drawn for one client within its time budget', async () => {
  const limited = await startPageless({ TRUST_PROXY: 'loopback' })
  try {
    const tools = await Promise.all(Array.from({ length: 60 }, () => addTool(limited.sql)))
    const ask = (slug: string, client: string) =>
      fetch(`${limited.url}/social/tools/${slug}.png`, { headers: { 'x-forwarded-for': client } })
    const answers = await Promise.all(tools.map(({ slug }) => ask(slug, '198.51.100.1')))
    const drawn = answers.filter(({ status }) => status === 200)
    expect(drawn.length).toBeGreaterThanOrEqual(20)
    const [{ slug } = { slug: '' }] = tools
    expect((await ask(slug, '198.51.100.1')).status).toBe(429)
    expect((await ask(slug, '203.0.113.1')).status).toBe(200)
  } finally {
    await limited.close()
  }
})

describe('a preview', () => {
  test.each(['Writer', 'ಕನ್ನಡ <b>&"'])('of a tool named %s is drawn, 1200 by 630', async (name) => {
    const tool = await addTool(server.sql, { name, short_description: name })
    await picture(`/social/tools/${tool.slug}.png`)
  })

  test('of a category and of the site is drawn too', async () => {
    const category = await addCategory(server.sql, { description: 'What there is.' })
    await picture(`/social/categories/${category.slug}.png`)
    await picture('/social/home.png')
  })

  test('is current at once when its tool changes, and 304 otherwise', async () => {
    const tool = await addTool(server.sql, { name: 'Before' })
    const path = `/social/tools/${tool.slug}.png`
    const first = await get(path)
    const tag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toContain('public')
    expect((await get(path, { headers: { 'if-none-match': tag } })).status).toBe(304)
    await admin.client.from('tools').update({ name: 'After' }).eq('id', tool.id)
    const second = await get(path, { headers: { 'if-none-match': tag } })
    expect(second.status).toBe(200)
    expect(second.headers.get('etag')).not.toBe(tag)
  })

  test('is 404 for an unknown tool, and ignores parameters', async () => {
    const tool = await addTool(server.sql)
    const path = `/social/tools/${tool.slug}.png`
    expect((await get('/social/tools/nothing.png')).status).toBe(404)
    expect((await get('/social/other.png')).status).toBe(404)
    const plain = (await get(path)).headers.get('etag')
    expect((await get(`${path}?title=Anything`)).headers.get('etag')).toBe(plain)
  })

  test('requested concurrently is drawn once', async () => {
    const tool = await addTool(server.sql)
    const path = `/social/tools/${tool.slug}.png`
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(path)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('is linked by its page, with size and description', async () => {
    const tool = await addTool(server.sql, { name: 'Named' })
    const html = await (await get(`/tools/${tool.slug}`)).text()
    for (const [property, content] of [
      ['og:image', `${server.url}/social/tools/${tool.slug}.png`],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', 'Named'],
    ])
      expect(html).toContain(`<meta property="${property}" content="${content}"`)
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"')
    expect(await (await get('/terms')).text()).toContain(`content="${server.url}/social/home.png"`)
  })
})
