import { expect, test } from 'vitest'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool } from './rows.ts'

/** More categories than one API response holds are all there. */

const MANY = 1050

const server = await testServer({ SEED: 'none' })
await server.sql`
  insert into public.categories (name, slug) select 'Category ' || n, 'many-' || n from generate_series(2, ${MANY}) n`
const last = await addCategory(server.sql, { name: 'The last of all' })
await addTool(server.sql, { name: 'Only tool' }, [last])

const read = async (path: string) => {
  const answer = await fetch(server.url + path)
  return { status: answer.status, html: await answer.text() }
}

test('in an address that selects one of them, and none of the others weighs on the page', async () => {
  const { status, html } = await read(`/?categories=${last.slug}`)
  expect(status).toBe(200)
  expect(html).toContain(`Remove filter ${last.name}`)
  expect(html).toContain('Only tool')
  expect(html.match(/many-\d+/g)?.length ?? 0).toBeLessThan(50)
})

test('in an address that selects a hundred, which is as many as it takes', async () => {
  const slugs = Array.from({ length: 101 }, (_, index) => `many-${index + 2}`)
  const { html } = await read(`/?categories=${slugs.join()}`)
  expect(html.match(/aria-label="Remove filter/g)).toHaveLength(100)
})

test('among all categories, with their tools', async () => {
  const { html } = await read('/categories')
  expect(html).toContain(`"numberOfItems":${MANY}`)
  expect(html.match(/href="\/categories\/many-/g)).toHaveLength(MANY - 1)
  expect(html.match(/No tools in this category yet/g)).toHaveLength(MANY - 1)
})
