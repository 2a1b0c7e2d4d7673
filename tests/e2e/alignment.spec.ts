import type { Locator } from 'playwright/test'
import { proveClaim } from '../contract/claims.ts'
import { addFlag, addTool, addUpvote } from '../contract/rows.ts'
import { member, recommend } from '../support/actors.ts'
import { flagged, marker, open } from '../support/admin-flags.ts'
import { expect, holdBack, settled, test, tornWords, WIDTHS } from '../support/e2e.ts'

/** What belongs together stands together, and is whole, at every width. */

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not drawn')
  return box
}

test('the author of a reported recommendation is named in full beside a long name of a tool', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  const { writer } = await flagged(server, mark)
  await signIn({ admin: true })
  await open(page, mark)
  const author = page.getByRole('button', { name: writer, exact: true })
  await expect(author).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const cut = await author.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(cut, `${width} px`).toBeLessThanOrEqual(0)
  }
})

test('no word of a chosen category is torn for the badge beside it', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/suggest/whisper')
  const first = page.getByRole('listitem').getByText('Transcription and meetings', { exact: true })
  await expect(first).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await tornWords(first), `${width} px`).toEqual([])
  }
})

test('no word of two duplicates is torn for the buttons beside them', async ({ page, signIn, server }) => {
  for (const name of ['Understanding', 'Understandings'])
    await addTool(server.sql, { name, website_url: 'https://understanding.example' })
  await signIn({ admin: true })
  await page.goto('/admin/tools/duplicates')
  const counts = page.getByRole('main').getByText('0 recommendations')
  await expect(counts.first()).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await tornWords(counts.first()), `${width} px`).toEqual([])
  }
})

test('a space separates a reason on a card from its writer, whatever its script', async ({
  page,
  server,
}) => {
  await recommend(server, await member(server), 'deepl', 'يفهم اللهجات جيداً')
  await page.goto('/categories/translation')
  const reason = page.getByRole('figure').filter({ hasText: 'يفهم' })
  const [text, writer] = [await boxOf(reason.locator('blockquote')), await boxOf(reason.getByText(/^@/))]
  expect(writer.x - text.x - text.width).toBeGreaterThan(5)
})

test('a name in the search begins beside its logo, whatever its script', async ({ page, server }) => {
  await addTool(server.sql, { name: 'مساعد الكتابة' })
  await page.goto('/')
  await settled(page)
  await page.keyboard.press('Control+k')
  const row = page.getByRole('option', { name: 'مساعد الكتابة' })
  const name = await row.getByText('مساعد الكتابة').evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  })
  const logo = await boxOf(row.locator('.logo-box'))
  expect(name - logo.x - logo.width).toBeLessThan(20)
})

test('the orders of recommendations stand beside their heading while one of them is hidden', async ({
  page,
  server,
}) => {
  const tool = await addTool(server.sql)
  const [, , hidden] = [
    await addUpvote(server.sql, tool, await member(server)),
    await addUpvote(server.sql, tool, await member(server)),
    await addUpvote(server.sql, tool, await member(server)),
  ]
  await addFlag(server.sql, hidden, await member(server))
  await page.goto(`/tools/${tool.slug}`)
  await expect(page.getByText('1 recommendation is hidden')).toBeVisible()
  const [heading, order] = [
    await boxOf(page.getByRole('heading', { name: 'User Recommendations' })),
    await boxOf(page.getByRole('link', { name: 'Most helpful' })),
  ]
  expect(order.y).toBeLessThan(heading.y + heading.height)
})

test('figures of the moderation log begin on one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/moderation')
  await settled(page)
  const figures = page.getByRole('definition')
  expect((await boxOf(figures.nth(2))).y).toBe((await boxOf(figures.nth(3))).y)
})

test('the mark of a maker keeps its size beside a text of two lines', async ({ page, server }) => {
  const tool = await addTool(server.sql)
  await proveClaim(server.sql, tool, await member(server))
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(`/tools/${tool.slug}`)
  expect((await boxOf(page.getByText('Maintained by its maker').locator('svg'))).width).toBe(14)
})

