import type { Page } from 'playwright/test'
import { administrator, member, type Person, sessionOf } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** What author and reporters learn of a decision, and the author's one appeal. */

let made = 0

/** A recommendation of a new tool, reported by somebody. */
async function reported(
  server: TestServer,
  author: Person,
  reporter: Person,
  reason = 'It is an advertisement.',
): Promise<{ id: string; tool: string; slug: string }> {
  const slug = `answered-${process.pid}-${made++}`
  const [row] = await server.sql<{ id: string }[]>`
    with tool as (
      insert into public.tools (name, slug, short_description, website_url)
      values (${`Tool ${slug}`}, ${slug}, 'For a test.', 'https://example.org') returning id
    )
    insert into public.tool_upvotes (tool_id, user_id, reason)
    select id, ${author.id}, 'It saves me an hour.' from tool returning id`
  const id = row?.id ?? ''
  const { error } = await reporter.client
    .from('upvote_flags')
    .insert({ upvote_id: id, flagged_by: reporter.id, reason })
  if (error) throw error
  return { id, tool: `Tool ${slug}`, slug }
}

const decide = ({ client }: Person, upvote_id: string, decision: string) =>
  client.from('tool_upvotes').update({ flag_status: decision }).eq('id', upvote_id)

const item = (page: Page, tool: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: tool, exact: true }) })

test('the author appeals once; another administrator decides; the author is told', async ({
  page,
  signIn,
  server,
  browser,
}) => {
  const [first, reporter] = [await administrator(server), await member(server)]
  const author = await signIn()
  const upvote = await reported(server, author, reporter)
  await decide(first, upvote.id, 'rejected')

  await page.goto(`/tools/${upvote.slug}`)
  await page.getByRole('link', { name: 'Appeal in your profile' }).click()
  await expect(item(page, upvote.tool)).toContainText(/Hidden: a moderator upheld a report · .* ago/)
  const button = page.getByRole('button', { name: `Appeal this decision about ${upvote.tool}` })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Appeal this decision' })
  const send = dialog.getByRole('button', { name: 'Send appeal' })
  await expect(send).toBeDisabled()
  await expect(dialog.getByRole('textbox', { name: 'Your appeal' })).toBeFocused()
  await expectNoBarrier(page, 'answer dialog')
  await page.keyboard.type('I have no part in <b>it</b>.')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox'), 'a text begun is kept').toHaveValue(
    'I have no part in <b>it</b>.',
  )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Appeal sent', { exact: true })).toBeVisible()
  await expect(item(page, upvote.tool)).toContainText('Appeal sent. Still hidden until it is reviewed.')
  await expect(item(page, upvote.tool)).toContainText('Your appeal: I have no part in <b>it</b>.')
  await expect(page.getByRole('button', { name: `Appeal this decision about ${upvote.tool}` })).toHaveCount(0)

  const context = await browser.newContext({ baseURL: server.url })
  const desk = await context.newPage()
  const second = await administrator(server)
  for (const [person, allowed] of [
    [first, false],
    [second, true],
  ] as const) {
    const session = JSON.stringify(await sessionOf(server, person))
    await desk.goto('/terms')
    await desk.evaluate((value) => localStorage.setItem('sb-127-auth-token', value), session)
    await desk.goto(`/admin/flags?q=${upvote.slug}`)
    const card = desk.getByRole('article').filter({ hasText: upvote.tool })
    await expect(card.getByRole('region', { name: "The author's appeal" })).toContainText('I have no part in')
    await expect(card.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(allowed ? 1 : 0)
    if (allowed) {
      await expect(card).toContainText(`Before: @${first.username} rejected this`)
      await card.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(desk.getByText('Upvote approved and is now visible again')).toBeVisible()
    } else {
      await expect(card).toContainText('another administrator decides about the appeal')
    }
  }
  await context.close()

  await page.reload()
  await expect(item(page, upvote.tool)).toContainText('Shown again: your appeal was accepted')
  await page.goto(`/tools/${upvote.slug}`)
  await expect(page.getByRole('figure').filter({ hasText: 'It saves me an hour.' })).toContainText(
    `@${author.username}`,
  )
})

test('the reporter sees the outcome of each report, but not who decided', async ({
  page,
  signIn,
  server,
}) => {
  const [author, admin] = [await member(server), await administrator(server)]
  const person = await signIn()
  await page.goto('/profile?tab=upvotes')
  await expect(page.getByText("You haven't upvoted any tools yet.")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your Reports' })).toHaveCount(0)
  const [waiting, approved, rejected, deleted] = [
    await reported(server, author, person, 'W'.repeat(1000)),
    await reported(server, author, person),
    await reported(server, author, person),
    await reported(server, author, person),
  ]
  await decide(admin, approved.id, 'approved')
  await decide(admin, rejected.id, 'rejected')
  await admin.client.from('tool_upvotes').delete().eq('id', deleted.id)
  await page.reload()
  const reports = page.getByRole('region', { name: 'Your Reports' })
  await expect(reports.getByRole('listitem')).toHaveCount(4)
  await expect(item(page, waiting.tool)).toContainText('A moderator will review it.')
  await expect(item(page, approved.tool)).toContainText('A moderator reviewed it and kept it.')
  await expect(item(page, rejected.tool)).toContainText(
    /upheld your report: it is hidden\. · reported .* ago, decided .* ago/,
  )
  await expect(item(page, deleted.tool)).toContainText('A moderator deleted it.')
  await expect(reports).not.toContainText(admin.username)
  await expect(reports).not.toContainText(author.username)
  await expectNoBarrier(page, 'own reports')
  await page.setViewportSize({ width: 320, height: 700 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
})
