import type { Locator, Page } from 'playwright/test'
import { administrator, member, type Person } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, THEMES, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** Section 2, Flagged Content; sections 4, 8 and 9 on moderation: what an administrator sees, does and is told. */

type Made = { id: string; tool: string; writer: string; reason: string; reporter: string }

/** A reported recommendation of a tool of its own. `marker` is in the report, to search by. */
async function flagged(
  server: TestServer,
  marker: string,
  { reason = `Useful for ${marker}.`, author }: { reason?: string; author?: Person } = {},
): Promise<Made> {
  const [writer, reporter] = [author ?? (await member(server)), await member(server)]
  const unique = `${marker}-${reporter.username.slice(-6)}`
  const [row] = await server.sql<{ id: string }[]>`
    with tool as (
      insert into public.tools (name, slug, short_description, website_url)
      values (${`Tool ${unique}`}, ${`tool-${unique}`}, 'For a test.', 'https://example.org') returning id
    )
    insert into public.tool_upvotes (tool_id, user_id, reason) select id, ${writer.id}, ${reason} from tool returning id`
  const id = row?.id ?? ''
  await report(reporter, id, `Reported as ${marker}`)
  return {
    id,
    tool: `Tool ${unique}`,
    writer: `@${writer.username}`,
    reason,
    reporter: `@${reporter.username}`,
  }
}

async function report(reporter: Person, id: string, reason: string): Promise<void> {
  const { error } = await reporter.client
    .from('upvote_flags')
    .insert({ upvote_id: id, flagged_by: reporter.id, reason })
  if (error) throw error
}

/** A name for one test's rows that nothing else holds. */
let made = 0
const marker = () => `mark${process.pid}x${made++}`

async function open(page: Page, query: string, status = ''): Promise<void> {
  await page.goto(`/admin/flags?q=${query}${status && `&status=${status}`}`)
  await expect(page.getByRole('heading', { name: 'Flagged Content' })).toBeVisible()
}

const card = (page: Page, { tool }: Made) => page.getByRole('article').filter({ hasText: tool })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const decide = (person: Person, { id }: Made, decision: string) =>
  person.client.rpc('moderate_upvote', { upvote_id: id, decision })

/** Lets the next refresh come, without waiting for it. */
async function refresh(page: Page): Promise<void> {
  const answered = page.waitForResponse(/rpc\/watch_flagged/)
  await page.clock.fastForward(10_000)
  await answered
}

/** From now on, frame by frame: by how much the card was ever moved on the screen. */
async function watchPlace(page: Page, of: Made): Promise<() => Promise<number>> {
  const watched = await card(page, of).evaluateHandle((element) => {
    const place = { top: element.getBoundingClientRect().top, moved: 0 }
    const look = () => {
      place.moved = Math.max(place.moved, Math.abs(element.getBoundingClientRect().top - place.top))
      requestAnimationFrame(look)
    }
    look()
    return place
  })
  return () => watched.evaluate(({ moved }) => moved)
}

test('shows what waits, with every report, and keeps filter and search in the address', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  const first = await flagged(server, mark)
  await report(await member(server), first.id, 'And it names my street')
  const other = await flagged(server, mark)
  await signIn({ admin: true })
  await page.route('**/rpc/list_flagged*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await page.goto('/admin/flags')
  await expect(page.locator('[data-skeleton="flagged"]')).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(button(page, 'Pending')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('searchbox', { name: 'Search flagged content' }).fill(mark)
  await expect(page).toHaveURL(new RegExp(`q=${mark}`))
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(button(page, 'Pending')).toHaveAccessibleDescription('2 recommendations')
  await expect(card(page, first)).toHaveAccessibleName(`${first.tool} ${first.writer}`)
  await expect(card(page, first)).toContainText(first.reason)
  await expect(card(page, first)).toContainText('2 reports')
  await expect(card(page, first)).toContainText('And it names my street')
  await expect(card(page, first).getByRole('listitem').nth(1)).toContainText(
    new RegExp(`Reported as ${mark}${first.reporter}·.* ago·Pending`),
  )
  await expect(card(page, first).getByRole('link', { name: first.tool })).toHaveAttribute(
    'href',
    /\/tools\/tool-/,
  )

  await button(card(page, other), 'Approve').click()
  await expect(page.getByText('Upvote approved and is now visible again')).toBeVisible()
  await button(page, 'Approved').click()
  await expect(page).toHaveURL(/status=approved/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, other)).toContainText('You approved this')
  for (const name of ['Approve', 'Reject', 'Delete'])
    await expect(button(card(page, other), name)).toHaveCount(0)
  await button(page, 'All').click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(button(page, 'All')).toHaveAccessibleDescription('2 recommendations')
  await button(page, 'Rejected').click()
  await expect(page.getByText('No flagged content matches your search.')).toBeVisible()
  await page.goBack()
  await expect(button(page, 'All')).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('searchbox')).toHaveValue(mark)
})

