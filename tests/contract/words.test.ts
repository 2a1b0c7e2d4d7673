import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPreviews } from '../../server/http/previews/previews.ts'
import type { Card } from '../../server/images/draw-card.ts'
import { loadLanguages } from '../../server/product/languages.ts'
import { createReader } from '../../server/product/reader.ts'
import { createSiteReader } from '../../server/product/site.ts'
import { administrator, member, messageOf, type Person, post, raw } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool, type Tool } from './rows.ts'

/** A site about textbooks, with no topic: its files, feeds, previews, mails and the messages of its database (120). */

const DEFAULT = /\bAI\b|\btools?\b/i

/** Addresses and ids keep their names. */
const shown = (text: string) =>
  text.replace(/<id>[^<]*<\/id>/g, '').replace(/(?:https?:\/)?\/[\w./:#?=&;%{}-]+/g, '')

let server: TestServer
let admin: Person
let book: Tool
beforeAll(async () => {
  server = await startTestServer()
  admin = await administrator(server)
  const saved = await admin.client.rpc('save_site_settings', {
    settings: { name: 'Open Shelf', topic: '', item: 'textbook', items: 'textbooks' },
    expected_version: 0,
  })
  expect(saved.error).toBeNull()
  const shelf = await addCategory(server.sql, { name: 'Mathematics', slug: 'mathematics' })
  book = await addTool(server.sql, { name: 'Calculus', slug: 'calculus' }, [shelf])
})
afterAll(() => server?.close())

test.each([
  ['/feed.xml', 'Open Shelf - New Textbooks'],
  ['/categories/mathematics/feed.xml', 'Mathematics - Open Shelf'],
  ['/tools/calculus/feed.xml', 'Recommendations of Calculus'],
  ['/manifest.webmanifest', 'Discover the best textbooks for your workflow'],
  ['/robots.txt', 'Disallow'],
  ['/sitemap.xml', 'sitemap'],
  ['/sitemaps/pages.xml', 'url'],
  ['/.well-known/security.txt', 'Contact'],
])('%s', async (address, expected) => {
  const answer = await fetch(server.url + address)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toContain(expected)
  expect(shown(text)).not.toMatch(DEFAULT)
})

test('previews', async () => {
  const cards: Card[] = []
  const reader = createReader((request) => fetch(request), server.url, server.publishableKey)
  const [language] = await loadLanguages(['en'])
  if (!language) throw new Error('English is missing')
  const readSite = createSiteReader(reader, {}, () => undefined)
  const answer = createPreviews({
    reader,
    images: {
      run: async (job) => {
        if (job.kind === 'card') cards.push(job.card)
        return Buffer.from('png')
      },
      close: () => undefined,
    },
    site: async () => ({ ...(await readSite()), publicUrl: 'https://shelf.example', language }),
    charge: () => undefined,
  })
  const paths = ['home', 'tools/calculus', 'alternatives/calculus', 'categories/mathematics']
  for (const path of paths) {
    const address = `/social/${path}.png`
    expect((await answer(new Request(server.url + address), address))?.status, path).toBe(200)
  }
  expect(cards).toHaveLength(paths.length)
  expect(cards.at(0)?.title).toBe('Discover Textbooks')
  expect(cards.at(-1)?.count).toEqual({ text: '1 textbook' })
  for (const card of cards) expect(Object.values(card).map(String).join('\n')).not.toMatch(DEFAULT)
})

test('mails', async () => {
  const person = await member(server)
  const email = 'new@people.example'
  for (const [place, address] of [email, person.email].entries()) {
    const data = { full_name: 'Somebody', username: `somebody-${place}` }
    await post(server, '/auth/v1/signup', { email: address, password: 'long enough', data })
  }
  await post(server, '/auth/v1/recover', { email: admin.email })
  for (const to of [email, person.email, admin.email]) await server.mail.next(to)
  expect(server.mail.all().length).toBeGreaterThanOrEqual(3)
  for (const { html = '', text = '', subject = '' } of server.mail.all())
    expect(shown([html.replace(/<(style|head)[\s\S]*?<\/\1>/g, ''), text, subject].join('\n'))).not.toMatch(
      DEFAULT,
    )
})

test('messages of the database', async () => {
  const person = await member(server)
  const upvote = { tool_id: book.id, user_id: person.id, reason: 'Clear.' }
  const missing = { ...upvote, tool_id: crypto.randomUUID() }
  expect(await messageOf(person.client.from('tool_upvotes').insert(missing))).toBe('Textbook not found')
  const values = { name: 'A', slug: 'a', short_description: 'A', website_url: 'https://a.example' }
  expect(await messageOf(person.client.rpc('save_tool', values))).toBe(
    'Only administrators and editors may save textbooks',
  )
  const gone = { ...values, tool_id: crypto.randomUUID() }
  expect(await messageOf(admin.client.rpc('save_tool', gone))).toBe('Textbook not found')
  const stale = { ...values, tool_id: book.id, known_updated_at: '2026-01-01T00:00:00Z' }
  expect(await messageOf(admin.client.rpc('save_tool', stale))).toBe(
    'This textbook was changed by someone else',
  )
  for (let written = 0; written < 10; written++)
    await person.client
      .from('tool_upvotes')
      .insert({ ...upvote, tool_id: (await addTool(server.sql)).id, reason: 'The same' })
  expect(await messageOf(person.client.from('tool_upvotes').insert(upvote))).toBe(
    'You can recommend at most 10 textbooks a day in your first week. Please try again tomorrow.',
  )
  const reports = await server.sql<{ reason: string }[]>`
    select distinct reason from public.upvote_flags where is_automatic`
  expect(reports.map(({ reason }) => reason)).toContain('The same text on 10 textbooks')

  // Every other message that names them is made from the words.
  const raised = await server.sql<{ source: string }[]>`
    select p.prosrc as source from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`
  const messages = raised.flatMap(({ source }) =>
    [...source.matchAll(/raise exception\s+'((?:[^']|'')*)'|require_\w*administrator\('([^']*)'\)/g)].map(
      ([, message, what]) => message ?? what ?? '',
    ),
  )
  expect(messages.length).toBeGreaterThan(50)
  expect(messages.filter((message) => DEFAULT.test(message))).toEqual([
    // The name of a value.
    'Categories are sorted by name, slug, tools or created',
  ])
})

test('an import says what is wrong without them', async () => {
  const answer = await raw(
    server,
    '/transfer/v1/preview?name=x.jsonl',
    { method: 'POST', body: `[]\n{"name": "A", "categories": ${JSON.stringify(Array(200).fill('b'))}}\n` },
    admin.accessToken,
  )
  const text = await answer.text()
  expect(text).toContain('rejected')
  expect(text.replaceAll('"kind":"tool"', '')).not.toMatch(DEFAULT)
})
