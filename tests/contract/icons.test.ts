import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { administrator } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, type Tool } from './rows.ts'

/** Icons are looked for at the websites of tools without a logo, where an editor asks for it (decision 192). */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql, internet } = server
const { client } = await administrator(server, 'editor')

/** What must never be asked. */
let askedInside = 0
const inside = createServer((_, response) => {
  askedInside++
  response.end('secret')
})
await new Promise<void>((resolve) => inside.listen(internet.port, '127.0.0.2', resolve))
afterAll(() => {
  inside.close()
  expect(askedInside).toBe(0)
})

const square = (side: number, background = '#c33') =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
const png = await square(180).png().toBuffer()
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#0a0"/></svg>'

let number = 0
let host = ''
let tool: Tool
beforeEach(async () => {
  await sql`delete from public.tools`
  host = `icon-${++number}.example`
  internet.addresses[host] = ['127.0.0.1']
  tool = await addTool(sql, { website_url: `http://${host}/` })
})

const answer =
  (body: string | Buffer, headers: Record<string, string> = {}, code = 200) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(code, headers).end(body)
const serve = (path: string, ...[body, headers, code]: Parameters<typeof answer>) => {
  internet.pages[host + path] = answer(body, headers, code)
}
const head = (tags: string) => serve('/', `<!doctype html><head>${tags}</head>`)
const redirect = (path: string, location: string) => serve(path, '', { location }, 301)
const TOUCH = '<link rel="apple-touch-icon" href="/icon.png">'
const ICON = '<link rel="icon" href="/icon.svg">'

interface Row {
  state: string
  picture: Buffer | null
  origin: string | null
}
const rowOf = async ({ id }: Tool) =>
  (await sql<Row[]>`select state, picture, origin from private.suggested_icons where tool_id = ${id}`)[0]
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })
/** Asks for an icon; resolves to what came of it. */
async function find(): Promise<Row | undefined> {
  // What is asked while a job is ending waits for the next minute.
  await soon(() => sql`select from pgboss.job where name = 'icons'`).toHaveLength(0)
  expect((await client.rpc('suggest_icons', { tool_ids: [tool.id] })).data).toBe(1)
  await soon(async () => (await rowOf(tool))?.state).not.toBe('due')
  return rowOf(tool)
}
const askedOf = (name: string) => internet.asked.flatMap((each) => (each.host === name ? [each.path] : []))

describe('an icon is found', () => {
  test.each<[string, () => unknown, string]>([
    ['that is drawn, before others', () => [head(TOUCH + ICON), serve('/icon.svg', svg)], '/icon.svg'],
    ['as the touch icon', () => head(TOUCH), '/icon.png'],
    [
      'in the manifest',
      () => {
        head('<link rel="manifest" href="/m.json">')
        serve('/m.json', JSON.stringify({ icons: [{ src: 'icon.png', sizes: '180x180' }] }))
      },
      '/icon.png',
    ],
    ['as the picture for sharing', () => head('<meta property="og:image" content="/icon.png">'), '/icon.png'],
    ['at the usual address', () => [head(''), serve('/apple-touch-icon.png', png)], '/apple-touch-icon.png'],
    ['where the better one is missing', () => head(`${ICON}${TOUCH}`), '/icon.png'],
    [
      'where the website has moved',
      () => [redirect('/', '/en'), serve('/en', `<head>${TOUCH}</head>`)],
      '/icon.png',
    ],
  ])('%s', async (_, prepare, path) => {
    head(TOUCH)
    serve('/icon.png', png)
    prepare()
    const row = await find()
    expect(row).toMatchObject({ state: 'waiting', origin: `http://${host}${path}` })
    expect(await sharp(row?.picture ?? undefined).metadata()).toMatchObject({
      ...{ format: 'png', width: 256, height: 256 },
    })
  })
})