test('pages that emails lead to have one frame', async ({ page }) => {
  const frames = []
  for (const path of ['/verify-email', '/unsubscribe']) {
    await page.goto(path)
    const { x, y, width } = await boxOf(page.locator('.card'))
    frames.push({ x, y, width })
  }
  expect(frames[1]).toEqual(frames[0])
})

test('the buttons of a profile’s lists are equally high', async ({ page, signIn, server }) => {
  const { id, client } = await signIn()
  await recommend(server, { id }, 'deepl', 'It keeps the tone.')
  const tool = await addTool(server.sql)
  await client.rpc('set_saved', { tool_id: tool.id }).throwOnError()
  await page.goto('/profile?tab=upvotes')
  const { height } = await boxOf(page.getByRole('main').getByRole('button', { name: /^Edit/ }))
  await page.goto('/profile?tab=saved')
  expect((await boxOf(page.locator('button[data-saved]'))).height).toBe(height)
})

test('a search field of the dashboard is wide enough for its words', async ({ page, signIn }) => {
  await signIn({ admin: true })
  await page.goto('/admin/categories')
  const field = page.getByRole('main').getByRole('searchbox')
  await expect(field).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect((await boxOf(field)).width, `${width} px`).toBeGreaterThanOrEqual(160)
  }
})

test('what is done with selected tools stands in lines of one height, apart from choosing them', async ({
  page,
  signIn,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/tools')
  await page.getByRole('main').getByRole('checkbox').nth(1).check()
  const bar = page.getByRole('region', { name: 'Selected', exact: true })
  const heights = await bar
    .locator('button, select')
    .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().height))
  expect(new Set(heights).size).toBe(1)
  const [clear, feature] = [
    await boxOf(bar.getByRole('button', { name: 'Clear selection' })),
    await boxOf(bar.getByRole('button', { name: 'Feature', exact: true })),
  ]
  expect(clear.y).toBeLessThanOrEqual(feature.y)
})

test('in a page from the right a reason has marks that turn with its direction, and its writer an at sign before', async ({
  page,
  server,
}) => {
  await recommend(server, await member(server), 'grammarly', 'It explains every comma.')
  await page.goto('/categories/writing')
  await settled(page)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
    document.documentElement.lang = 'ar'
  })
  const reason = page.getByRole('figure').filter({ hasText: 'It explains every comma.' })
  await expect(reason.locator('blockquote')).toHaveCSS('quotes', '"«" "»"')
  const [sign, letter] = await reason.getByText(/^@/).evaluate(({ firstChild, lastChild }) =>
    [firstChild, lastChild].map((text, place) => {
      const range = document.createRange()
      if (!text) throw new Error('it has no text')
      range.setStart(text, place && (text.textContent?.length ?? 0) - 1)
      range.setEnd(text, place ? (text.textContent?.length ?? 0) : 1)
      return range.getBoundingClientRect().left
    }),
  )
  expect(sign).toBeLessThan(letter ?? 0)
})

test('the panel of categories opens on the side of its button where it stays', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const button = page.getByRole('button', { name: 'Filter by category' })
  const { y, height } = await boxOf(button)
  // Below the button the loading text has room, and the list has not.
  await page.setViewportSize({ width: 390, height: Math.round(y + height + 200) })
  const held = await holdBack(page, '**/*')
  await button.click()
  const loading = page.getByText('Loading categories...')
  await expect(loading).toBeVisible()
  const isAbove = async (part: Locator) => (await boxOf(part)).y < (await boxOf(button)).y
  const wasAbove = await isAbove(loading)
  held.letThrough()
  const first = page.getByRole('group', { name: 'Categories' })
  await expect(first).toBeVisible()
  expect(await isAbove(first)).toBe(wasAbove)
})
