import type { Page } from 'playwright/test'
import { addUpvote } from '../contract/rows.ts'
import { member } from '../support/actors.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** The orders of a list, a URL with a search, and the head of pages opened by navigation. */

test('the list is sorted by its URL, keeps the filter, and restarts at the first page', async ({
  page,
  server,
}) => {
  const [writer] = [await member(server)]
  const [known] = await server.sql<Parameters<typeof addUpvote>[1][]>`
    select t.* from public.tools t join public.categories c on c.id = t.category_id
    where c.slug = 'coding' order by t.created_at limit 1`
  if (!known) throw new Error('the starter catalogue has tools for coding')
  await addUpvote(server.sql, known, writer)

  await page.goto('/')
  const orders = page.getByRole('navigation', { name: 'Order of the list' })
  await expect(orders.getByRole('link')).toHaveText(['Newest', 'Most recommended', 'Trending'])
  await expect(orders.getByRole('link', { name: 'Newest' })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(page.locator('article')).toHaveCount(30)
  await page.getByRole('button', { name: 'Filter by category' }).click()
  await page.getByRole('checkbox', { name: /^Coding/ }).check()
  await page.keyboard.press('Escape')
  await orders.getByRole('link', { name: 'Most recommended' }).click()
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('sort') === 'top' && searchParams.get('categories') === 'coding',
  )
  await expect(page.locator('article h2').first()).toHaveText(known.name)
  await expect(orders.getByRole('link', { name: 'Most recommended' })).toHaveAttribute('aria-current', 'page')
  await expect(orders.locator('[aria-current]')).toHaveCount(1)

  await page.getByRole('button', { name: 'Remove filter Coding' }).click()
  await expect(page).toHaveURL('/?sort=top')
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(page.locator('article')).toHaveCount(30)
  await expect(orders.getByRole('link', { name: 'Most recommended' })).toHaveAttribute('aria-current', 'page')
  await orders.getByRole('link', { name: 'Trending' }).click()
  await expect(page).toHaveURL('/?sort=trending')
  await expect(page.locator('article')).toHaveCount(15)

  await page.reload()
  await expect(orders.getByRole('link', { name: 'Trending' })).toHaveAttribute('aria-current', 'page')
  // Going back during hydration makes React start again, with a console message.
  await settled(page)
  await page.goBack()
  await expect(orders.getByRole('link', { name: 'Most recommended' })).toHaveAttribute('aria-current', 'page')

  await page.goto('/categories/coding')
  await orders.getByRole('link', { name: 'Trending' }).click()
  await expect(page).toHaveURL('/categories/coding?sort=trending')
  await orders.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL('/categories/coding')
})

/** The types of a page's structured data, after hydration. */
const said = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(({ textContent }) =>
      JSON.parse(textContent)['@graph'].map((thing: { '@type': string }) => thing['@type']),
    ),
  )

test('the server’s structured data stays for as long as its page is shown', async ({ page }) => {
  for (const [address, types] of [
    ['/', ['Organization', 'WebSite', 'ItemList']],
    ['/tools/whisper', ['BreadcrumbList', 'SoftwareApplication']],
  ] as const) {
    await page.goto(address)
    await settled(page)
    expect((await said(page)).toSorted(), address).toEqual(types.toSorted())
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'Trending' }).click()
  await expect.poll(() => said(page)).toEqual([])
})

test('title, canonical URL, robots and feed are updated by navigation', async ({ page, server }) => {
  const head = () =>
    page.evaluate(() => ({
      title: document.title,
      canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
      robots: document.querySelector('meta[name=robots]')?.getAttribute('content'),
      feeds: [...document.querySelectorAll('link[type="application/atom+xml"]')].map((feed) =>
        feed.getAttribute('href'),
      ),
    }))
  await page.goto('/')
  await page.getByRole('link', { name: 'Trending' }).click()
  await expect.poll(async () => (await head()).robots).toContain('noindex')
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect.poll(async () => (await head()).robots).toBeUndefined()
  await page.getByRole('link', { name: 'GitHub Copilot' }).click()
  await expect.poll(head).toEqual({
    title: 'GitHub Copilot - AI Tool Details',
    canonical: `${server.url}/tools/github-copilot`,
    robots: undefined,
    feeds: [`${server.url}/tools/github-copilot/feed.xml`],
  })
  // The structured data of home is not kept on the tool's page.
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0)
})