test('approve, reject and delete do what they say, once', async ({ page, signIn, server }) => {
  const mark = marker()
  const [approved, rejected, deleted] = [
    await flagged(server, mark),
    await flagged(server, mark),
    await flagged(server, mark),
  ]
  await signIn({ admin: true })
  await open(page, mark)
  await button(card(page, approved), 'Approve').click()
  await expect(page.getByText('Upvote approved and is now visible again')).toBeVisible()
  await button(card(page, rejected), 'Reject').click()
  await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
  await button(card(page, deleted), 'Delete').click()
  await expect(page.getByText('Upvote deleted permanently')).toBeVisible()
  await expect(card(page, deleted)).toBeFocused()
  await expect(page.getByText(deleted.reason)).toHaveCount(0)
  await expect(button(page, 'Pending')).toHaveAccessibleDescription('0 recommendations')
  const rows = await server.sql<{ id: string; flag_status: string }[]>`
    select id, flag_status from public.tool_upvotes where id in (${approved.id}, ${rejected.id}, ${deleted.id})`
  expect(new Map(rows.map((row) => [row.id, row.flag_status]))).toEqual(
    new Map([
      [approved.id, 'approved'],
      [rejected.id, 'rejected'],
    ]),
  )
})

test.describe('a decision that fails', () => {
  test.use({ allowedErrors: [/status of 500|ERR_FAILED/] })

  for (const [name, message] of [
    ['Approve', 'Failed to approve upvote'],
    ['Reject', 'Failed to reject upvote'],
    ['Delete', 'Failed to delete upvote'],
  ] as const) {
    test(`to ${name} shows at once and is rolled back`, async ({ page, signIn, server }) => {
      const mark = marker()
      const one = await flagged(server, mark)
      await signIn({ admin: true })
      await open(page, mark)
      await expect(card(page, one)).toBeVisible()
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/rpc/decide_flagged', async (route) => {
        await held
        await route.fulfill({ status: 500, json: {} })
      })
      await button(card(page, one), name).click()
      await expect(button(card(page, one), name)).toHaveCount(0)
      await expect(page.getByText(one.reason)).toHaveCount(0)
      letGo()
      await expect(page.getByText(message)).toBeVisible()
      await expect(page.getByText(one.reason)).toBeVisible()
      await expect(button(card(page, one), name)).toBeEnabled()
      await expect(card(page, one)).toBeFocused()
    })
  }

  test('to load says so and can be tried again', async ({ page, signIn, server }) => {
    const mark = marker()
    const one = await flagged(server, mark)
    await signIn({ admin: true })
    await page.route('**/rpc/list_flagged*', (route) => route.fulfill({ status: 500, json: {} }))
    await open(page, mark)
    await expect(page.getByRole('alert')).toContainText('Failed to load flagged content')
    await page.unroute('**/rpc/list_flagged*')
    await button(page, 'Try again').click()
    await expect(card(page, one)).toBeVisible()
  })

  test('to refresh says so and goes on by itself', async ({ page, signIn, server }) => {
    const mark = marker()
    const one = await flagged(server, mark)
    await signIn({ admin: true })
    await page.clock.install()
    await open(page, mark)
    await expect(card(page, one)).toBeVisible()
    await page.route('**/rpc/watch_flagged*', (route) => route.abort())
    await page.clock.runFor(11_000)
    await expect(page.getByText('Could not be refreshed just now.')).toBeVisible()
    await expect(card(page, one)).toBeVisible()
    await page.unroute('**/rpc/watch_flagged*')
    await page.clock.runFor(11_000)
    await expect(page.getByText('Could not be refreshed just now.')).toHaveCount(0)
  })
})

