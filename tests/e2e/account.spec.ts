import { readFile } from 'node:fs/promises'
import { sessionOf } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** The person's account: downloading their data, and deleting it. */

const KEY = 'sb-127-auth-token'

test('the account is deleted by typing its username, and the person is removed everywhere', async ({
  page,
  signIn,
  server,
  context,
}) => {
  const person = await signIn({ username: 'Leaving-Soon' })
  const before = await countOf('whisper')
  await server.sql`
    insert into public.tool_upvotes (tool_id, user_id, reason)
    select id, ${person.id}, 'Goes with me.' from public.tools where slug = 'whisper'`
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByLabel('Full Name')).toBeVisible()

  await page.goto('/tools/whisper')
  await expect(page.getByText('Goes with me.')).toBeVisible()
  // A link pressed while the page is hydrated makes the router take it away (https://github.com/TanStack/router/issues/8306).
  await settled(page)
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await page.getByLabel('Full Name').fill('Never saved')
  const button = page.getByRole('button', { name: 'Delete account' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete account?' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await expect(dialog).toContainText('This action cannot be undone.')
  await expect(dialog).toContainText('Removed')
  await expect(dialog).toContainText('Kept without your name')
  for (const wrong of ['', 'leaving-soon']) {
    await dialog.getByRole('textbox').fill(wrong)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByText('The username does not match')).toBeVisible()
    await expect(dialog.getByRole('textbox')).toBeFocused()
  }
  await expectNoBarrier(page, 'a wrong username')
  await page.setViewportSize({ width: 320, height: 560 })
  await expect(dialog).toBeInViewport({ ratio: 0.99 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  expect((await server.sql`select from auth.users where id = ${person.id}`).count).toBe(1)

  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox').fill('Leaving-Soon')
  await dialog.getByRole('textbox').press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull()
  expect((await server.sql`select from auth.users where id = ${person.id}`).count).toBe(0)
  expect(await countOf('whisper')).toBe(before)

  await expect(other, 'the other tab is signed out too').toHaveURL(/\/login/)
  await page.goto('/tools/whisper')
  await settled(page)
  await expect(page.getByText('Goes with me.')).toHaveCount(0)
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login/)

  async function countOf(slug: string) {
    const [tool] = await server.sql<{ upvote_count: number }[]>`
      select upvote_count from public.tools where slug = ${slug}`
    return tool?.upvote_count
  }
})

test.describe('a session that was ended elsewhere', () => {
  test.use({ allowedErrors: [/status of (400|401|403)/] })

  test('is noticed by a tab that wakes after hours; a renewable one continues', async ({
    page,
    signIn,
    server,
  }) => {
    const person = await signIn()
    const age = (refreshToken?: string) =>
      page.evaluate(
        ([key, token]) => {
          const stored = JSON.parse(localStorage.getItem(key) ?? '{}')
          const old = { ...stored, expires_at: 1, ...(token && { refresh_token: token }) }
          localStorage.setItem(key, JSON.stringify(old))
        },
        [KEY, refreshToken] as const,
      )
    // Of the site's own pages one without scripts, which would read the session.
    await page.goto('/robots.txt')
    await age()
    await page.goto('/profile')
    await expect(page.getByLabel('Full Name')).toHaveValue('A Member')
    await page.goto('/terms')
    // The page has read its storage: later changes are for the next one.
    await settled(page)
    await age('a-token-nobody-has')
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull()
    await sessionOf(server, person)
  })
})

test('everything held about the person is one file, and signing out ends every device and tab', async ({
  page,
  signIn,
  server,
  context,
}) => {
  const person = await signIn()
  await sessionOf(server, person)
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByLabel('Full Name')).toBeVisible()
  await server.sql`
    insert into public.tool_upvotes (tool_id, user_id, reason)
    select id, ${person.id}, 'It reads what I cannot.' from public.tools where slug = 'whisper'`
  await page.goto('/profile')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^plaudit-${person.username}-\\d{4}-\\d\\d-\\d\\d\\.json$`),
  )
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    account: { email: person.email },
    profile: { username: person.username },
    upvotes: [{ tool: 'Whisper', reason: 'It reads what I cannot.' }],
    reports: [],
  })
  await expect(page.getByText('Your data has been downloaded')).toBeVisible()

  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  // Requests still in flight as this person would be refused.
  await settled(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Successfully signed out!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL(/\/login/)
  expect((await server.sql`select from auth.sessions where user_id = ${person.id}`).count).toBe(0)
})
