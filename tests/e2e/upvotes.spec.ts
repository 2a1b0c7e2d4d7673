import type { Page } from 'playwright/test'
import { expect, settled, test } from '../support/e2e.ts'

const QUESTION = 'Why do you recommend this tool?'

/** A page that answers already: its scripts have run. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

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

test('recommendations are read newest first, page by page', async ({ page, server }) => {
  // A tool of its own: other tests recommend those of the catalogue.
  await server.sql`
    insert into public.tools (name, slug, short_description, website_url)
    values ('Much Read', 'much-read', 'Has more than one page of readers.', 'https://much-read.example')`
  await server.sql`
    with people as (
      insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'reader' || n || '@example.org', now(),
        jsonb_build_object('username', 'reader' || n, 'full_name', 'Reader'), now(), now()
      from generate_series(1, 17) n returning id, email)
    select 1 from people`
  await server.sql`
    insert into public.tool_upvotes (tool_id, user_id, reason, created_at)
    select t.id, u.id, 'Reason of ' || u.email, timestamptz '2026-11-12 12:00Z' + (substring(u.email from '[0-9]+') || ' minutes')::interval
    from auth.users u, public.tools t where u.email like 'reader%' and t.slug = 'much-read'`
  await open(page, '/tools/much-read')
  const figures = page.getByRole('figure')
  await expect(figures).toHaveCount(15)
  await expect(figures.first()).toContainText('Reason of reader17@example.org')
  await expect(figures.first()).toContainText('@reader17')
  await expect(figures.first()).toContainText('12 November 2026')
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(figures).toHaveCount(17)
  const section = page.getByRole('region', { name: 'User Recommendations' })
  await expect(section.getByText('17', { exact: true })).toBeVisible()
})
