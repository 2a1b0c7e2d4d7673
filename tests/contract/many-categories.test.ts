import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool, type Category } from './rows.ts'

/** More categories than the API answers at once are all there. */

const MANY = 1050

let server: TestServer
let last: Category
beforeAll(async () => {
  server = await startTestServer({ SEED: 'none' })
  await server.sql`
    insert into public.categories (name, slug) select 'Category ' || n, 'many-' || n from generate_series(2, ${MANY}) n`
  last = await addCategory(server.sql, { name: 'The last of all' })
  await addTool(server.sql, { name: 'Only tool' }, [last])
})
afterAll(() => server?.close())

const read = async (path: string) => {
  const answer = await fetch(server.url + path)
  return { status: answer.status, html: await answer.text() }
}

test('in the filter, which knows each of them', async () => {
  const { status, html } = await read(`/?categories=${last.slug}`)
  expect(status).toBe(200)
  expect(html).toContain(`Remove filter ${last.name}`)
  expect(html).toContain('Only tool')
  expect(html.match(/type="checkbox"/g)).toHaveLength(MANY)
})

test('in the filter, which says how many of them it takes', async () => {
  const select = (count: number) =>
    read(`/?categories=${Array.from({ length: count }, (_, index) => `many-${index + 2}`).join()}`)
  const disabled = /type="checkbox"[^>]* disabled/g
  const below = await select(99)
  expect(below.html).not.toContain('100 at most')
  expect(below.html.match(disabled)).toBeNull()
  const full = await select(101)
  expect(full.html.replaceAll('<!-- -->', '')).toContain('100 at most')
  expect(full.html.match(disabled)).toHaveLength(MANY - 100)
})

test('among all categories, with their tools', async () => {
  const { html } = await read('/categories')
  expect(html).toContain(`"numberOfItems":${MANY}`)
  expect(html.match(/href="\/categories\/many-/g)).toHaveLength(MANY - 1)
  expect(html.match(/No tools in this category yet/g)).toHaveLength(MANY - 1)
})
