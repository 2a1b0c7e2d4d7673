import { administrator, member } from '../support/actors.ts'
import { act, dialog, find, row } from '../support/admin-people.ts'
import { expect, test } from '../support/e2e.ts'

/** The People page when the backend refuses or cannot be reached; other failures are in tests/component. */

test.describe('what is done about a person and fails', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] })

  test('an answer that is lost on its way: the list shows what was done all the same', async ({
    page,
    server,
    signIn,
  }) => {
    await signIn({ admin: true })
    const person = await member(server)
    await find(page, person.username)
    await act(page, `Make administrator @${person.username}`)
    await page.route('**/rpc/grant_administrator', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const confirm = dialog(page).getByRole('button', { name: 'Make administrator' })
    await confirm.click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      `Failed to make @${person.username} an administrator`,
    )
    await page.unroute('**/rpc/grant_administrator')
    await act(page, 'Cancel')
    await expect(row(page, person.username)).toContainText('Administrator since')
    expect((await person.client.rpc('is_admin')).data).toBe(true)
  })
})

test.describe('what the database refuses is said where it was asked', () => {
  test.use({
    allowedErrors: [/status of (400|401|403)|ERR_INTERNET_DISCONNECTED/],
  })

  test('the last administrator, somebody already granted, an administrator to suspend', async ({
    page,
    server,
    signIn,
  }) => {
    const me = await signIn({ admin: true })
    const other = await administrator(server)
    const person = await member(server, { username: 'twice-granted' })
    await find(page, person.username)
    await other.client.rpc('grant_administrator', { member_id: person.id })
    await act(page, 'Suspend @twice-granted')
    await dialog(page).getByLabel('Reason').fill('Spam')
    await dialog(page).getByRole('button', { name: 'Suspend', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'Administrators cannot be suspended. Revoke the administrator first.',
    )
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, person.username)).toContainText('Administrator since')

    await find(page, me.username)
    // The only one of this server, for as long as this takes.
    const others = await server.sql<{ user_id: string; granted_by: string }[]>`
      delete from private.administrators where user_id <> ${me.id} returning user_id, granted_by`
    await act(page, `Revoke administrator @${me.username}`)
    await dialog(page).getByRole('button', { name: 'Revoke my rights' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('The last administrator cannot be revoked')
    await server.sql`insert into private.administrators ${server.sql([...others])}`
    await expect(page).toHaveURL(/admin\/people/)
  })

  test('a missing network, and then it works', async ({ page, server, signIn, context }) => {
    await signIn({ admin: true })
    const person = await member(server, { username: 'offline-one' })
    await find(page, person.username)
    await act(page, 'Make administrator @offline-one')
    await context.setOffline(true)
    await dialog(page).getByRole('button', { name: 'Make administrator' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Failed to make @offline-one an administrator')
    await context.setOffline(false)
    await dialog(page).getByRole('button', { name: 'Make administrator' }).click()
    await expect(page.getByText('@offline-one is now an administrator')).toBeVisible()
  })

  test('whoever was revoked meanwhile is told and led home', async ({ page, server, signIn }) => {
    const me = await signIn({ admin: true })
    const other = await administrator(server)
    const person = await member(server, { username: 'too-late-one' })
    await find(page, person.username)
    await other.client.rpc('revoke_administrator', { member_id: me.id })
    await act(page, 'Make administrator @too-late-one')
    await dialog(page).getByRole('button', { name: 'Make administrator' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('You are no longer an administrator.')).toBeVisible()
    expect((await person.client.rpc('is_admin')).data).toBe(false)
  })
})