describe('none is found, and no more than is needed is read,', () => {
  test.each<[string, () => unknown]>([
    ['at a website that is gone', () => serve('/', 'gone', {}, 404)],
    ['at one that its robots.txt keeps', () => serve('/robots.txt', 'User-agent: *\nDisallow: /')],
    ['where its robots.txt keeps the picture', () => serve('/robots.txt', 'User-agent: *\nDisallow: /icon')],
    [
      'where the picture is in a private network',
      () => head('<link rel="apple-touch-icon" href="http://127.0.0.2/i.png">'),
    ],
    ['where the manifest is in one', () => head('<link rel="manifest" href="http://127.0.0.2/m.json">')],
    [
      'where the picture is too large to send',
      () => serve('/icon.png', Buffer.concat([png, Buffer.alloc(1_100_000)])),
    ],
    ['where the picture is a page', () => serve('/icon.png', '<!doctype html>no')],
    ['where the picture is cut', () => serve('/icon.png', png.subarray(0, 90))],
    [
      'where the manifest is none',
      () => [head('<link rel="manifest" href="/m.json">'), serve('/m.json', '{"icons":')],
    ],
    [
      'where the drawn one references itself without end',
      () => {
        head(ICON)
        serve(
          '/icon.svg',
          '<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "&a;">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        )
      },
    ],
  ])('%s', async (_, prepare) => {
    head(TOUCH)
    serve('/icon.png', png)
    prepare()
    expect(await find()).toMatchObject({ state: 'none', picture: null })
    expect(askedInside).toBe(0)
  })

  test('where the picture is too small, or too large to decode', async () => {
    head(TOUCH)
    serve('/icon.png', await square(48).png().toBuffer())
    expect(await find()).toMatchObject({ state: 'none' })
    serve('/icon.png', await square(8400).png().toBuffer())
    expect(await find()).toMatchObject({ state: 'none' })
  })

  test('after four pictures', async () => {
    head([1, 2, 3, 4, 5, 6].map((place) => `<link rel="icon" href="/${place}.svg">`).join(''))
    expect(await find()).toMatchObject({ state: 'none' })
    expect(askedOf(host)).toEqual(['/robots.txt', '/', '/1.svg', '/2.svg', '/3.svg', '/4.svg'])
  })
})

test('a picture that is too large to wait in a row is made smaller', async () => {
  head(TOUCH)
  const noise = randomBytes(256 * 256 * 3)
  serve(
    '/icon.png',
    await sharp(noise, { raw: { width: 256, height: 256, channels: 3 } })
      .png()
      .toBuffer(),
  )
  const row = await find()
  expect(row?.picture?.length).toBeLessThanOrEqual(100 * 1024)
  expect(await sharp(row?.picture ?? undefined).metadata()).toMatchObject({ width: 128 })
})

test('nobody is asked unless an editor wants it, nor what has a logo; while nothing answers nothing is noted', async () => {
  const before = internet.asked.length
  await sql`select private.tend_icons()`
  expect(await sql`select from private.suggested_icons`).toHaveLength(0)
  await sql`update public.tools set logo = '/logo.png' where id = ${tool.id}`
  expect((await client.rpc('suggest_icons')).data).toBe(0)
  expect((await client.rpc('suggest_icons', { tool_ids: [tool.id] })).data).toBe(0)
  expect(internet.asked).toHaveLength(before)
  for (const name of ['a', 'b', 'c']) await addTool(sql, { website_url: `http://nowhere-${name}.example/` })
  expect((await client.rpc('suggest_icons')).data).toBe(3)
  await soon(
    async () =>
      (await sql`select state::text, output ->> 'reason' as reason from pgboss.job where name = 'icons'`)[0],
  ).toEqual({ state: 'retry', reason: 'offline' })
  expect(await sql`select from private.suggested_icons where state = 'due'`).toHaveLength(3)
  await sql`delete from pgboss.job where name = 'icons'`
})

test('what is still due after a restart is looked for, and what has another address by now at that one', async () => {
  head(TOUCH)
  serve('/icon.png', png)
  await sql`insert into private.suggested_icons (tool_id, address) values (${tool.id}, 'http://former.example/')`
  await sql`select private.tend_icons()`
  await soon(() => rowOf(tool)).toMatchObject({ state: 'waiting', origin: `http://${host}/icon.png` })
  // Noted of a former address: it stays due.
  await sql`update private.suggested_icons set state = 'due', picture = null where tool_id = ${tool.id}`
  const late = [{ tool_id: tool.id, url: 'http://former.example/', picture: png.toString('base64') }]
  await sql`select private.note_icons(${JSON.stringify(late)}::text::jsonb)`
  expect(await rowOf(tool)).toMatchObject({ state: 'due' })
})
