import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { removeStarter } from '../../server/product/import-export/import-starter.ts'
import { addCategory, addFlag, addTool, addUpvote, type Category, type Tool } from '../contract/rows.ts'
import { member, recommend } from '../support/actors.ts'
import { expect, expectToFit, settled, test, WIDTHS } from '../support/e2e.ts'

/** A site about textbooks, with no topic: no page says what the default site is about (docs/decisions/120). */

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
  ...['/profile?tab=saved', '/profile?tab=submissions', '/profile?tab=notices'],
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
    values ('{"name": "The Open Shelf of Sensible Books for All", "topic": "", "item": "textbook", "items": "textbooks", "about": "Ours."}')`
})
test.use({ allowedErrors: [/404|Nothing is at this address|Failed to load resource/] })

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
function read(html: string | null): string[] {
  const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
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

test('an unknown address of a directory without tools offers none', async ({ page, server }) => {
  await server.sql`delete from public.tools`
  await page.goto('/nowhere')
  await settled(page)
  await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible()
  await expect(page.getByText('No alternatives yet')).toHaveCount(0)
})

async function expectNone(page: Page, what: string) {
  const texts = await page.evaluate(read, null)
  expect(texts.join(), what).toMatch(/textbook|Open Shelf/i)
  expect(wrong(texts), what).toEqual([])
}

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

// The others are whole in the server's HTML.
test('the pages of members and administrators, none of which scrolls sideways, and what opens on a list', async ({
  page,
  server,
  signIn,
}) => {
  test.slow()
  const admin = await signIn({ admin: true })
  await server.sql`update public.profiles set username = ${'w'.repeat(30)} where id = ${admin.id}`
  const writer = await member(server)
  const upvote = await addUpvote(server.sql, book, writer)
  await addFlag(server.sql, upvote, admin)
  const own = await recommend(server, admin, book.slug, 'W'.repeat(200))
  await addFlag(server.sql, { id: own }, writer)
  await admin.client.from('tools').update({ featured: true }).eq('id', book.id)
  const guarded = [...ROUTES.map(addressOf), ...STATES].filter((address) =>
    /^\/(admin|profile|claim|submit|suggest)/.test(address),
  )
  expect(guarded.length).toBeGreaterThan(12)
  for (const address of guarded) {
    await page.goto(address)
    await settled(page)
    await expectNone(page, address)
    await expectToFit(page, ...WIDTHS)
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Search textbooks and categories' }).press('Enter')
  await expect(page.getByText('Recent Textbooks')).toBeVisible()
  await expectNone(page, 'search')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Compare Calculus' }).click()
  await expect(page.getByText('1 of 4 textbooks to compare')).toBeVisible()
  await expectNone(page, 'comparison')
  await page.getByRole('button', { name: 'Upvote algebra' }).click()
  await expect(page.getByText('Why do you recommend this textbook?')).toBeVisible()
  await expectNone(page, 'upvote')
})
