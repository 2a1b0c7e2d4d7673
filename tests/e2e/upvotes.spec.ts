import { subMonths } from 'date-fns'
import type { Page } from 'playwright/test'
import { member, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Recommending a tool, one's own recommendation on its page, and the list of one's own. */

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

const QUESTION = 'Why do you recommend this tool?'

test('an upvote shows wherever its tool does', async ({ page, signIn }) => {
  await signIn()
  await open(page, '/categories/music')
  const control = page.getByRole('button', { name: /^Upvoted? Suno/ })
  // Other tests of this server recommend it too.
  const before = Number(/(\d+) upvote/.exec((await control.getAttribute('aria-label')) ?? '')?.[1])
  const named = (verb: string, count: number) =>
    `${verb} Suno, ${count} ${count === 1 ? 'upvote' : 'upvotes'}`
  await expect(control).toHaveAccessibleName(named('Upvote', before))
  await control.click()
  const dialog = page.getByRole('dialog', { name: QUESTION })
  await expect(dialog).toContainText('Share your experience with Suno to help others.')
  await dialog.getByRole('textbox').fill('Hums what I cannot play.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Thanks for upvoting Suno!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(control).toHaveAccessibleName(named('Upvoted', before + 1))
  await expect(control).toBeFocused()
  await page.getByRole('link', { name: 'Suno', exact: true }).click()
  await expect(page.getByRole('button', { name: `Upvoted ${before + 1}`, exact: true })).toBeVisible()
  await expect(page.getByRole('figure').filter({ hasText: 'Hums what I cannot play.' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Successfully signed out!')).toBeVisible()
  await open(page, '/categories/music')
  await expect(control).toHaveAccessibleName(named('Upvote', before + 1))
})

const item = (page: Page, tool: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: tool, exact: true }) })

test('deleting one asks, marks only that one, and updates every list and count', async ({
  page,
  signIn,
  server,
}) => {
  const person = await signIn()
  await recommend(server, person, 'whisper', 'Hears everything.', subMonths(new Date(), 3))
  await recommend(server, person, 'suno', 'Sings everything.')
  await page.goto('/tools/whisper')
  const control = page.getByRole('button', { name: /^Upvote/ })
  await expect(page.getByText('Hears everything.')).toBeVisible()
  await expect(control).toHaveAccessibleName(/^Upvoted \d+$/)
  const before = Number(/\d+/.exec(await control.innerText())?.[0])
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await page.getByRole('tab', { name: 'My Upvotes' }).click()
  await expect(page.getByRole('heading', { name: "Tools You've Upvoted" })).toBeVisible()
  const whisper = item(page, 'Whisper')
  await expect(whisper).toContainText('“Hears everything.”')
  await expect(whisper).toContainText('Upvoted 3 months ago')

  const button = whisper.getByRole('button', { name: 'Delete upvote for Whisper' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete upvote?' })
  await expect(dialog).toContainText(
    'This action cannot be undone. This will permanently delete your upvote for Whisper.',
  )
  await expectNoBarrier(page, 'delete upvote')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/tool_upvotes*', async (route) => {
    if (route.request().method() === 'DELETE') await answered
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(whisper.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  await expect(item(page, 'Suno').getByRole('button', { name: 'Delete upvote for Suno' })).toBeEnabled()
  answer()
  await expect(page.getByText('Upvote deleted successfully')).toBeVisible()
  await expect(whisper).toHaveCount(0)
  await expect(page.getByRole('heading', { name: "Tools You've Upvoted" })).toBeFocused()
  await expect(item(page, 'Suno')).toBeVisible()

  await page.goBack()
  await expect(control, 'without a reload').toHaveAccessibleName(/^Upvote \d+$/)
  await expect(control).toContainText(String(before - 1))
  await expect(page.getByText('Hears everything.')).toHaveCount(0)
})
