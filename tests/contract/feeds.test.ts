import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { administrator, member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addFlag, addTool, addUpvote, ODD_TEXT } from './rows.ts'

/** Atom feeds: the newest tools, those of a category, the recommendations of a tool. */

const server = await testServer()
const admin = await administrator(server)
const category = await addCategory(server.sql, { name: ODD_TEXT.slice(0, 90), description: ODD_TEXT })
const tool = await addTool(server.sql, { name: ODD_TEXT, short_description: ODD_TEXT }, [category])

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' })

function parseXml(xml: string): unknown {
  expect(XMLValidator.validate(xml)).toBe(true)
  return new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => name === 'entry' || name === 'link',
  }).parse(xml)
}

const link = z.object({ '@_rel': z.string(), '@_href': z.string(), '@_type': z.string() })
const atom = z.object({
  feed: z.object({
    '@_xmlns': z.literal('http://www.w3.org/2005/Atom'),
    id: z.string().startsWith('tag:'),
    title: z.string(),
    updated: z.iso.datetime(),
    author: z.object({ name: z.string() }),
    link: z.array(link),
    entry: z
      .array(
        z.object({
          id: z.string().startsWith('urn:uuid:'),
          title: z.coerce.string(),
          published: z.iso.datetime(),
          updated: z.iso.datetime(),
          link: z.array(link),
          author: z.object({ name: z.string() }).optional(),
          content: z.coerce.string(),
        }),
      )
      .default([]),
  }),
})
const readFeed = async (path: string) => {
  const response = await get(path)
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const { feed } = atom.parse(parseXml(await response.text()))
  expect(feed.link.find((entry) => entry['@_rel'] === 'self')?.['@_href']).toBe(server.url + path)
  return feed
}

test('the newest tools, of all and of a category, with every character intact', async () => {
  for (const path of ['/feed.xml', `/categories/${category.slug}/feed.xml`]) {
    const [entry] = (await readFeed(path)).entry.filter(({ id }) => id === `urn:uuid:${tool.id}`)
    expect(entry?.content.replaceAll(/\s+/g, ' ')).toContain('Tools & "Toys" <b>')
    expect(entry?.link[0]?.['@_href']).toBe(`${server.url}/tools/${tool.slug}`)
  }
})

test('the facts of a tool, as categories', async () => {
  const known = await addTool(server.sql, { pricing: 'free', open_source: true, platforms: ['ios', 'api'] })
  const feed = await (await get('/feed.xml')).text()
  const entry = feed.split('<entry>').find((part) => part.includes(known.id))
  expect(
    [...(entry ?? '').matchAll(/<category term="(.*?)" scheme="(.*?)"\/>/g)].map(([, ...of]) => of),
  ).toEqual([
    ['free', `${server.url}/#pricing`],
    ['yes', `${server.url}/#open_source`],
    ['ios', `${server.url}/#platforms`],
    ['api', `${server.url}/#platforms`],
  ])
})

test('recommendations of a tool: public ones only, without one that is hidden later', async () => {
  const target = await addTool(server.sql, { name: 'Target' })
  const [writer, other] = [await member(server), await member(server)]
  const upvote = await addUpvote(server.sql, target, writer)
  await addUpvote(server.sql, target, other)
  const path = `/tools/${target.slug}/feed.xml`
  const before = await readFeed(path)
  expect(before.entry.map(({ author }) => author?.name).sort()).toEqual(
    [`@${writer.username}`, `@${other.username}`].sort(),
  )
  await addFlag(server.sql, upvote, other)
  expect((await readFeed(path)).entry.map(({ author }) => author?.name)).toEqual([`@${other.username}`])
  await admin.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvote.id)
  expect((await readFeed(path)).entry).toHaveLength(2)
})

test('answer 304 to a client that has them, until they change', async () => {
  const first = await get('/feed.xml')
  const tag = first.headers.get('etag') ?? ''
  expect((await get('/feed.xml', { 'if-none-match': tag })).status).toBe(304)
  await addTool(server.sql)
  expect((await get('/feed.xml', { 'if-none-match': tag })).status).toBe(200)
})

test('of an unknown tool or category are not found', async () => {
  for (const path of [
    '/tools/nothing/feed.xml',
    '/categories/nothing/feed.xml',
    '/tools/Nothing%00/feed.xml',
  ])
    expect((await get(path)).status).toBe(404)
})

test('are linked by their pages', async () => {
  for (const [page, feed] of [
    ['/', '/feed.xml'],
    [`/categories/${category.slug}`, `/categories/${category.slug}/feed.xml`],
    [`/tools/${tool.slug}`, `/tools/${tool.slug}/feed.xml`],
  ])
    expect(await (await get(page ?? '')).text()).toMatch(
      new RegExp(`<link rel="alternate" type="application/atom\\+xml"[^>]* href="${server.url}${feed}"`),
    )
})
