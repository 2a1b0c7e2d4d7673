import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Lists filtered by facts, by pointer, by keyboard and without scripts. Contract tests cover the counts. */

test.beforeEach(async ({ server }) => {
  await server.sql`
    update public.tools t set
      pricing = case when t.slug in ('whisper', 'runway') then 'free' else 'paid' end,
      open_source = t.slug in ('whisper', 'runway', 'pika'),
      platforms = case when t.slug = 'runway' then array['web', 'ios'] else array['web'] end`
})

test('free, open source, for video: three presses from home, and three steps back', async ({
  page,
  server,
}) => {
  await page.goto('/')
  await settled(page)
  const quick = page.getByRole('navigation', { name: 'Quick filters' })
  for (const name of ['Free', 'Open source', 'Video']) {
    await quick.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('button', { name: `Remove filter ${name}` })).toBeVisible()
    await expect(quick.getByRole('button', { name: `Remove filter ${name}` }), 'in its place').toBeFocused()
    await expect(quick.getByText(name, { exact: true }), 'once').toHaveCount(1)
  }
  await expect(page).toHaveURL('/?pricing=free&open_source=yes&categories=video')
  await expect(page.locator('article h2')).toHaveText(['Runway'])
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow')
  await page.getByRole('link', { name: 'Most recommended' }).click()
  await expect(page).toHaveURL('/?pricing=free&open_source=yes&categories=video&sort=top')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Newest' })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page).toHaveURL('/?pricing=free&open_source=yes')
  await expect(page.locator('article')).toHaveCount(2)
  await page.reload()
  await expect(page.locator('article')).toHaveCount(2)
  await settled(page)
  await page.getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('button', { name: 'Filter by category' })).toBeFocused()
})

test('a filter says how many tools it hides because nobody entered the fact, and shows them', async ({
  page,
  server,
}) => {
  await server.sql`
    update public.tools set pricing = null, platforms = case slug when 'pika' then '{}' else platforms end
    where slug in ('pika', 'heygen', 'descript')`
  await page.goto('/categories/video?pricing=free')
  await settled(page)
  await page.getByRole('link', { name: '3 more without a stated price' }).click()
  await expect(page).toHaveURL('/categories/video?pricing=free,unknown')
  await expect(page.locator('article')).toHaveCount(4)
  await expect(page.getByRole('link', { name: / more without / })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter Pricing not stated' }).click()
  await expect(page.locator('article')).toHaveCount(1)
  // Home, several facets, a search, and a list that would be empty; from the server.
  for (const [address, said] of [
    ['/?pricing=free&platforms=web', '3 more without a stated price or platform'],
    ['/?pricing=free,unknown&platforms=web', '1 more without a stated platform'],
    ['/search?q=pika&pricing=free', '1 more without a stated price'],
    ['/categories/video?pricing=free&open_source=no', '2 more without a stated price or open-source status'],
  ] as const) {
    const html = await (await page.request.get(address)).text()
    expect(html, address).toContain(said)
  }
})

test.describe('390 px wide', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('by keyboard alone: a value’s count is announced, and shown', async ({ page }) => {
    await page.goto('/categories/video')
    await settled(page)
    const button = page.getByRole('button', { name: 'More filters' })
    await button.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('form', { name: 'More filters' })
    const pricing = panel.getByRole('group', { name: 'Pricing' })
    const free = pricing.getByRole('checkbox', { name: 'Free', exact: true })
    await expect(free).toHaveAccessibleDescription('1 tool')
    await expect(panel.getByRole('checkbox', { name: 'iOS' })).toHaveAccessibleDescription('1 tool')
    await expectNoBarrier(page, 'panel of facets')
    await page.keyboard.press('Tab')
    await expect(free).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page).toHaveURL('/categories/video?pricing=free')
    await expect(free).toBeChecked()
    await expect(page.locator('article h2')).toHaveText(['Runway'])
    const paid = pricing.getByRole('checkbox', { name: 'Paid' })
    await expect(paid).toHaveAccessibleDescription('10 tools')

    const no = panel
      .getByRole('group', { name: 'Open source' })
      .getByRole('checkbox', { name: 'No', exact: true })
    await expect(no).toHaveAccessibleDescription('0 tools')
    await no.press('Space')
    await expect(page.getByText('No tools found matching your filter criteria.')).toBeVisible()
    await panel.getByRole('button', { name: 'Show 0 tools' }).click()
    await expect(button).toBeFocused()
    await expectNoBarrier(page, 'nothing found')
    await page.getByRole('link', { name: 'Clear the filters' }).press('Enter')
    await expect(page).toHaveURL('/categories/video')
    await expect(page.locator('article')).toHaveCount(10)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the panel is a form, chips and Load More keep the rest', async ({ page }) => {
    await page.goto('/?sort=top&categories=coding,video')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('checkbox', { name: 'Paid' }).check()
    await page.getByRole('checkbox', { name: 'Freemium' }).check()
    await page.getByRole('checkbox', { name: 'Web' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/pricing=freemium&pricing=paid&platforms=web&categories=.*&sort=top/)
    await expect(page.locator('article')).toHaveCount(15)
    await page.getByRole('button', { name: 'Remove filter Freemium' }).click()
    await page.getByRole('button', { name: 'Load More' }).click()
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      show: '30',
      sort: 'top',
      pricing: 'paid',
      platforms: 'web',
      categories: 'coding,video',
    })
    expect(await page.locator('article').count()).toBeGreaterThan(15)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page).toHaveURL('/?sort=top')
  })
})
