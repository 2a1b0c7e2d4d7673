import { describe, expect, test } from 'vitest'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import { administrator } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool } from './rows.ts'

/** An old URL redirects permanently, whether its slug was changed by the form, an import or plain SQL. */

const server = await testServer()
const admin = await administrator(server)
const db = admin.client

let made = 0
const slug = (word: string) => `${word}-${++made}`

/** The status of a page, and the target of a redirect. */
async function ask(address: string): Promise<string> {
  const response = await fetch(server.url + address, { redirect: 'manual' })
  const to = response.headers.get('location')
  return to
    ? `${response.status} ${new URL(to, server.url).href.slice(server.url.length)}`
    : `${response.status}`
}

const rename = async (table: 'tools' | 'categories', from: string, to: string) =>
  expect((await db.from(table).update({ slug: to }).eq('slug', from)).error).toBeNull()

describe.each([
  ['tools', '/tools/', (wanted: string) => addTool(server.sql, { slug: wanted })],
  ['categories', '/categories/', (wanted: string) => addCategory(server.sql, { slug: wanted })],
] as const)('%s', (table, at, add) => {
  test('old URLs redirect permanently, also after several renames in one step', async () => {
    const [a, b, c] = [slug('a'), slug('b'), slug('c')]
    await add(a)
    await rename(table, a, b)
    expect(await ask(at + a)).toBe(`308 ${at}${b}`)
    await rename(table, b, c)
    expect([await ask(at + a), await ask(at + b), await ask(at + c)]).toEqual([
      `308 ${at}${c}`,
      `308 ${at}${c}`,
      '200',
    ])
  })

  test('one that gets its old slug back redirects from the other only', async () => {
    const [a, b] = [slug('a'), slug('b')]
    await add(a)
    await rename(table, a, b)
    await rename(table, b, a)
    expect([await ask(at + a), await ask(at + b)]).toEqual(['200', `308 ${at}${a}`])
  })

  test('pages, feeds and previews redirect, uncacheable because they would loop when the old slug comes back', async () => {
    const [a, b] = [slug('a'), slug('b')]
    await add(a)
    await rename(table, a, b)
    for (const addressOf of [
      (slug: string) => at + slug,
      (slug: string) => `${at + slug}/feed.xml`,
      (slug: string) => `/social${at + slug}.png`,
    ]) {
      const { status, headers } = await fetch(server.url + addressOf(a), { redirect: 'manual' })
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        308,
        addressOf(b),
        'public, max-age=0, must-revalidate',
      ])
    }
  })

  test('two that swap their slugs each have their own page', async () => {
    const [a, b, between] = [slug('a'), slug('b'), slug('between')]
    const [first, second] = [await add(a), await add(b)]
    await rename(table, a, between)
    await rename(table, b, a)
    await rename(table, between, b)
    expect([await ask(at + a), await ask(at + b), await ask(at + between)]).toEqual([
      '200',
      '200',
      `308 ${at}${b}`,
    ])
    expect(await (await fetch(server.url + at + a)).text()).toContain(second.name)
    expect(await (await fetch(server.url + at + b)).text()).toContain(first.name)
  })

  test('a reused slug belongs to its new owner, and is 404 when that is deleted', async () => {
    const [a, b] = [slug('a'), slug('b')]
    await add(a)
    await rename(table, a, b)
    const { id } = await add(a)
    expect([await ask(at + a), await ask(at + b)]).toEqual(['200', '200'])
    expect((await db.from(table).delete().eq('id', id)).error).toBeNull()
    expect([await ask(at + a), await ask(at + b)]).toEqual(['404', '200'])
  })

  test('the old URLs of a deleted one are 404 too', async () => {
    const [a, b] = [slug('a'), slug('b')]
    const { id } = await add(a)
    await rename(table, a, b)
    await db.from(table).delete().eq('id', id)
    expect([await ask(at + a), await ask(at + b)]).toEqual(['404', '404'])
  })
})