test.describe('the refresh', () => {
  test('brings new cards to the top by itself, and moves nothing on the screen', async ({
    page,
    signIn,
    server,
  }) => {
    // Higher than the page, so that there is nothing to scroll before the new ones are there.
    await page.setViewportSize({ width: 1280, height: 1400 })
    const mark = marker()
    const read = await flagged(server, mark)
    await signIn({ admin: true })
    await open(page, mark)
    await button(card(page, read), 'Approve').focus()
    const moved = await watchPlace(page, read)
    const [next, newest] = [await flagged(server, mark), await flagged(server, mark)]
    await expect(card(page, newest)).toBeAttached({ timeout: 20_000 })
    await expect(card(page, next)).toBeAttached({ timeout: 20_000 })
    await expect(page.getByRole('article').first()).toContainText(newest.tool)
    const above = page.getByRole('button', { name: /new reports? above/ })
    await expect(above).toBeVisible()
    expect(await moved()).toBeLessThanOrEqual(1)
    await expect(button(card(page, read), 'Approve')).toBeFocused()

    await above.click()
    await expect(card(page, newest)).toBeFocused()
    await expect(card(page, newest)).toBeInViewport({ ratio: 0.9 })
    await expect(above).toHaveCount(0)
    await button(card(page, newest), 'Reject').click()
    await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
  })

  test('keeps the place wherever one reads, and forgets what was scrolled to', async ({
    page,
    signIn,
    server,
  }) => {
    const mark = marker()
    const cards: Made[] = []
    for (let n = 0; n < 6; n++) cards.push(await flagged(server, mark))
    const [last, decided] = cards
    if (!last || !decided) throw new Error('there are six')
    await signIn({ admin: true })
    await page.clock.install()
    await open(page, mark)
    await expect(page.getByRole('article')).toHaveCount(6)
    await button(card(page, decided), 'Reject').click()
    await expect(button(card(page, decided), 'Undo')).toBeVisible()
    await card(page, last).scrollIntoViewIfNeeded()
    const before = await card(page, last).boundingBox()
    await flagged(server, mark)
    const newest = await flagged(server, mark)
    await refresh(page)
    await expect(page.getByRole('article')).toHaveCount(8)
    await expect(button(page, '2 new reports above')).toBeVisible()
    const after = await card(page, last).boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1)
    await expect(button(card(page, decided), 'Undo')).toBeVisible()
    await card(page, newest).scrollIntoViewIfNeeded()
    await expect(button(page, '1 new report above')).toHaveCount(0)
    await expect(button(page, '2 new reports above')).toHaveCount(0)
  })

  test('marks what was decided elsewhere where it is', async ({ page, signIn, server }) => {
    const mark = marker()
    const cards = [await flagged(server, mark), await flagged(server, mark), await flagged(server, mark)]
    const [last, second, read] = cards
    if (!last || !second || !read) throw new Error('there are three')
    await signIn({ admin: true })
    const colleague = await administrator(server)
    await page.clock.install()
    await open(page, mark)
    await expect(page.getByRole('article')).toHaveCount(3)
    const height = async () => (await card(page, last).boundingBox())?.height
    const before = await height()
    await decide(colleague, second, 'rejected')
    await colleague.client.from('tool_upvotes').delete().eq('id', read.id)
    await refresh(page)
    await expect(card(page, second)).toContainText(`@${colleague.username} rejected this`)
    await expect(button(card(page, second), 'Approve')).toHaveCount(0)
    await expect(card(page, read)).toContainText(`@${colleague.username} deleted this`)
    await expect(card(page, read)).toContainText(read.reason)
    await expect(button(card(page, read), 'Undo')).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(3)
    expect(await height()).toBe(before)
    await expect(button(page, 'Pending')).toHaveAccessibleDescription('1 recommendation')
  })

  test('comes every ten seconds, and brings the first card by itself', async ({ page, signIn, server }) => {
    const mark = marker()
    await signIn({ admin: true })
    await page.clock.install()
    await open(page, mark)
    await expect(page.getByText('No flagged content matches your search.')).toBeVisible()
    const one = await flagged(server, mark)
    await refresh(page)
    await expect(card(page, one)).toBeVisible()
    await report(await member(server), one.id, 'A second one')
    await refresh(page)
    await expect(card(page, one)).toContainText('A second one')
  })

  test('comes when the window has the focus again, once it is stale', async ({ page, signIn, server }) => {
    const mark = marker()
    const one = await flagged(server, mark)
    await signIn({ admin: true })
    await open(page, mark)
    await expect(card(page, one)).toBeVisible()
    // Away for a minute: a hidden page is not refreshed.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      const now = Date.now
      Date.now = () => now() + 60_000
    })
    const answered = page.waitForResponse(/rpc\/watch_flagged/)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await answered
  })
})

