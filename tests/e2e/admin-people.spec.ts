import { addTool, addUpvote } from '../contract/rows.ts'
import { administrator, member } from '../support/actors.ts'
import { dialog, find, row } from '../support/admin-people.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, expectToFit, settled, test } from '../support/e2e.ts'

/** The People page: finding members, administrators, suspensions. */

test('people are listed with their data; search and filter are in the URL', async ({
  page,
  server,
  signIn,
}) => {
  await signIn({ admin: true })
  const person = await member(server, { username: 'listed-person', fullName: 'Listed Person' })
  await addUpvote(server.sql, await addTool(server.sql), person)
  const fresh = await member(server, { username: 'fresh-person' })
  await server.sql`update auth.users set email_confirmed_at = null where id = ${fresh.id}`
  await page.goto('/admin/people')
  await expect(page.getByRole('tab', { name: 'Members' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Search members').fill('LISTED-person@')
  await expect(page).toHaveURL(/search=LISTED-person/)
  await expect(row(page, 'listed-person')).toContainText('listed-person@example.org')
  await expect(row(page, 'listed-person')).toContainText(/Member since \d+ \w+ \d{4}1 recommendation/)
  await page.getByLabel('Search members').fill('fresh-person')
  // Also while the search is in progress: neither undoes the other.
  await page.getByRole('button', { name: 'Suspended' }).click()
  await expect(page).toHaveURL(/search=fresh-person/)
  await expect(page).toHaveURL(/show=suspended/)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)
  await expect(row(page, 'fresh-person')).toContainText('Not verified')
  await expect(page.getByRole('button', { name: 'More actions for @fresh-person' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Suspended' }).click()
  await expect(page.getByText('No members match your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('button', { name: 'Team' }).click()
  await expect(page).toHaveURL('/admin/people?show=administrators')
  await expect(page.getByRole('button', { name: 'Team' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('listitem').filter({ hasText: 'You' })).toContainText(/Administrator since/)
})

test.describe('the suspended person', () => {
  test.use({ allowedErrors: [/status of (400|401|403)|^Nobody was signed in /] })

  test('is signed out of the page that is open, and told why they cannot sign in', async ({
    page,
    server,
    signIn,
  }) => {
    const boss = await administrator(server)
    const person = await signIn()
    await page.goto('/profile')
    await expect(page.getByLabel('Full Name')).toBeVisible()
    await boss.client.rpc('suspend_member', { member_id: person.id, reason: 'Spam' })
    await page.getByRole('tab', { name: 'My Upvotes' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page.getByText('Your account is suspended. Reason: Spam')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: /^Reason: Spam$/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible()
    await expectNoBarrier(page, 'suspended member')
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  })
})

test('everything can be done with the keyboard, and the focus comes back', async ({
  page,
  server,
  signIn,
}) => {
  await signIn({ admin: true })
  const person = await member(server, { username: 'keyboard-one' })
  await addUpvote(server.sql, await addTool(server.sql), person)
  await find(page, person.username)
  await page.getByRole('button', { name: 'Suspend @keyboard-one' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  await expectNoBarrier(page, 'dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Suspend @keyboard-one' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Spam')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByLabel(/^Hide/)).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Suspend', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('@keyboard-one has been suspended')).toBeVisible()
  await expectToFit(page, 320)
  await page.setViewportSize({ width: 1280, height: 800 })
  await settled(page)
  await expectNoBarrier(page, 'list with somebody suspended')

  const other = await member(server, { username: 'keyboard-two' })
  await find(page, other.username)
  const menu = page.getByRole('button', { name: 'More actions for @keyboard-two' })
  await page.getByRole('button', { name: 'Suspend @keyboard-two' }).focus()
  await page.keyboard.press('Tab')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Make administrator' })).toBeFocused()
  await expectNoBarrier(page, 'menu')
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Make @keyboard-two an administrator?')
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})
