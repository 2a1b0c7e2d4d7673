import type { Page } from 'playwright/test'
import { administrator, member, type Person } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, expectToFit, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** What author and reporter learn of a decision, and the author's one appeal; tests/component has every outcome. */

let made = 0

/** A recommendation of a new tool, reported by somebody. */
async function reported(
  server: TestServer,
  author: Person,
  reporter: Person,
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
    .insert({ upvote_id: id, flagged_by: reporter.id, reason: 'It is an advertisement.' })
  if (error) throw error
  return { id, tool: `Tool ${slug}`, slug }
}

const decide = ({ client }: Person, upvote_id: string, decision: string) =>
  client.from('tool_upvotes').update({ flag_status: decision }).eq('id', upvote_id)

const item = (page: Page, tool: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: tool, exact: true }) })

test('the author appeals once, and is told of the decision and of their own report', async ({
  page,
  signIn,
  server,
}) => {
  const [first, reporter] = [await administrator(server), await member(server)]
  const author = await signIn()
  const upvote = await reported(server, author, reporter)
  await decide(first, upvote.id, 'rejected')
  const theirs = await reported(server, reporter, author)

  await page.goto(`/tools/${upvote.slug}`)
  await page.getByRole('link', { name: 'Appeal in your profile' }).click()
  await expect(item(page, upvote.tool)).toContainText(/Hidden: a moderator upheld a report.* ago/)
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

  await decide(await administrator(server), upvote.id, 'approved')
  await page.reload()
  await expect(item(page, upvote.tool)).toContainText('Shown again: your appeal was accepted')
  const reports = page.getByRole('region', { name: 'Your Reports' })
  await expect(item(page, theirs.tool)).toContainText('A moderator will review it.')
  await expect(reports).not.toContainText(reporter.username)
  await expectNoBarrier(page, 'own recommendations and reports')
  await expectToFit(page, 320)
  await page.goto(`/tools/${upvote.slug}`)
  await expect(page.getByRole('figure').filter({ hasText: 'It saves me an hour.' })).toContainText(
    `@${author.username}`,
  )
})
