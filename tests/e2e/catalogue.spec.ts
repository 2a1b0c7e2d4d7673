import { expect, settled, test } from '../support/e2e.ts'

/** A visitor in the catalogue: browse, load more, filter, follow links, come back. */

test.describe('the list at home', () => {
  test('comes in the HTML and opens page by page from the server', async ({ page, server }) => {
    const reads: string[] = []
    page.on('request', (request) => request.url().includes('/rest/') && reads.push(request.url()))
    await page.goto('/')
    await settled(page)
    await expect(page).toHaveTitle('Plaudit AI - Discover New AI Tools')
    await expect(page.locator('article')).toHaveCount(15)
    expect(reads, 'what the HTML holds is not asked for again').toEqual([])

    const [row] = await server.sql<{ n: number }[]>`select count(*)::int as n from public.tools`
    const total = row?.n ?? 0
    await expect(page.getByText(`${total} tools`, { exact: true })).toBeVisible()

    // By keyboard: the pointer would rest on a new card and prefetch its tool.
    await page.getByRole('button', { name: 'Load More' }).press('Enter')
    await expect(page.locator('article')).toHaveCount(30)
    expect(reads).toHaveLength(1)
    expect(decodeURIComponent(reads[0] ?? '')).toMatch(/after_id=[-0-9a-f]{36}/)
    const names = await page.locator('article h2').allTextContents()
    expect(new Set(names).size).toBe(30)

    for (let shown = 45; shown < total + 15; shown += 15)
      await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.locator('article')).toHaveCount(total)
    await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)
  })

  test('keeps its length after reload, Back and in a shared link', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page).toHaveURL(/\?show=30$/)
    const card = page.locator('article').nth(27)
    await card.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => window.scrollY)
    await card.getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Alternatives' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

    await page.goBack()
    await expect(page.locator('article')).toHaveCount(30)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
    await page.reload()
    await expect(page.locator('article')).toHaveCount(30)
    const shared = await (await page.request.get('/?show=30')).text()
    expect(shared.match(/<article/g)).toHaveLength(30)
  })

  test('keeps its scroll position, however soon after scrolling, and from a page still loading', async ({
    page,
  }) => {
    await page.goto('/')
    await settled(page)
    await page.route('**/rest/v1/tools?*', () => {})
    // At once, before the router has been told of the scrolling.
    await page.evaluate(() => {
      scrollTo(0, 900)
      document.querySelectorAll<HTMLElement>('article h2 a')[10]?.click()
    })
    await expect(page.locator('main .skeleton').first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(page.locator('article')).toHaveCount(15)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900)
  })
})

test('the filter selects categories, counts them, and starts the list over', async ({ page, server }) => {
  const [row] = await server.sql<{ n: number }[]>`
    select count(distinct tool_id)::int as n from public.tool_categories tc
    join public.categories c on c.id = tc.category_id where c.slug in ('coding', 'video')`
  await page.goto('/?show=30')
  await settled(page)
  const button = page.getByRole('button', { name: 'Filter by category' })
  await button.click()
  // It ends in the middle of a row, to show that there is more.
  const seen = await page.getByRole('group', { name: 'Categories' }).evaluate((list) => {
    const { bottom } = list.getBoundingClientRect()
    const rows = [...list.querySelectorAll('label')].map((row) => row.getBoundingClientRect())
    const cut = rows.find((row) => row.top < bottom && row.bottom > bottom)
    return cut && (bottom - cut.top) / cut.height
  })
  expect(seen).toBeGreaterThan(0.25)
  expect(seen).toBeLessThan(0.75)
  await page.getByRole('checkbox', { name: 'Coding (12)' }).check()
  await page.getByRole('checkbox', { name: 'Video (10)' }).check()
  await expect(page).toHaveURL(/\/\?categories=coding,video$/)
  await expect(page.getByText(`${row?.n} tools`, { exact: true })).toBeVisible()
  await expect(page.locator('article')).toHaveCount(15)
  await expect(button).toContainText('2')

  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  // Chips are on a line of their own, above the orders.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const chip = await page.getByRole('button', { name: 'Remove filter Video' }).boundingBox()
    const order = await page.getByRole('link', { name: 'Newest' }).boundingBox()
    expect((chip?.y ?? 0) + (chip?.height ?? 0)).toBeLessThanOrEqual(order?.y ?? 0)
  }
  await page.getByRole('button', { name: 'Remove filter Video' }).press('Enter')
  // Not those of the cards of the old list, which stands there until the new one is read.
  const quick = page.getByRole('navigation', { name: 'Quick filters' })
  await expect(quick.getByRole('link', { name: 'Video', exact: true })).toBeFocused()
  await expect(page).toHaveURL(/\/\?categories=coding$/)
  await expect(page.locator('article')).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/\?categories=coding,video$/)
  await page.getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(button).toBeFocused()
  await expect(page.locator('article')).toHaveCount(15)
})

test('a full filter says so, and is cleared by keyboard', async ({ page, server }) => {
  await server.sql`
    insert into public.categories (name, slug) select 'Many ' || n, 'many-' || n from generate_series(1, 100) n`
  await page.goto(`/?categories=${Array.from({ length: 100 }, (_, index) => `many-${index + 1}`).join()}`)
  await settled(page)
  await page.getByRole('button', { name: 'Filter by category' }).click()
  await expect(page.getByText('100 at most')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Coding (12)' })).toBeDisabled()
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Many 1 (0)', exact: true })).toBeFocused()
  await expect(page.getByText('100 at most')).toHaveCount(0)
  await server.sql`delete from public.categories where slug like 'many-%'`
})

test('a tool’s page has breadcrumbs, categories, website and alternatives', async ({ page }) => {
  await page.goto('/tools/whisper')
  await expect(page).toHaveTitle('Whisper - AI Tool Details')
  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(way).toHaveText('Home/Transcription and meetings/Whisper')
  await expect(page.getByText('No Logo')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Categories' }).getByRole('link')).toHaveText([
    'Transcription and meetings',
    'Models and open source',
    'Translation',
  ])
  const site = page.getByRole('link', { name: 'Visit Website' })
  await expect(site).toHaveAttribute('target', '_blank')
  await expect(site).toHaveAttribute('rel', /noopener/)
  const alternatives = page.getByRole('complementary', { name: 'Alternatives' }).getByRole('link')
  await expect(alternatives).toHaveCount(5)
  await alternatives.first().click()
  await expect(page).not.toHaveURL(/whisper/)
  await expect(page.getByRole('heading', { name: 'User Recommendations' })).toBeVisible()
})
