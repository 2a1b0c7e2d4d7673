import { member, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** The results page: searching for a task. */

test('a task finds its tools, with matches marked, in the selected order', async ({ page, server }) => {
  const writer = await member(server, { username: 'bride' })
  await recommend(server, writer, 'whisper', 'All our wedding speeches, written down in an hour.')
  await page.goto('/search')
  await settled(page)
  const field = page.getByRole('searchbox', { name: 'What do you want to do?' })
  await field.fill('wedding speeches')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=wedding\+speeches$/)
  const results = page.getByRole('main').getByRole('list').and(page.locator('ol'))
  const first = results.getByRole('listitem').first()
  await expect(first.getByRole('link', { name: 'Whisper', exact: true })).toHaveAttribute(
    'href',
    '/tools/whisper',
  )
  await expect(first.getByRole('blockquote')).toHaveText('All our wedding speeches, written down in an hour.')
  await expect(first.getByRole('figure')).toContainText('@bride')
  await expect(first.locator('blockquote mark')).toHaveText(['wedding', 'speeches'])
  await expectNoBarrier(page, 'page of results')

  await page.getByRole('link', { name: 'Most recommended' }).click()
  await expect(page).toHaveURL(/\/search\?q=wedding\+speeches&sort=top$/)
  await expect(first).toContainText('Whisper')

  await page.getByRole('button', { name: 'Filter by category' }).click()
  await page.getByRole('checkbox', { name: 'Video' }).check()
  await expect(page).toHaveURL(/categories=video/)
  await expect(first).toContainText('Video')
  await expect(results.getByRole('link', { name: 'Whisper', exact: true })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Transcription and meetings' }).check()
  await expect(first).toContainText('Whisper')
  await page.keyboard.press('Escape')
  const narrowed = new URL(page.url())
  expect(narrowed.searchParams.get('q')).toBe('wedding speeches')
  expect(narrowed.searchParams.get('sort')).toBe('top')
  await page.goto(narrowed.href)
  await expect(first).toContainText('Whisper')
  await settled(page)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/search\?q=wedding\+speeches&sort=top$/)

  await field.fill('qqqq zzzz')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('No results found.')).toBeVisible()
  await expect(page.getByText('Did you mean')).toBeHidden()
  await field.fill('hwisper')
  await page.keyboard.press('Enter')
  await page.getByText('Did you mean').getByRole('link', { name: 'Whisper' }).click()
  await expect(page).toHaveURL(/\/tools\/whisper$/)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(first).toContainText('Whisper')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form searches, the list can be extended, and the page is noindex', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: /^Search/ }).click()
    await page.getByRole('searchbox').fill('generate')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/\/search\?q=generate$/)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow')
    const items = page.getByRole('main').locator('ol > li')
    await expect(items).toHaveCount(15)
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page).toHaveURL(/show=30/)
    expect(await items.count()).toBeGreaterThan(15)
    await page.goto('/search?q=hwisper')
    await expect(page.getByText('Did you mean Whisper?')).toBeVisible()
  })
})
