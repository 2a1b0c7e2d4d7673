import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { administrator, member, raw } from '../support/actors.ts'
import { animation, logoName, PUBLIC, plain, png, svg } from '../support/logos.ts'
import { testServer } from '../support/test-file.ts'
import { startPageless } from '../support/test-server.ts'
import { addCategory, addTool } from './rows.ts'

/** Logos in the sizes pages show, and the pages that request them. */

const server = await testServer()
const admin = await administrator(server)

async function upload(body: Buffer, extension = 'png'): Promise<string> {
  const name = logoName(extension)
  const { error } = await admin.client.storage.from('tool-logos').upload(name, body)
  expect(error).toBeNull()
  return name
}

const address = (name: string, query: string) =>
  `${server.url}/storage/v1/render/image/public/tool-logos/${name}?${query}`

async function render(name: string, query: string, accept = 'image/webp,*/*') {
  const answer = await fetch(address(name, query), { headers: { accept } })
  const body = Buffer.from(await answer.arrayBuffer())
  return {
    answer,
    body,
    type: answer.headers.get('content-type'),
    picture: await sharp(body)
      .metadata()
      .catch(() => null),
  }
}

describe('a logo in a size', () => {
  test.each([
    ['width=56&height=56&resize=contain', 56, 28],
    ['width=56&height=56&resize=cover', 56, 56],
    ['width=56&height=56', 56, 56],
    ['width=56&height=56&resize=fill', 56, 56],
    ['width=100', 100, 50],
    ['height=20', 40, 20],
    ['width=1000', 400, 200],
    ['', 400, 200],
  ])('%s of 400 by 200', async (query, width, height) => {
    const { picture, answer } = await render(await upload(await png(400, 200)), query)
    expect(answer.status).toBe(200)
    expect(picture).toMatchObject({ width, height })
  })

  test('is WebP for who takes it, else what it was', async () => {
    const name = await upload(await plain(100).jpeg().toBuffer(), 'jpg')
    const modern = await render(name, 'width=32')
    const old = await render(name, 'width=32', 'image/png,*/*;q=0.5')
    const origin = await render(name, 'width=32&format=origin')
    expect([modern.type, old.type, origin.type]).toEqual(['image/webp', 'image/jpeg', 'image/jpeg'])
    expect(modern.answer.headers.get('vary')).toContain('Accept')
    expect(modern.body.length).toBeLessThan(1000)
  })

  test('may be kept for a year and is not sent twice', async () => {
    const name = await upload(await png(100))
    const { answer } = await render(name, 'width=32')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const etag = answer.headers.get('etag') ?? ''
    const again = await fetch(address(name, 'width=32'), {
      headers: { 'if-none-match': etag, accept: 'image/webp,*/*' },
    })
    expect(again.status).toBe(304)
  })

  test('stays animated', async () => {
    const { body } = await render(await upload(await animation('gif', 5, 64), 'gif'), 'width=32')
    expect(await sharp(body, { animated: true }).metadata()).toMatchObject({ pages: 5, width: 32 })
  })

  test('is the drawing itself when it is one', async () => {
    const { answer, body } = await render(await upload(svg(), 'svg'), 'width=32&height=32')
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(body.toString()).toContain('<rect')
  })

  test('of a logo that is not there is 404, also after it was removed', async () => {
    expect((await render(logoName(), 'width=32')).answer.status).toBe(404)
    const name = await upload(await png())
    expect((await render(name, 'width=32')).answer.status).toBe(200)
    await admin.client.storage.from('tool-logos').remove([name])
    expect((await render(name, 'width=32')).answer.status).toBe(404)
  })

  test('asked for by fifty at once is made once', async () => {
    const name = await upload(await png(1024))
    const all = await Promise.all(Array.from({ length: 50 }, () => render(name, 'width=77&height=77')))
    expect(new Set(all.map(({ answer }) => answer.status))).toEqual(new Set([200]))
    expect(new Set(all.map(({ answer }) => answer.headers.get('etag'))).size).toBe(1)
  })

  test('more than 600 new ones a minute are not for one client; what was made is', async () => {
    const own = await startPageless()
    try {
      const person = await administrator(own)
      const name = logoName()
      await person.client.storage.from('tool-logos').upload(name, await png(16))
      const ask = async (query: string) => {
        const answer = await fetch(`${own.url}/storage/v1/render/image/public/tool-logos/${name}?${query}`)
        await answer.arrayBuffer()
        return answer.status
      }
      expect(await ask('width=32')).toBe(200)
      const statuses = new Map<number, number>()
      for (let width = 1; width <= 640; width += 20) {
        const batch = Array.from({ length: 20 }, (_, index) => ask(`width=${width + index}&height=9`))
        for (const status of await Promise.all(batch)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      expect(statuses.get(200)).toBe(599)
      expect(statuses.get(429)).toBe(41)
      expect(await ask('width=32')).toBe(200)
    } finally {
      await own.close()
    }
  }, 60_000)
})

test('writes of logos are limited like others', async () => {
  const { accessToken } = await member(server)
  const path = `/storage/v1/object/tool-logos/${logoName()}`
  const { headers } = await raw(server, path, { method: 'POST' }, accessToken)
  expect(headers.get('ratelimit-limit')).toBe('1000')
})

describe('a page', () => {
  test('asks for the logo in its sizes by a path of its own, on telephones and wide screens, and names it to machines', async () => {
    const name = await upload(await png(300))
    // As stored under another host name of the site.
    const logo = `https://an.older.name${PUBLIC}/${name}`
    const category = await addCategory(server.sql)
    const tool = await addTool(server.sql, { logo }, [category])
    const render = `/storage/v1/render/image/public/tool-logos/${name}`
    const page = (await (await fetch(`${server.url}/tools/${tool.slug}`)).text()).replaceAll('&amp;', '&')
    expect(page).toContain(`src="${render}?width=88&height=88&resize=contain"`)
    const sides = [88, 128, 176].map(
      (side) => `${render}?width=${side}&height=${side}&resize=contain ${side}w`,
    )
    expect(page.toLowerCase()).toContain(`srcset="${sides.join().toLowerCase()}"`)
    expect(page).toContain(`"image":"${server.url}${PUBLIC}/${name}"`)
    const home = (await (await fetch(server.url)).text()).replaceAll('&amp;', '&')
    expect(home).toContain(`${render}?width=56&height=56&resize=contain`)
    expect(home).toContain('loading="lazy"')
    const categories = (await (await fetch(`${server.url}/categories`)).text()).replaceAll('&amp;', '&')
    expect(categories).toContain(`${render}?width=36&height=36&resize=contain`)
  })

  test('takes a logo of elsewhere as it is, and its policy allows it', async () => {
    const logo = 'https://cdn.example.com/logo.png?a=1'
    const tool = await addTool(server.sql, { logo })
    const answer = await fetch(`${server.url}/tools/${tool.slug}`)
    expect(await answer.text()).toContain(`src="${logo}"`)
    expect(answer.headers.get('content-security-policy')).toContain("img-src 'self' data: blob: https:")
  })
})
