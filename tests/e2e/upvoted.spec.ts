import type { Page } from 'playwright/test'
import { member, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** The page of a tool for people who upvoted it, and the text when upvotes and recommendations differ. */

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

test('a person who has upvoted is led to their recommendation instead of a dialog', async ({
  page,
  signIn,
  server,
}) => {
  const person = await signIn()
  await recommend(server, person, 'udio', 'Hums along with me.')
  await open(page, '/categories/music')
  await page.getByRole('button', { name: /^Upvoted Udio, \d+ upvote/ }).click()
  await expect(page).toHaveURL(/\/tools\/udio#your-recommendation$/)
  const own = page.getByRole('figure').filter({ hasText: 'Hums along with me.' })
  await expect(own).toBeFocused()
  await expect(own).toBeInViewport()
  await expect(own).toContainText(`@${person.username}`)
  await expect(own).toContainText('You')
  await page.getByRole('button', { name: /^Upvoted \d/ }).press('Enter')
  await expect(own).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectNoBarrier(page, 'one’s own recommendation')
  await page.goBack()
  await expect(page, 'one step, however often it was pressed').toHaveURL('/categories/music')
})

test('what they wrote is found behind the first page too, and while it is hidden', async ({
  page,
  signIn,
  server,
}) => {
  const [reader, person] = [await member(server), await signIn()]
  await recommend(server, person, 'cursor', 'Written long ago.', new Date('2026-01-01'))
  await server.sql`
    with people as (
      insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'later' || n || '@example.org', now(),
        jsonb_build_object('username', 'later' || n, 'full_name', 'Later'), now(), now()
      from generate_series(1, 16) n returning id)
    insert into public.tool_upvotes (tool_id, user_id, reason)
    select t.id, p.id, 'Written today.' from people p, public.tools t where t.slug = 'cursor'`
  await open(page, '/tools/cursor')
  const own = page.getByRole('figure').filter({ hasText: 'Written long ago.' })
  await expect(own).toHaveCount(0)
  const figures = page.getByRole('figure')
  await expect(figures).toHaveCount(15)
  await expect(figures.first()).toContainText(/@later\d+/)
  await page.getByRole('button', { name: /^Upvoted \d/ }).click()
  await expect(own).toBeFocused()
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(figures, 'each once').toHaveCount(17)

  const hidden = await recommend(server, person, 'replit', 'Reported since.')
  await reader.client
    .from('upvote_flags')
    .insert({ upvote_id: hidden, flagged_by: reader.id, reason: 'Spam' })
  await open(page, '/tools/replit')
  await page.getByRole('button', { name: /^Upvoted \d/ }).click()
  await expect(page.getByRole('figure').filter({ hasText: 'Reported since.' })).toBeFocused()
  await expect(page.getByText('No recommendations')).toHaveCount(0)
  await expect(page.getByText('Do you use this tool?')).toHaveCount(0)
})

test('more upvotes than recommendations to read are explained', async ({ page, server }) => {
  const [ada, ben, eve] = [await member(server), await member(server), await member(server)]
  const report = async (id: string) => {
    await eve.client.from('upvote_flags').insert({ upvote_id: id, flagged_by: eve.id, reason: 'Spam' })
  }
  await report(await recommend(server, ada, 'hex', 'Buy it at my shop.'))
  await open(page, '/tools/hex')
  const section = page.getByRole('region', { name: 'User Recommendations' })
  await expect(page.getByRole('button', { name: 'Upvote 1', exact: true })).toBeVisible()
  await expect(section.getByText('0', { exact: true })).toBeVisible()
  await expect(section).toContainText('1 recommendation is hidden while a moderator reviews a report.')
  await expect(section).not.toContainText('No recommendations yet')
  await report(await recommend(server, ben, 'hex', 'Buy it at his shop.'))
  await recommend(server, eve, 'hex', 'Both languages in one notebook.')
  await open(page, '/tools/hex')
  await expect(page.getByRole('button', { name: 'Upvote 3', exact: true })).toBeVisible()
  await expect(section).toContainText('2 recommendations are hidden while a moderator reviews reports.')
  await open(page, '/tools/claude')
  await expect(section).not.toContainText('hidden')
})
