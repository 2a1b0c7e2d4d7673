import type { Page } from 'playwright/test'
import { administrator, member, type Person } from '../support/actors.ts'
import { act, actionButton, dialog, find, row } from '../support/admin-people.ts'
import { expect, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** The People page when something fails: what is said, that nothing is lost, and that it can be tried again. */

const OUT_OF_ORDER = [
  ['with 500', 500],
  ['with 503', 503],
  ['without an answer', null],
] as const

/** From now on the calls of this function of the database fail. */
const breakCalls = (page: Page, name: string, status: number | null) =>
  page.route(`**/rpc/${name}*`, (route) =>
    status ? route.fulfill({ status, json: { message: 'out of order' } }) : route.abort(),
  )
const mend = (page: Page, name: string) => page.unroute(`**/rpc/${name}*`)

test.describe('people who cannot be loaded', () => {
  test.use({ allowedErrors: [/status of (500|503)|ERR_FAILED/] })

  for (const [how, status] of OUT_OF_ORDER) {
    test(`${how}: Failed to load people, at first and for a search`, async ({ page, server, signIn }) => {
      await signIn({ admin: true })
      const person = await member(server)
      await breakCalls(page, 'list_members', status)
      await page.goto('/admin/people')
      const failure = page.getByRole('alert').filter({ hasText: 'Failed to load people' })
      await expect(failure).toContainText(
        status ? 'The server could not answer just now.' : 'We could not reach the server.',
      )
      await expect(page.getByText('Nobody has joined yet.')).toHaveCount(0)
      await mend(page, 'list_members')
      await failure.getByRole('button', { name: 'Try again' }).click()
      await expect(row(page, person.username)).toBeVisible()
      await expect(failure).toHaveCount(0)

      await breakCalls(page, 'list_members', status)
      await page.getByLabel('Search people').fill(person.username)
      await expect(failure).toBeVisible()
      await expect(page.getByText('No people match your search.')).toHaveCount(0)
      await expect(page.getByLabel('Search people')).toHaveValue(person.username)
      await mend(page, 'list_members')
      await failure.getByRole('button', { name: 'Try again' }).click()
      await expect(row(page, person.username)).toBeVisible()
    })

    test(`${how}: Failed to load people, on further pages`, async ({ page, server, signIn }) => {
      await signIn({ admin: true })
      const name = `paged-${status ?? 'gone'}`
      for (let n = 0; n < 26; n++) await member(server, { username: `${name}-${n}` })
      await page.goto(`/admin/people?search=${name}`)
      const items = page.getByRole('list', { name: 'People' }).getByRole('listitem')
      await expect(items).toHaveCount(25)
      await breakCalls(page, 'list_members', status)
      await act(page, 'Load More')
      await expect(page.getByRole('alert')).toHaveText('Failed to load people')
      await expect(items, 'what was there stays').toHaveCount(25)
      await mend(page, 'list_members')
      await act(page, 'Load More')
      await expect(items).toHaveCount(26)
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  }
})

test.describe('what is done about a person and fails', () => {
  test.use({ allowedErrors: [/status of (400|500|503)|ERR_FAILED/] })

  const ACTS: {
    what: string
    call: string
    who: (server: TestServer) => Promise<Person>
    failure: (name: string) => string
    done: (name: string) => string
  }[] = [
    {
      what: 'Make administrator',
      call: 'grant_administrator',
      who: member,
      failure: (name) => `Failed to make @${name} an administrator`,
      done: (name) => `@${name} is now an administrator`,
    },
    {
      what: 'Revoke administrator',
      call: 'revoke_administrator',
      who: administrator,
      failure: (name) => `Failed to revoke @${name}`,
      done: (name) => `@${name} is no longer an administrator`,
    },
    {
      what: 'Suspend',
      call: 'suspend_member',
      who: member,
      failure: (name) => `Failed to suspend @${name}`,
      done: (name) => `@${name} has been suspended`,
    },
    {
      what: 'Lift suspension',
      call: 'lift_suspension',
      who: async (server) => {
        const [boss, person] = [await administrator(server), await member(server)]
        await boss.client.rpc('suspend_member', { member_id: person.id, reason: 'Spam' })
        return person
      },
      failure: (name) => `Failed to lift the suspension of @${name}`,
      done: (name) => `The suspension of @${name} has been lifted`,
    },
  ]

  for (const { what, call, who, failure, done } of ACTS) {
    test(`${what}: is said where it was asked, changes nothing, and works when it is tried again`, async ({
      page,
      server,
      signIn,
    }) => {
      await signIn({ admin: true })
      const { username } = await who(server)
      await find(page, username)
      const confirm = dialog(page).getByRole('button', { name: what, exact: true })
      const alert = dialog(page).getByRole('alert')
      const reason = dialog(page).getByLabel('Reason')
      for (const [how, status] of OUT_OF_ORDER) {
        await act(page, `${what} @${username}`)
        await expect(alert, 'nothing of the last time').toHaveCount(0)
        if (what === 'Suspend') await reason.fill(`Spam, ${how}`)
        await breakCalls(page, call, status)
        await confirm.click()
        await expect(alert, how).toHaveText(failure(username))
        await expect(confirm).toBeEnabled()
        if (what === 'Suspend') await expect(reason).toHaveValue(`Spam, ${how}`)
        await expect(page.getByText(done(username))).toHaveCount(0)
        await mend(page, call)
        await act(page, 'Cancel')
        await expect(dialog(page)).toHaveCount(0)
        await expect(actionButton(page, `${what} @${username}`)).toBeFocused()
      }

      await act(page, `${what} @${username}`)
      if (what === 'Suspend') await reason.fill('Spam')
      await breakCalls(page, call, 503)
      await confirm.click()
      await expect(alert).toHaveText(failure(username))
      await mend(page, call)
      await confirm.click()
      await expect(page.getByText(done(username))).toBeVisible()
      await expect(dialog(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: `${what} @${username}` })).toHaveCount(0)
    })
  }

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