test.describe('two moderators', () => {
  test('on one card: the second is told what the first decided', async ({ page, signIn, server }) => {
    const mark = marker()
    const [one, two, three] = [
      await flagged(server, mark),
      await flagged(server, mark),
      await flagged(server, mark),
    ]
    await signIn({ admin: true })
    const colleague = await administrator(server)
    await open(page, mark)
    await expect(page.getByRole('article')).toHaveCount(3)
    await decide(colleague, one, 'approved')
    await button(card(page, one), 'Reject').click()
    await expect(
      page.getByText(new RegExp(`@${colleague.username} approved this .* Nothing was changed.`)),
    ).toBeVisible()
    await expect(card(page, one)).toContainText(`@${colleague.username} approved this`)
    await colleague.client.from('tool_upvotes').delete().eq('id', two.id)
    await button(card(page, two), 'Approve').click()
    await expect(
      page.getByRole('listitem').filter({ hasText: `@${colleague.username} deleted this` }),
    ).toBeVisible()
    await report(await member(server), three.id, 'Seen by nobody yet')
    await button(card(page, three), 'Approve').click()
    await expect(page.getByText('Something new came in about this recommendation.')).toBeVisible()
    await expect(card(page, three)).toContainText('Seen by nobody yet')
    await expect(button(card(page, three), 'Approve')).toBeVisible()
    const rows = await server.sql<{ flag_status: string }[]>`
      select flag_status from public.tool_upvotes where id in (${one.id}, ${three.id}) order by flag_status`
    expect(rows.map((row) => row.flag_status)).toEqual(['approved', 'pending'])
  })
})

test.describe('an undo', () => {
  test('right after a decision, from the message or from the card', async ({ page, signIn, server }) => {
    const mark = marker()
    const [one, two] = [await flagged(server, mark), await flagged(server, mark)]
    await signIn({ admin: true })
    await open(page, mark)
    await button(card(page, one), 'Reject').click()
    await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
    const toast = page.getByRole('listitem').filter({ hasText: 'Upvote rejected' })
    await button(toast, 'Undo').click()
    await expect(page.getByText('Decision undone. It is waiting again.')).toBeVisible()
    await expect(button(card(page, one), 'Approve')).toBeVisible()
    await button(card(page, two), 'Approve').click()
    await expect(button(card(page, two), 'Undo')).toBeVisible()
    await button(card(page, two), 'Undo').click()
    await expect(button(card(page, two), 'Approve')).toBeVisible()
    const rows = await server.sql<{ status: string }[]>`
      select status from public.upvote_flags where upvote_id in (${one.id}, ${two.id})`
    expect(rows.map((row) => row.status)).toEqual(['pending', 'pending'])
  })

  test('of a deletion brings everything back, from the message or from the line', async ({
    page,
    signIn,
    server,
  }) => {
    const mark = marker()
    const [one, two] = [await flagged(server, mark), await flagged(server, mark)]
    await signIn({ admin: true })
    await open(page, mark)
    await button(card(page, one), 'Delete').click()
    const toast = page.getByRole('listitem').filter({ hasText: 'Upvote deleted permanently' })
    await button(toast, 'Undo').click()
    await expect(page.getByText('Decision undone. It is waiting again.')).toBeVisible()
    await expect(card(page, one)).toContainText(one.reason)
    await button(card(page, two), 'Delete').click()
    await button(card(page, two), 'Undo').click()
    await expect(card(page, two)).toContainText(`Reported as ${mark}`)
    await expect(card(page, two)).toBeFocused()
    await button(card(page, two), 'Approve').click()
    await expect(page.getByText('Upvote approved and is now visible again')).toBeVisible()
    const rows = await server.sql<{ id: string; flag_status: string }[]>`
      select id, flag_status from public.tool_upvotes where id in (${one.id}, ${two.id})`
    expect(new Map(rows.map((row) => [row.id, row.flag_status]))).toEqual(
      new Map([
        [one.id, 'pending'],
        [two.id, 'approved'],
      ]),
    )
  })

  test('of a deletion is offered for five minutes', async ({ page, signIn, server }) => {
    const mark = marker()
    const one = await flagged(server, mark)
    await signIn({ admin: true })
    await page.clock.install()
    await open(page, mark)
    await button(card(page, one), 'Delete').click()
    await expect(button(card(page, one), 'Undo')).toBeVisible()
    await server.sql`
      update private.deleted_upvotes set deleted_at = now() - interval '6 minutes' where upvote_id = ${one.id}`
    await refresh(page)
    await expect(button(card(page, one), 'Undo')).toHaveCount(0)
    await expect(card(page, one)).toContainText('Deleted')
  })

  test.describe('that comes too late', () => {
    test.use({ allowedErrors: [/status of 400|ERR_FAILED/] })

    test('says so', async ({ page, signIn, server }) => {
      const mark = marker()
      const one = await flagged(server, mark)
      await signIn({ admin: true })
      await open(page, mark)
      // A refresh would take the button away.
      await page.route('**/rpc/watch_flagged*', (route) => route.abort())
      await button(card(page, one), 'Approve').click()
      await expect(button(card(page, one), 'Undo')).toBeVisible()
      await settled(page)
      await server.sql`
        update private.moderation_decisions set decided_at = now() - interval '6 minutes' where upvote_id = ${one.id}`
      await button(card(page, one), 'Undo').click()
      await page.unroute('**/rpc/watch_flagged*')
      await expect(page.getByText('This decision can no longer be undone')).toBeVisible()
      await expect(button(card(page, one), 'Undo')).toHaveCount(0)
    })
  })
})

