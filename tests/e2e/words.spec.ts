import { readFileSync } from 'node:fs'
import { removeStarter } from '../../server/product/import-export/import-starter.ts'
import { addCategory, addTool, type Category, type Tool } from '../contract/rows.ts'
import { expect, test } from '../support/e2e.ts'

/**
 * A site about textbooks, with no topic: no page of the server says what the default site is about
 * (docs/decisions/120); the texts of all others: tests/unit/words.test.ts.
 */

const DEFAULT = /\bAI\b|\btools?\b/i
/** Addresses, and lines of a shell, keep their names. */
const KEPT = /(?:https?:\/)?\/[\w./:#?=&;%{}-]+|npm run cli -- .*/g

/** Every route of the site. */
const routes =
  /fullPaths:([\s\S]*?)fileRoutesByTo/.exec(readFileSync('src/routeTree.gen.ts', 'utf8'))?.[1] ?? ''
const ROUTES = [...routes.matchAll(/'(.*?)'/g)].map(([, path = '']) => path)

/** States of pages that the routes alone do not show. */
const STATES = [
  ...['/?pricing=free', '/?sort=top&show=30', '/search?q=calculus', '/search?q=xyzzy', '/tools/nothing'],
  ...['/compare?tools=calculus', '/compare?tools=calculus,nothing&add=algebra', '/profile?tab=upvotes'],
  ...['/categories/empty', '/auth/confirm?status=closed', '/admin/flags?status=all'],
]

let book: Tool
let shelf: Category
test.beforeEach(async ({ server: { sql } }) => {
  await removeStarter(sql, { record: { source: 'command line', actorId: null } })
  await sql`delete from public.tools; delete from public.categories`.simple()
  shelf = await addCategory(sql, { name: 'Mathematics', slug: 'mathematics', description: 'Proofs.' })
  await addCategory(sql, { name: 'Empty', slug: 'empty' })
  book = await addTool(sql, { name: 'Calculus', slug: 'calculus' }, [shelf])
  for (const slug of ['algebra', 'topology']) await addTool(sql, { name: slug, slug }, [shelf])
  await sql`
    insert into public.site_settings (settings)
    values ('{"name": "Open Shelf", "topic": "", "item": "textbook", "items": "textbooks", "about": "Ours."}')`
})
/** An address of a route. A parameter that is not known here needs a value. */
const addressOf = (route: string) =>
  route
    .replace(/^\/\$$/, '/nowhere')
    .replace('tools/$slug', 'tools/calculus')
    .replace('alternatives/$slug', 'alternatives/calculus')
    .replace('suggest/$slug', 'suggest/calculus')
    .replace('members/$username', 'members/nobody')
    .replace('lists/$address', 'lists/000000000000')
    .replace('claim/$slug', 'claim/calculus')
    .replace('categories/$slug', 'categories/mathematics')
    .replace('tools/edit/$id', `tools/edit/${book.id}`)
    .replace('categories/edit/$id', `categories/edit/${shelf.id}`)

/** All that a person or a machine reads of a document: texts, names, titles, descriptions, structured data. */
function read(html: string): string[] {
  const root = new DOMParser().parseFromString(html, 'text/html')
  const texts: (string | null)[] = [root.title]
  for (const element of root.querySelectorAll('*')) {
    const isData = element.matches('script[type="application/ld+json"]')
    // Synonyms are what the starter's searches mean, not texts of ours.
    if (isData || !element.matches('script, style, [id$="-synonyms"]'))
      for (const node of element.childNodes) if (node instanceof Text) texts.push(node.data)
    for (const name of ['alt', 'title', 'aria-label', 'placeholder', 'content', 'label'])
      texts.push(element.getAttribute(name))
    if (element instanceof HTMLInputElement && element.type === 'text') texts.push(element.value)
  }
  return texts.flatMap((text) => (text?.trim() ? [text] : []))
}

const wrong = (texts: readonly string[]) =>
  texts.filter((text) => DEFAULT.test(text.replace(KEPT, '')) || /\S {2}\S/.test(text))

test('the pages of the server', async ({ page, server }) => {
  test.slow()
  expect(ROUTES.length).toBeGreaterThan(25)
  await page.goto('/robots.txt')
  for (const address of [...ROUTES.map(addressOf), ...STATES]) {
    expect(address, 'a value for each parameter').not.toContain('$')
    const html = await (await fetch(server.url + address)).text()
    expect(wrong(await page.evaluate(read, html)), address).toEqual([])
  }
})
