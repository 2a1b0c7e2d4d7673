import { reported } from '../contract/queue.ts'
import { member } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'

/** The dashboard of a moderator and of an editor, and what visitors read of decisions. */

test('a moderator decides, and sees no other section; visitors read the decision', async ({
  page,
  signIn,
  server,
  browser,
}) => {
  const author = await member(server)
  const { tool } = await reported(server, author)
  await signIn({ role: 'moderator' })
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click()
  await expect(page).toHaveURL('/admin/flags')
  await expect(page.getByRole('tab')).toHaveText(['Flags', 'Members', 'Audit log'])
  await expectNoBarrier(page, 'a moderator')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page.getByRole('button', { name: `Suspend @${author.username}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^More actions/ })).toHaveCount(0)

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const visitor = await context.newPage()
    await visitor.goto(new URL('/moderation', server.url).href)
    await expect(visitor.getByRole('heading', { level: 1, name: 'Moderation log' })).toBeVisible()
    const entry = visitor.getByRole('listitem').filter({ hasText: tool.name })
    await expect(entry).toContainText(`Hid a recommendation of ${tool.name}`)
    expect(await visitor.content()).not.toContain(author.username)
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectNoBarrier(visitor, 'moderation log')
    await entry.getByRole('link').click()
    await expect(visitor).toHaveURL(new URL(`/tools/${tool.slug}`, server.url).href)
  } finally {
    await context.close()
  }
})
