import { member } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'
import { fullName, profileOf, save, username } from '../support/profile.ts'

/** Section 2, Profile: both tabs, every message, and nothing typed lost. */

const RULE =
  'Username must be 3-30 characters and can only contain letters, numbers, underscores, and hyphens'

test('a visitor is led to sign in, home, and back when they wish; the history keeps no trace', async ({
  page,
  server,
}) => {
  const person = await member(server)
  await page.goto('/terms')
  const before = await page.evaluate(() => history.length)
  await page.goto('/profile?tab=upvotes')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  await page.getByLabel('Email').fill(person.email.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByText('Successfully signed in!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Take me back' }).click()
  await expect(page).toHaveURL('/profile?tab=upvotes')
  await expect(page.getByText("You haven't upvoted any tools yet.")).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

test('name and username are saved and shown', async ({ page, signIn, server }) => {
  const person = await signIn()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible()
  await expect(page.getByText('Manage your account information and upvotes')).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByText('Member since').locator('..')).toContainText(/\d{1,2} \w+ 20\d\d/)
  await expect(fullName(page)).toHaveValue('A Member')

  const wanted = `${person.username.slice(0, 20)}-new`
  await fullName(page).fill('  Ada King  ')
  await username(page).fill(wanted)
  await username(page).press('Tab')
  await expect(page.getByText(`@${wanted} is available`)).toBeVisible()
  await save(page).press('Enter')
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(save(page)).toBeFocused()
  expect(await profileOf(server, person)).toEqual({ full_name: 'Ada King', username: wanted })
  await page.reload()
  await expect(username(page)).toHaveValue(wanted)

  // One's own name in another case is nobody else's.
  await username(page).fill(wanted.toUpperCase())
  await save(page).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  expect(await profileOf(server, person)).toEqual({ full_name: 'Ada King', username: wanted.toUpperCase() })
})

test.describe('a username', () => {
  test.use({ allowedErrors: [/status of (400|409|500)/] })

  test('that cannot be is named at its field, and nothing is sent', async ({ page, signIn, server }) => {
    const taken = await member(server)
    const person = await signIn()
    await page.goto('/profile')
    let saved = 0
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saved += 1
    })
    for (const [typed, message] of [
      ['', 'Username is required'],
      ['ab', 'Username must be at least 3 characters'],
      ['x'.repeat(31), RULE],
      ['with space', RULE],
      ['abc\u200f', RULE],
      ['ab\u200bc', RULE],
      ['аdmin', RULE],
      ['naïve', RULE],
      ['<b>bold', RULE],
      [taken.username, 'Username is already taken'],
      [taken.username.toUpperCase(), 'Username is already taken'],
    ] as const) {
      await username(page).fill(typed)
      await save(page).click()
      await expect(page.getByText(message, { exact: true }), JSON.stringify(typed)).toBeVisible()
      await expect(username(page)).toBeFocused()
      await expect(username(page)).toHaveValue(typed)
    }
    expect(saved).toBe(0)
    expect(await profileOf(server, person)).toMatchObject({ username: person.username })
    await fullName(page).fill('   ')
    await save(page).click()
    await expect(page.getByText('Full name is required')).toBeVisible()
    await expect(page.getByText('Username is already taken'), 'one mistake hides no other').toBeVisible()
  })

  test('is looked up with its field disabled; a lookup that fails counts as taken', async ({
    page,
    signIn,
  }) => {
    const person = await signIn()
    await page.goto('/profile')
    let lookups = 0
    let answer = 500
    await page.route(/\/rest\/v1\/profiles\?select=id&username=/, async (route) => {
      lookups += 1
      await new Promise((resolve) => setTimeout(resolve, 400))
      if (answer === 500) return route.fulfill({ status: 500, json: { message: 'out of order' } })
      return route.continue()
    })
    await username(page).fill('lookup-fails')
    await username(page).press('Tab')
    await expect(username(page)).toBeDisabled()
    await expect(page.getByText('Checking...')).toBeVisible()
    await expect(page.getByText('Username is already taken')).toBeVisible()
    await expect(username(page)).toHaveValue('lookup-fails')
    answer = 200
    await username(page).fill('lookup-works')
    await username(page).press('Tab')
    await expect(page.getByText('@lookup-works is available')).toBeVisible()
    const before = lookups
    await username(page).fill(person.username)
    await username(page).press('Tab')
    await username(page).fill('')
    await username(page).press('Tab')
    await expect(username(page)).toBeEnabled()
    expect(lookups, 'one’s own name and no name need no lookup').toBe(before)
    await username(page).fill(person.username)
  })

  test('that someone takes between lookup and saving is refused, and what was typed stays', async ({
    page,
    signIn,
    server,
  }) => {
    const person = await signIn()
    await page.goto('/profile')
    await fullName(page).fill('Still Here')
    await username(page).fill('contested')
    await username(page).press('Tab')
    await expect(page.getByText('@contested is available')).toBeVisible()
    await member(server, { username: 'Contested' })
    await save(page).click()
    await expect(page.getByText('Failed to update profile')).toBeVisible()
    await expect(page.getByText('Username is already taken')).toBeVisible()
    await expect(fullName(page)).toHaveValue('Still Here')
    expect(await profileOf(server, person)).toMatchObject({ full_name: 'A Member' })
    await username(page).fill(person.username)
    await save(page).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
  })
})

test.describe('without an answer', () => {
  test.use({ allowedErrors: [/status of 500|ERR_FAILED/] })

  test('loading and saving say so and can be tried again', async ({ page, signIn }) => {
    await signIn()
    await page.route('**/rest/v1/profiles*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/profile')
    await expect(page.getByText('Failed to load profile')).toBeVisible()
    await page.unroute('**/rest/v1/profiles*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await fullName(page).fill('Typed once')
    await page.route('**/rest/v1/profiles*', (route) => route.abort())
    await save(page).click()
    await expect(page.getByText('Failed to update profile')).toBeVisible()
    await expect(fullName(page)).toHaveValue('Typed once')
    await page.unroute('**/rest/v1/profiles*')
    await save(page).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
  })
})

test('the page has no barrier, fits 320 px, and its tabs go by arrow keys', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/profile')
  await expect(fullName(page)).toBeVisible()
  await expectNoBarrier(page, 'profile')
  await page.getByRole('tab', { name: 'Profile' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'My Upvotes' })).toBeFocused()
  await expect(page).toHaveURL('/profile?tab=upvotes')
  await expect(page.getByRole('heading', { name: "Tools You've Upvoted" })).toBeVisible()
  await expectNoBarrier(page, 'my upvotes')
  await page.setViewportSize({ width: 320, height: 700 })
  for (const tab of ['My Upvotes', 'Profile']) {
    await page.getByRole('tab', { name: tab }).click()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
  }
})
