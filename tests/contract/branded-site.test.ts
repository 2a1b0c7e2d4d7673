import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { administrator, member, post, visitor } from '../support/actors.ts'
import { openPlaudit } from '../support/command-line.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { closing, temporaryFolder } from '../support/test-file.ts'
import { startServerProcess } from '../support/test-server.ts'
import { addCategory, addTool, addUpvote } from './rows.ts'

/** A site with its own brand: shown by every process at once, without traces of the product's name. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = await temporaryFolder()
const shared = { PUBLIC_URL: 'https://tools.example.org', RATE_LIMITS: 'off', DATA_DIR: folder }
const server = closing(await startServerProcess(shared))
const proxy = closing(await startDatabaseProxy(server.databaseUrl))
const second = closing(
  await startSecondProcess(server, {
    ...{ ...shared, DATABASE_URL: proxy.url },
    DATA_DIR: path.join(folder, 'second'),
  }),
)
const admin = await administrator(server)
const category = await addCategory(server.sql, { name: 'Writing', slug: 'writing' })
const tool = await addTool(server.sql, { name: 'Quill', slug: 'quill' }, [category])
await addTool(server.sql, { name: 'Pen', slug: 'pen' }, [category])
await addUpvote(server.sql, tool, await member(server))

const textOf = async (endpoint: { url: string }, address: string) =>
  (await fetch(endpoint.url + address, { redirect: 'manual' })).text()
const commands = closing(openPlaudit())
const plaudit = (...args: string[]) =>
  commands.run(args, { DATABASE_URL: server.databaseUrl, DATA_DIR: folder })
async function version(): Promise<number> {
  const { data } = await visitor(server).rpc('get_site_settings')
  return data?.[0]?.version ?? -1
}

const SHOWN = ['/', '/tools/quill', '/terms', '/login', '/feed.xml', '/manifest.webmanifest']

test('a change at one process is shown by the other at once', async () => {
  // Repeated: the notice of the last write above may come after the first page.
  for (const endpoint of [server, second])
    await expect
      .poll(
        async () => {
          for (const address of SHOWN) await textOf(endpoint, address)
          return (await fetch(`${endpoint.url}/`)).headers.get('cache-status')
        },
        { timeout: 30_000 },
      )
      .toBe('plaudit; hit')
  const elsewhere = { url: second.url, publishableKey: server.publishableKey }
  for (let round = 0; round < 2; round++) {
    const name = `Ovation ${round}`
    const [writer, reader] = round % 2 ? [server, second] : [elsewhere, server]
    const settings = { settings: { name }, expected_version: await version() }
    expect((await post(writer, '/rest/v1/rpc/save_site_settings', settings, admin.accessToken)).status).toBe(
      200,
    )
    for (const address of SHOWN) {
      expect(await textOf(reader, address), address).toContain(name)
      expect(await textOf(writer, address), address).toContain(name)
    }
  }
  const before = await version()
  expect(await plaudit('site', 'set', 'name', 'By the command line')).toMatchObject({ code: 0 })
  for (const endpoint of [server, second])
    expect(await textOf(endpoint, '/')).toContain('By the command line')
  await admin.client.rpc('restore_site_settings', { old_version: before })
  for (const endpoint of [server, second]) expect(await textOf(endpoint, '/')).toContain('Ovation 1')
})

test('without its database a process shows the settings it knew', async () => {
  await admin.client.rpc('save_site_settings', {
    settings: { name: 'Known before' },
    expected_version: await version(),
  })
  expect(await textOf(second, '/login')).toContain('Known before')
  proxy.cut()
  const page = await fetch(`${second.url}/login`)
  proxy.restore()
  expect([page.status, page.headers.get('cache-status')]).toEqual([200, null])
  expect(await page.text()).toContain('Known before')
  await expect.poll(async () => (await fetch(second.url)).status).toBe(200)
})

const PAGES = [
  ...['/', '/?sort=top', '/categories', '/categories/writing', '/tools/quill', '/tools/nothing', '/nowhere'],
  ...['/alternatives/quill', '/compare?tools=quill,pen', '/search', '/search?q=quill', '/terms', '/privacy'],
  ...[
    '/about',
    '/login',
    '/register',
    '/verify-email',
    '/forgot-password',
    '/reset-password',
    '/auth/confirm',
  ],
  ...['/profile', '/admin', '/admin/site', '/admin/tools'],
]
const FILES = [
  ...['/feed.xml', '/categories/writing/feed.xml', '/tools/quill/feed.xml', '/manifest.webmanifest'],
  ...['/robots.txt', '/sitemap.xml', '/sitemaps/pages.xml', '/.well-known/security.txt'],
]
const PICTURES = ['/social/home.png', '/social/tools/quill.png', '/social/categories/writing.png']
const ICONS = [
  ...['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png'],
  '/icon-maskable-512.png',
]

/** Identifiers in the source that nobody reads: storage keys, globals and event names. */
const KEYS = /\bplaudit[-:.][a-z:-]+/g