test('members and visitors do not get in', async ({ page, signIn }) => {
  await page.goto('/admin/flags')
  await expect(page).toHaveURL(/\/login/)
  await signIn()
  await page.goto('/admin/flags')
  await expect(page).toHaveURL(/\/$/)
})

test('many come page by page, each once, also when some were decided meanwhile', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  const author = await member(server)
  await server.sql`
    with reporter as (
      insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
      select gen_random_uuid(), 'authenticated', 'authenticated', ${mark} || n || '@example.org', now(),
        jsonb_build_object('username', ${mark} || n, 'full_name', 'R') from generate_series(1, 5) n returning id
    ), tool as (
      insert into public.tools (name, slug, short_description, website_url)
      select 'Many ' || n, ${mark} || '-' || n, 'x', 'https://example.org' from generate_series(1, 45) n returning id
    )
    insert into public.tool_upvotes (tool_id, user_id, reason) select id, ${author.id}, ${mark} from tool`
  await server.sql`
    insert into public.upvote_flags (upvote_id, flagged_by, reason, flagged_at)
    select v.id, (select id from public.profiles where username::text like ${`${mark}%`} order by v.id limit 1), 'x',
      now() - interval '25 hours' - row_number() over () * interval '1 minute'
    from public.tool_upvotes v where v.reason = ${mark}`
  const admin = await signIn({ admin: true })
  await open(page, mark)
  await expect(page.getByRole('article')).toHaveCount(20)
  await button(page.getByRole('article').first(), 'Approve').click()
  await expect(page.getByText('Upvote approved')).toBeVisible()
  await button(page, 'Load More').click()
  await expect(page.getByRole('article')).toHaveCount(40)
  await button(page, 'Load More').click()
  await expect(page.getByRole('article')).toHaveCount(45)
  await expect(button(page, 'Load More')).toHaveCount(0)
  expect(admin.id).not.toBe('')
  await server.sql`delete from public.tools where slug like ${`${mark}-%`}`
})

for (const theme of THEMES) {
  test.describe(`in ${theme}`, () => {
    test.use({ colorScheme: theme })

    test('works by keys alone, has no barrier, and fits', async ({ page, signIn, server }) => {
      const mark = marker()
      const long = await flagged(server, mark, { reason: 'W'.repeat(200) })
      await report(await member(server), long.id, 'x'.repeat(1000))
      for (let n = 0; n < 3; n++) await report(await member(server), long.id, `🚩 number ${n}`)
      const one = await flagged(server, mark)
      await signIn({ admin: true })
      await open(page, mark)
      await expect(page.getByRole('article')).toHaveCount(2)
      await button(card(page, long), 'Show all 5 reports').click()
      await expectNoBarrier(page, 'flagged content')
      await button(page, 'Pending').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(button(page, 'Approved')).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Space')
      await expect(page.getByRole('article')).toHaveCount(2)
      await button(card(page, one), 'Approve').focus()
      await page.keyboard.press('Tab')
      await expect(button(card(page, one), 'Reject')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
      await expect(card(page, one)).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(button(card(page, one), 'Undo')).toBeFocused()
      await expectNoBarrier(page, 'a decided card')
      await page.keyboard.press('Enter')
      await expect(button(card(page, one), 'Delete')).toBeVisible()
      await button(card(page, one), 'Delete').focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText('Upvote deleted permanently')).toBeVisible()
      await expect(card(page, one)).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(button(card(page, one), 'Undo')).toBeFocused()
      await expectNoBarrier(page, 'a deleted card')
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0)
      }
      await settled(page)
    })
  })
}
