import { proveClaim } from '../contract/claims.ts'
import { sendIn } from '../contract/contributions.ts'
import { first, type Tool } from '../contract/rows.ts'
import { expect, settled, test } from '../support/e2e.ts'
import { delay, expectNothingMoved, serveInPieces, untilDrawn, watchShifts } from '../support/layout-shift.ts'

/** Late content moves nothing that is already visible, on phones and on wide screens. */

const READS = '**/rest/v1/**'

test.beforeEach(({ page }) => watchShifts(page))

for (const width of [320, 1280]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 1000 }, allowedErrors: [/ERR_FAILED/] })
    // On a busy machine the browser takes a font that comes just after the first picture. Fonts have their own test below.
    test.beforeEach(({ page }) => page.route('**/*.woff2', (route) => route.abort()))

    test('the rest of a page that arrives late moves nothing', async ({ page, server }) => {
      const { url, letThrough, close } = await serveInPieces(server.url, 'Ctrl K</span></button></form>')
      await page.goto(url, { waitUntil: 'commit' })
      await untilDrawn(page)
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
      letThrough()
      await settled(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNothingMoved(page)
      close()
    })

    test('a member’s bell has its room before the rest of the page arrives', async ({ page, server }) => {
      await page.addInitScript(() => localStorage.setItem('sb-any-auth-token', '{}'))
      // The page as it is before its scripts.
      await page.route('**/*.js', (route) => route.abort())
      const { url, letThrough, close } = await serveInPieces(server.url, 'Ctrl K</span></button></form>')
      await page.goto(url, { waitUntil: 'commit' })
      await untilDrawn(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
      letThrough()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNothingMoved(page)
      close()
    })

    test('a card that is half read when it is drawn stays where it is', async ({ page, server }) => {
      const html = await (await fetch(`${server.url}/categories`)).text()
      const [half = ''] = /<li class="category-box.*?(?:logo-initials"[^>]*>.*?){2}(?=<)/.exec(html) ?? []
      const { url, letThrough, close } = await serveInPieces(server.url, half)
      await page.goto(`${url}/categories`, { waitUntil: 'commit' })
      await untilDrawn(page)
      await expect(page.locator('main .logo-initials')).toHaveCount(2)
      letThrough()
      await settled(page)
      await expect(page.locator('main .logo-initials').nth(20)).toBeVisible()
      await expectNothingMoved(page)
      close()
    })

    test('using the list moves nothing', async ({ page, server }) => {
      await server.sql`insert into public.categories (name, slug) values (${`Shelf ${width}`}, ${`shelf-${width}`})`
      const reads = await delay(page, READS)
      await page.goto('/')
      await settled(page)
      await reads.whileHeld(
        'tools',
        () => page.getByRole('button', { name: 'Load More' }).press('Enter'),
        () => expect(page.locator('[data-skeleton=tool]')).toHaveCount(15),
      )
      await expect(page.locator('article')).toHaveCount(30)
      await expect(page.locator('[data-skeleton=tool]')).toHaveCount(0)
      await expectNothingMoved(page)

      const order = page.getByRole('link', { name: 'Most recommended' })
      // As far down as it can still be clicked.
      await order.evaluate((link) => link.scrollIntoView())
      await reads.whileHeld(
        'tools',
        () => order.press('Enter'),
        () => expect(page.locator('[data-skeleton=tool]')).toHaveCount(5),
      )
      await expect(page.locator('article')).toHaveCount(15)
      await expectNothingMoved(page)

      await page.goto('/')
      await settled(page)
      await page.getByRole('button', { name: 'Filter by category' }).press('Enter')
      await page.getByRole('checkbox', { name: `Shelf ${width} (0)` }).press('Space')
      await expect(page.getByText('No tools found matching your filter criteria.')).toBeVisible()
      await expectNothingMoved(page)

      await page.goto('/?categories=automation,coding')
      await settled(page)
      await page.mouse.wheel(0, 200)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(200)
      await reads.whileHeld(
        'tools',
        () => page.getByRole('button', { name: 'Remove filter Coding' }).press('Enter'),
        () => expect(page.getByRole('link', { name: 'Coding', exact: true })).toBeVisible(),
      )
      await expect(page.getByRole('status').getByText(/^[1-9] tools$/)).toBeVisible()
      await expectNothingMoved(page)
      expect(await page.evaluate(() => scrollY)).toBe(200)
    })

    test('a category, its tools, and a tool without recommendations move nothing', async ({ page }) => {
      const reads = await delay(page, READS)
      await page.goto('/categories')
      await settled(page)
      await page.getByRole('link', { name: /^Coding/ }).press('Enter')
      await expect(page.locator('article')).toHaveCount(12)
      await expectNothingMoved(page)
      await settled(page)
      await reads.whileHeld(
        'rpc/list_recommendations',
        () => page.locator('article h2 a').first().press('Enter'),
        () => expect(page.locator('[data-skeleton=recommendation]')).toHaveCount(3),
      )
      await expect(page.getByText('No recommendations yet')).toBeVisible()
      await expect(page.getByRole('complementary', { name: 'Alternatives' }).getByRole('link')).toHaveCount(5)
      await expectNothingMoved(page)
      // The text for people without a link is rendered from the start.
      await page.goto('/reset-password')
      await settled(page)
      await expect(page.getByText('This page opens from the link in our email.')).toBeVisible()
      await expectNothingMoved(page)
    })

    test('a person’s own pages and those of the administrator move nothing', async ({ page, signIn }) => {
      await delay(page, READS)
      await signIn({ admin: true })
      await page.goto('/profile')
      await expect(page.getByLabel('Username')).toBeVisible()
      await page.getByRole('tab', { name: 'My Upvotes' }).press('Enter')
      await expect(page.getByText("You haven't upvoted any tools yet.")).toBeVisible()
      await expectNothingMoved(page)
      await page.goto('/admin/tools')
      await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible()
      await expectNothingMoved(page)
      await page.goto('/admin/flags')
      await expect(page.getByRole('button', { name: 'Pending' })).toHaveAccessibleDescription(
        /recommendation/,
      )
      await expectNothingMoved(page)
    })

    test('what stands below or beside what a member, a maker and an editor wait for moves nothing', async ({
      page,
      signIn,
      server,
    }) => {
      const tool = first(await server.sql<Tool[]>`select * from public.tools where slug = 'whisper'`)
      await delay(page, READS)
      const maker = await signIn()
      await proveClaim(server.sql, tool, maker)
      await sendIn(maker)
      await server.sql`
        insert into private.notices (member_id, kind, cause, tool_name)
        values (${maker.id}, 'recommendation_hidden', ${maker.id}, 'Whisper')`
      await maker.client.rpc('save_my_list', { name: 'Voices', is_public: false })
      for (const [path, shown] of [
        ['/profile?tab=submissions', page.getByRole('heading', { name: 'What You Claimed' })],
        ['/profile?tab=notices', page.getByRole('combobox', { name: 'Your reports' })],
        ['/profile?tab=saved', page.getByRole('link', { name: 'Voices' })],
        ['/claim/whisper', page.getByText(/^You proved on/)],
        ['/suggest/whisper', page.getByLabel('License')],
      ] as const) {
        await page.goto(path)
        await expect(shown).toBeVisible()
        await settled(page)
        await expectNothingMoved(page)
      }
      await signIn({ role: 'editor' })
      for (const [path, shown] of [
        ['/claim/whisper', page.getByRole('heading', { name: 'Makers' })],
        ['/admin/tools/icons', page.getByText(/^Without a logo/)],
        ['/admin/submissions', page.getByRole('article', { name: 'Sent In' }).first()],
      ] as const) {
        await page.goto(path)
        await expect(shown).toBeVisible()
        await settled(page)
        await expectNothingMoved(page)
      }
      await signIn({ admin: true })
      await page.goto('/admin')
      await expect(page.getByText('No email waits.')).toBeVisible()
      await expect(page.getByText(/^\d+ submissions?$/)).toBeVisible()
      await settled(page)
      await expectNothingMoved(page)
    })
  })
}

test('a font that arrives late moves no text', async ({ page }) => {
  await delay(page, '**/*.woff2')
  await page.goto('/tools/github-copilot')
  await page.evaluate(() => document.fonts.ready)
  await settled(page)
  await expectNothingMoved(page)
})