test('nothing of the product is left on a branded site', async () => {
  const pictures = async () =>
    Promise.all(
      [...PICTURES, ...ICONS].map(async (address) => {
        const response = await fetch(server.url + address)
        expect([address, response.status]).toEqual([address, 200])
        return Buffer.from(await response.arrayBuffer())
      }),
    )
  await admin.client.rpc('restore_site_settings', { old_version: 0 })
  const before = await pictures()

  const icon = path.join(folder, 'icon.svg')
  await writeFile(
    icon,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#1d4ed8"/></svg>',
  )
  for (const args of [
    ['icon', '--file', icon],
    ['accent-light', '#1d4ed8'],
  ])
    expect(await plaudit('site', 'set', ...args), args[0]).toMatchObject({ code: 0, error: '' })
  const texts = '# Ours\n\nWhat we ask of you.\n\n## Contact\n\nWrite to us.'
  const saved = await admin.client.rpc('save_site_settings', {
    settings: {
      name: 'Ovation',
      tagline: 'Tools worth a hand',
      heading: 'Find a tool',
      subtitle: 'Chosen by people who write.',
      social_links: [{ label: 'Mastodon', url: 'https://social.example/@us' }],
      contact: 'hello@ovation.example',
      terms: texts,
      privacy: texts,
      about: texts,
      footer_links: [{ label: 'Imprint', url: '/about' }],
    },
    expected_version: await version(),
  })
  expect(saved.error).toBeNull()

  for (const address of [...PAGES, ...FILES]) {
    const text = await textOf(second, address)
    expect(text.replaceAll(KEYS, ''), address).not.toMatch(/plaudit/i)
    for (const old of ['Discover AI Tools', 'for your workflow', 'linkedin', 'New South Wales'])
      expect(text, address).not.toContain(old)
  }
  for (const address of ['/', '/feed.xml', '/tools/quill', '/manifest.webmanifest'])
    expect(await textOf(server, address), address).toContain('Ovation')
  expect(await textOf(server, '/')).toMatch(/<h1[^>]*>Find a tool/)
  expect(await textOf(server, '/.well-known/security.txt')).toContain('Contact: mailto:hello@ovation.example')

  const after = await pictures()
  for (const [index, picture] of after.entries())
    expect(picture.equals(before[index] ?? picture), [...PICTURES, ...ICONS][index]).toBe(false)
  const large = await sharp(after[PICTURES.length + 4])
    .raw()
    .ensureAlpha()
    .toBuffer({ resolveWithObject: true })
  expect([large.info.width, large.info.height, ...large.data.subarray(0, 4)]).toEqual([
    512, 512, 0x1d, 0x4e, 0xd8, 255,
  ])

  await sendMails()
  for (const mail of server.mail.all()) {
    const { html = '', text = '', subject = '', from, headers } = mail
    expect(JSON.stringify([html, text, subject, from, headers]), subject).not.toMatch(/plaudit/i)
    expect(from).toEqual({ name: 'Ovation', address: 'no-reply@tools.example.org' })
  }
  expect(server.mail.all().length).toBeGreaterThanOrEqual(4)
})

/** One of each kind. */
async function sendMails(): Promise<void> {
  const person = await member(server)
  const signUp = (email: string) =>
    post(server, '/auth/v1/signup', {
      email,
      password: 'long enough',
      data: { full_name: 'Somebody', username: `u-${crypto.randomUUID().slice(0, 8)}` },
    })
  await signUp('new@people.example')
  await signUp(person.email)
  await server.mail.next(person.email)
  await post(server, '/auth/v1/recover', { email: admin.email })
  const other = await member(server)
  await post(server, '/auth/v1/otp', { email: other.email })
  for (const { email } of [{ email: 'new@people.example' }, admin, other]) await server.mail.next(email)
}