test('a deleted tool’s page is its not-found page, which is noindex', async () => {
  const tool = await addTool(server.sql)
  await db.from('tools').delete().eq('id', tool.id)
  const response = await fetch(`${server.url}/tools/${tool.slug}`)
  expect(response.status).toBe(404)
  const html = await response.text()
  expect(html).toContain('Tool Not Found')
  expect(html).toContain('<meta name="robots" content="noindex"')
  expect(html).not.toContain('rel="canonical"')
})

test('a tool renamed by saving its form redirects too', async () => {
  const tool = await addTool(server.sql)
  const to = slug('saved')
  const { name, short_description, website_url } = tool
  const saved = await db.rpc('save_tool', {
    tool_id: tool.id,
    slug: to,
    name,
    short_description,
    website_url,
  })
  expect(saved.error).toBeNull()
  expect(await ask(`/tools/${tool.slug}`)).toBe(`308 /tools/${to}`)
})

test('an import with an old slug creates a new tool, and the renamed one keeps its slug', async () => {
  const [a, b] = [slug('imported'), slug('imported')]
  await addTool(server.sql, { slug: a })
  await rename('tools', a, b)
  const value = {
    name: 'Back again',
    slug: a,
    short_description: 'It came back.',
    website_url: 'https://example.org/back',
  }
  await importCatalogue(server.sql, [{ line: 1, value }])
  expect([await ask(`/tools/${a}`), await ask(`/tools/${b}`)]).toEqual(['200', '200'])
})

test('a redirect keeps the order of a category’s list', async () => {
  const [a, b] = [slug('kept'), slug('kept')]
  await addCategory(server.sql, { slug: a })
  await rename('categories', a, b)
  expect(await ask(`/categories/${a}?sort=top`)).toBe(`308 /categories/${b}?sort=top`)
})

test('a filter’s URL with an old slug redirects to the same URL with the current one', async () => {
  const [a, b, c] = [slug('filter-a'), slug('filter-b'), slug('filter-c')]
  await addCategory(server.sql, { slug: a })
  await addCategory(server.sql, { slug: c })
  await rename('categories', a, b)
  expect(await ask(`/?categories=${a}`)).toBe(`308 /?categories=${b}`)
  expect(await ask(`/?categories=${a},${c},nobodys&sort=top&show=30`)).toBe(
    `308 /?show=30&sort=top&categories=${b},${c}`,
  )
  expect(await ask(`/?categories=${a},${b}`)).toBe(`308 /?categories=${b}`)
  expect(await ask(`/?categories=${b},nobodys`)).toBe(`307 /?categories=${b}`)
  expect(await ask(`/?categories=${b}`)).toBe('200')

  const kept = await fetch(`${server.url}/?categories=${a}`, { redirect: 'manual' })
  expect(kept.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  // A slug that was taken back is current again at once.
  await rename('categories', b, a)
  expect(await ask(`/?categories=${a}`)).toBe('200')
  expect(await ask(`/?categories=${b}`)).toBe(`308 /?categories=${a}`)
})

test('only a few unknown slugs of one URL are looked up', async () => {
  const [a, b] = [slug('zz-last'), slug('zz-last')]
  await addCategory(server.sql, { slug: a })
  await rename('categories', a, b)
  const unknown = Array.from({ length: 10 }, (_, index) => `nobodys-${index}`)
  expect(await ask(`/?categories=${[...unknown.slice(1), a]}`)).toBe(`308 /?categories=${b}`)
  expect(await ask(`/?categories=${[...unknown, a]}`)).toBe('307 /')
})

test('old slugs are looked up one by one, and only by kind', async () => {
  const [a, b] = [slug('kind'), slug('kind')]
  await addTool(server.sql, { slug: a })
  await rename('tools', a, b)
  const find = async (kind: string, former_slug: string) =>
    (await db.rpc('find_current_slug', { kind, former_slug }, { get: true })).data
  expect(await find('tool', a)).toEqual([{ slug: b }])
  expect(await find('category', a)).toEqual([])
  expect(await find('tool', b)).toEqual([])
  expect(await find('tool', '%')).toEqual([])
})
