import type { Page } from 'playwright/test'
import { administrator, member, type Person } from '../support/actors.ts'
import { card, flagged, marker, open } from '../support/admin-flags.ts'
import { addCategory, addTool, button, field, fillTool, unique } from '../support/admin-forms.ts'
import { act, find } from '../support/admin-people.ts'
import { chooser, transferFolder } from '../support/admin-transfer.ts'
import { manyRows } from '../support/catalogue-lines.ts'
import { expect, test } from '../support/e2e.ts'
import { png } from '../support/logos.ts'
import type { TestServer } from '../support/test-server.ts'

/** Section 2, Guards: an administrator who lost the right is told so at the first refused write, and led out. */

test.use({ allowedErrors: [/status of (401|403)/] })

const { file } = transferFolder()

/** Takes the right away where the page cannot see it. */
async function revoke(server: TestServer, person: Person): Promise<void> {
  await administrator(server)
  await server.sql`delete from private.administrators where user_id = ${person.id}`
}

const told = (page: Page) => page.getByText('You are no longer an administrator.', { exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'You are no longer an administrator' })

type Form = { address: string; type: () => Promise<unknown>; save: string }

/** The forms with something typed into the field 'Name'. */
const FORMS: Record<string, (page: Page, server: TestServer) => Promise<Form>> = {
  'a new tool': async (page) => ({
    address: '/admin/tools/new',
    type: () => fillTool(page),
    save: 'Create Tool',
  }),
  'a tool': async (page, server) => ({
    address: `/admin/tools/edit/${(await addTool(server)).id}`,
    type: () => field(page, 'Name').fill('Renamed'),
    save: 'Update Tool',
  }),
  'a new logo': async (page, server) => ({
    address: `/admin/tools/edit/${(await addTool(server)).id}`,
    type: async () =>
      field(page, 'Logo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await png() }),
    save: 'Update Tool',
  }),
  'a new category': async (page) => ({
    address: '/admin/categories/new',
    type: () => field(page, 'Name').fill(unique('Category')),
    save: 'Create Category',
  }),
  // Refused in silence: the update touches no row.
  'a category': async (page, server) => ({
    address: `/admin/categories/edit/${(await addCategory(server, unique('Category'))).id}`,
    type: () => field(page, 'Name').fill('Renamed'),
    save: 'Update Category',
  }),
}

for (const [what, prepare] of Object.entries(FORMS))
  test(`saving ${what}: told, and led out once what was typed may go`, async ({ page, signIn, server }) => {
    const person = await signIn({ admin: true })
    const { address, type, save } = await prepare(page, server)
    await page.goto(address)
    await expect(field(page, 'Name')).toBeVisible()
    await type()
    const typed = await field(page, 'Name').inputValue()
    await revoke(server, person)
    await button(page, save).click()
    await expect(question(page)).toBeVisible()
    await button(question(page), 'Stay').click()
    await expect(field(page, 'Name')).toHaveValue(typed)
    await button(page, save).click()
    await button(question(page), 'Leave').click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveCount(0)
  })

test('suspending somebody: the reason typed may be kept', async ({ page, signIn, server }) => {
  const person = await signIn({ admin: true })
  const { username } = await member(server)
  await find(page, username)
  await act(page, `Suspend @${username}`)
  const reason = page.getByRole('dialog', { name: `Suspend @${username}?` }).getByLabel('Reason')
  await reason.fill('Only advertisements')
  await revoke(server, person)
  await button(page, 'Suspend').click()
  await button(question(page), 'Stay').click()
  await expect(reason).toHaveValue('Only advertisements')
  await button(page, 'Suspend').click()
  await button(question(page), 'Leave').click()
  await expect(page).toHaveURL('/')
})

test('deciding and undoing in the queue: told and led home', async ({ page, signIn, server }) => {
  for (const step of ['decide', 'undo'] as const) {
    const mark = marker()
    const made = await flagged(server, mark)
    const person = await signIn({ admin: true })
    await open(page, mark)
    if (step === 'undo') await button(card(page, made), 'Reject').click()
    await expect(button(card(page, made), step === 'undo' ? 'Undo' : 'Reject')).toBeVisible()
    await revoke(server, person)
    await button(card(page, made), step === 'undo' ? 'Undo' : 'Reject').click()
    await expect(told(page)).toBeVisible()
    await expect(page).toHaveURL('/')
  }
})

test('importing: a file that is refused, and a right that goes on the way', async ({
  page,
  signIn,
  server,
}) => {
  const person = await signIn({ admin: true })
  await page.goto('/admin/transfer')
  await expect(chooser(page)).toBeEnabled()
  await revoke(server, person)
  await chooser(page).setInputFiles(await file('refused.jsonl', manyRows(unique('refused'), 3)))
  await expect(told(page)).toBeVisible()
  await expect(page).toHaveURL('/')

  const other = await signIn({ admin: true })
  await page.goto('/admin/transfer')
  await chooser(page).setInputFiles(await file('lost.jsonl', manyRows(unique('lost'), 6000)))
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /[1-9][\d,]* rows read/)
  await revoke(server, other)
  await expect(told(page)).toBeVisible()
  await expect(page).toHaveURL('/')
})
