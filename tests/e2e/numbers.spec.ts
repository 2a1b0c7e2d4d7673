import type { Page } from 'playwright/test'
import { addTool } from '../contract/rows.ts'
import { newMarker } from '../support/admin-lists.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** What a browser tells of a visit, and what the owner and visitors see of it (decision 193). */

// The server leaves robots out, and the browser of tests says that it is one.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})

const turn = ({ sql }: TestServer, numbers: string) =>
  sql`select private.write_site_settings(${JSON.stringify({ numbers })}::text::jsonb, null, null)`

test.afterEach(({ server }) => turn(server, 'owner'))

/** What was counted of a subject once everything is in the database. */
const counted = ({ sql }: TestServer, subjects: readonly string[]) =>
  expect.poll(
    async () => {
      const rows = await sql<{ row: string }[]>`
        select kind || ' ' || sum(n) as row from private.daily_counts where subject = any (${[...subjects]})
        group by kind order by 1`
      return rows.map(({ row }) => row)
    },
    { timeout: 20_000 },
  )

/** What pages tell from now on. */
function acts(page: Page): unknown[] {
  const told: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/numbers/v1/counts')) told.push(request.postDataJSON())
  })
  return told
}

test('a visit is counted once, whether its pages are documents or not', async ({ page, context, server }) => {
  const marker = newMarker()
  const tool = await addTool(server.sql, { name: `${marker} Counted`, slug: `${marker}-counted` })
  await context.route('https://example.org/**', (route) => route.fulfill({ body: 'There' }))
  const told = acts(page)
  await page.goto(`/tools/${tool.slug}`)
  await settled(page)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(tool.name)
  await page.getByRole('link', { name: tool.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool.name)
  const [website] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Visit Website' }).click(),
  ])
  await website.close()
  await page.goto(`/search?q=${marker}`)
  await settled(page)
  await page.goto(`/search?q=${marker}zzzz`)
  await expect(page.getByText('No results found')).toBeVisible()
  await expect
    .poll(() => told)
    .toEqual([
      { page: '/' },
      { page: `/tools/${tool.slug}` },
      { click: tool.slug },
      { search: marker, found: true },
      { search: `${marker}zzzz`, found: false },
    ])
  await counted(server, [tool.id]).toEqual(['click 1', 'tool 2'])
  await counted(server, [marker, `${marker}zzzz`]).toEqual(['nothing 1', 'search 2'])
})

test('the owner reads the numbers, as charts, lists, tables and files', async ({ page, signIn, server }) => {
  test.slow()
  await signIn({ admin: true })
  await server.sql`delete from private.daily_counts`
  await page.goto('/admin/numbers')
  await settled(page)
  await expectNoBarrier(page, 'nearly empty')
  const tool = await addTool(server.sql, { name: `${newMarker()} Seen` })
  await server.sql`
    insert into private.daily_counts (kind, day, subject, n)
      select 'page', current_date - ago, 'home', 1000 + 37 * (ago * 7 % 11) from generate_series(0, 200) ago
      union all select 'event', current_date - ago, 'click', 100 + ago * 5 % 13 from generate_series(0, 20) ago
      union all select 'tool', current_date, ${tool.id}, 1234
      union all select 'nothing', current_date, 'never found', 3`
  await page.reload()
  await expect(page.getByRole('img', { name: 'Page views, by day' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Searched without results' })).toContainText('never found')
  await expect(page.getByRole('link', { name: tool.name })).toHaveAttribute('href', `/tools/${tool.slug}`)
  await page.getByText('By day, as a table').click()
  await expect(page.getByRole('row')).toHaveCount(31)
  await settled(page)
  await expectNoBarrier(page, 'numbers')
  const year = page.getByRole('button', { name: '365 days' })
  await year.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/days=365/)
  await expect(page.getByRole('row')).toHaveCount(366)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download lists (CSV)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^numbers-lists-\d{4}-\d\d-\d\d\.csv$/)
})

test('a tool’s own numbers are shown where the owner wants it', async ({ page, server }) => {
  const tool = await addTool(server.sql)
  await server.sql`
    insert into private.daily_counts (kind, day, subject, n)
    values ('tool', current_date, ${tool.id}, 41), ('click', current_date, ${tool.id}, 1)`
  await page.goto(`/tools/${tool.slug}`)
  await settled(page)
  const button = page.getByRole('button', { name: 'Views and clicks' })
  await expect(button).toHaveCount(0)
  await turn(server, 'everyone')
  await page.reload()
  await settled(page)
  await button.click()
  await expect(page.getByRole('status').filter({ hasText: '1 click to the website' })).toContainText(
    'In the last 30 days',
  )
  await expectNoBarrier(page, 'own numbers')
})
