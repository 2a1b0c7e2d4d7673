import type { Page } from 'playwright/test'
import { sendIn } from '../contract/contributions.ts'
import { administrator, type Person } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'
import { plain } from '../support/logos.ts'

/** What members send in: tools, changes and problems, and what they see of it (decision 180). */

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send for review' })
const entry = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const decide = (person: Person, id: string, decision: string, reason: string) =>
  person.client.rpc('decide_contributions', { cases: [{ id, seen: 1 }], decision, reason })

test('a visitor is led to sign in, and back', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/login$/)
  for (const [path, name] of [
    ['/search?q=qqqq+zzzz', 'Submit a new tool'],
    ['/tools/whisper', 'Suggest a change'],
    ['/tools/whisper', 'Report a problem'],
  ] as const) {
    await open(page, path)
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('a member sends in a tool, its address first, and withdraws it', async ({ page, signIn, server }) => {
  await server.sql`insert into public.categories (name, slug) values ('Empty', 'empty')`
  await signIn()
  await open(page, '/categories/empty')
  await page.getByRole('main').getByRole('link', { name: 'Submit a new tool' }).click()
  const [known] = await server.sql<{ website_url: string; name: string }[]>`
    select website_url, name from public.tools where slug = 'whisper'`
  const address = field(page, 'Website URL')
  await address.fill('no address')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Must be a valid URL')).toBeVisible()
  await expect(address).toBeFocused()
  // However it is written, a tool that stands there is offered instead.
  await address.fill(`${known?.website_url.replace('https://', 'www.')}/?utm_source=mail#top`)
  await page.getByRole('button', { name: 'Continue' }).click()
  const listed = page.getByRole('region', { name: 'This address is listed already' })
  await expect(listed.getByRole('link', { name: known?.name ?? '', exact: true })).toBeVisible()
  await expectNoBarrier(page, 'an address that is known')
  await address.fill('fresh.example/app')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Website URL')).toHaveValue('https://fresh.example/app')
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill('Fresh')
  // The draft outlives the page.
  await page.reload()
  await expect(page.getByText('We kept what you had written.')).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Fresh')
  await send(page).click()
  await expect(field(page, 'Description')).toBeFocused()
  await field(page, 'Description').fill('Does one thing.')
  await page.getByRole('radio', { name: 'Freemium' }).check()
  await field(page, 'Note for the editors').fill('I use it daily.')
  await expectNoBarrier(page, 'the form')
  await send(page).click()
  await expect(page.getByText('Thank you. This list shows what becomes of it.')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\?tab=submissions$/)
  const own = entry(page, 'Fresh')
  await expect(own).toContainText('Waiting')
  await expectNoBarrier(page, 'what was sent in')
  await own.getByRole('link', { name: 'Edit Fresh' }).click()
  await expect(page.getByRole('radio', { name: 'Freemium' })).toBeChecked()
  await field(page, 'Name').fill('Fresher')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await entry(page, 'Fresher').getByRole('button', { name: 'Withdraw Fresher' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(entry(page, 'Fresher')).toContainText('Withdrawn')
  await expect(page.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0)
  // Nothing is left of the draft.
  await open(page, '/submit')
  await expect(field(page, 'Website URL')).toHaveValue('')
})

test.describe('a change that was seen too late', () => {
  test.use({ allowedErrors: [/409/] })

  test('is shown again; only what changed is sent', async ({ page, signIn, server }) => {
    const person = await signIn()
    await open(page, '/tools/suno')
    await page.getByRole('link', { name: 'Suggest a change' }).click()
    await expect(page.getByText('You have changed nothing yet.')).toBeVisible()
    await expect(send(page)).toBeDisabled()
    await field(page, 'License').fill('MIT')
    const changes = page.getByRole('region', { name: 'Your changes' })
    await expect(changes.getByText('MIT')).toBeVisible()
    await expectNoBarrier(page, 'a suggested change')
    await server.sql`update public.tools set short_description = 'New words meanwhile.' where slug = 'suno'`
    await send(page).click()
    await expect(page.getByText('was changed meanwhile')).toBeVisible()
    await expect(field(page, 'Description')).toHaveValue('New words meanwhile.')
    await expect(field(page, 'License')).toHaveValue('MIT')
    await send(page).click()
    await expect(entry(page, 'Suno')).toContainText('Suggested change')
    await expect(entry(page, 'Suno')).toContainText('MIT')
    const [row] = await server.sql`
    select proposed, base from private.contributions where member_id = ${person.id}`
    expect(row).toEqual({ proposed: { license: 'MIT' }, base: { license: null } })
  })
})

test('a member reports a problem by keyboard, and reads why it was declined', async ({
  page,
  signIn,
  server,
}) => {
  const person = await signIn()
  await open(page, '/suggest/deepl?about=problem')
  await send(page).click()
  await expect(page.getByRole('alert')).toHaveText('Please choose one')
  await page.getByRole('radio', { name: 'The link is dead' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('It answers 404.')
  await expectNoBarrier(page, 'a problem')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(entry(page, 'DeepL')).toContainText('The link is dead')
  const [row] = await server.sql<{ id: string }[]>`
    select id from private.contributions where member_id = ${person.id}`
  await decide(await administrator(server, 'editor'), row?.id ?? '', 'declined', 'It works for us')
  await page.reload()
  await expect(entry(page, 'DeepL')).toContainText('Declined')
  await expect(entry(page, 'DeepL')).toContainText('It works for us')

  // A line of parts that wraps begins with none of the dots between them.
  await page.setViewportSize({ width: 320, height: 800 })
  const starts = await page.locator('.byline', { hasText: 'The link is dead' }).evaluate((line) => {
    const text = document.createRange()
    const places = [...line.children].map((part) => {
      text.selectNodeContents(part)
      return text.getBoundingClientRect()
    })
    const edge = line.getBoundingClientRect().left
    return places.filter(({ top }, at) => top !== places[at - 1]?.top).map(({ left }) => left - edge)
  })
  expect(starts).toEqual([0, 0])
})

test('an accepted tool names who sent it in, unless they do not want it', async ({
  page,
  signIn,
  server,
}) => {
  const person = await signIn({ username: 'sender_of_one' })
  const id = await sendIn(person)
  await decide(await administrator(server, 'editor'), id, 'accepted', '')
  await open(page, '/tools/sent-in')
  await expect(page.getByText('Submitted by sender_of_one')).toBeVisible()
  await open(page, '/profile?tab=submissions')
  const named = page.getByRole('checkbox', { name: '“Submitted by” shows your username' })
  await named.click()
  await expect(named).not.toBeChecked()
  await open(page, '/tools/sent-in')
  await expect(page.getByText('Submitted by')).toHaveCount(0)
})

test('a logo is sent in with a tool, seen by the editor, and becomes the tool’s', async ({
  page,
  signIn,
}) => {
  await signIn()
  await open(page, '/submit')
  await field(page, 'Website URL').fill('https://pictured.example')
  await page.keyboard.press('Enter')
  await field(page, 'Name').fill('Pictured')
  await field(page, 'Description').fill('Has a picture.')
  const logo = page.getByLabel('Logo', { exact: true })
  await logo.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
  await send(page).click()
  await expect(page.getByText('This picture cannot be used. Choose a PNG, JPG or SVG.')).toBeVisible()
  // Larger than what is sent, and of another kind.
  await logo.setInputFiles({
    name: 'large.jpg',
    mimeType: 'image/jpeg',
    buffer: await plain(1600, 900).jpeg().toBuffer(),
  })
  await expectNoBarrier(page, 'the form with a logo')
  await send(page).click()
  await expect(entry(page, 'Pictured')).toContainText('Waiting')
  await entry(page, 'Pictured').getByRole('link', { name: 'Edit Pictured' }).click()
  await expect(page.getByRole('button', { name: 'Remove logo' })).toBeVisible()

  await signIn({ role: 'editor' })
  await open(page, '/admin/submissions')
  const row = page.getByRole('article', { name: 'Pictured' })
  await row.getByRole('button', { name: 'Details of Pictured' }).click()
  await expect(row.getByRole('img', { name: 'The logo that is sent in' })).toBeVisible()
  await expectNoBarrier(page, 'a logo that was sent in')
  await row.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Decided' })).toContainText('Accepted · Pictured')
  await open(page, '/tools/pictured')
  const shown = page.getByRole('main').getByRole('img', { name: 'Pictured logo' })
  await expect(shown).toHaveAttribute('src', /tool-logos/)
  // Drawn smaller, not cut.
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight),
  ).toBeCloseTo(16 / 9, 1)
})
