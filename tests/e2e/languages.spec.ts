import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import type * as Account from '#messages/account.js'
import type * as Common from '#messages/common.js'
import type * as Form from '#messages/form.js'
import type * as Transfer from '#messages/import-export.js'
import type * as Profile from '#messages/profile.js'
import type * as Rules from '#messages/rules.js'
import { administrator, member, type Person, recommend, sessionOf } from '../support/actors.ts'
import { flagged, report } from '../support/admin-flags.ts'
import { expect, expectToFit, settled, test } from '../support/e2e.ts'
import { englishTexts, textsOfPage } from '../support/english-texts.ts'
import { type ServerProcess, startServerProcess } from '../support/test-server.ts'

/** A German site, with English and Arabic beside it: every page is in German, and so is what is refused (docs/decisions/121). */

let site: ServerProcess
let englishOf: ReturnType<typeof englishTexts>
test.beforeAll(async () => {
  site = await startServerProcess({ LANGUAGES: 'de,en,ar' })
  const names = await site.sql<{ name: string }[]>`
    select name from public.categories union select name from public.tools`
  englishOf = englishTexts(
    'de',
    // A role, which German calls the same.
    ['Admin', ...names.map(({ name }) => name)],
  )
})
test.afterAll(() => site?.close())
test.use({
  baseURL: '',
  allowedErrors: [
    /status of (400|404|409|412|422|429)|^(Nobody was signed in|The account was not made|Nothing is at this address)/,
  ],
})

const room = (name: string) => import(path.join(import.meta.dirname, '../../dist/messages/de', `${name}.js`))
const account: typeof Account = await room('account')
const common: typeof Common = await room('common')
const form: typeof Form = await room('form')
const rules: typeof Rules = await room('rules')
const profile: typeof Profile = await room('profile')
const transfer: typeof Transfer = await room('import-export')

async function signIn(page: Page, person: Person): Promise<void> {
  const session = JSON.stringify(await sessionOf(site, person))
  await page.goto(`${site.url}/robots.txt`)
  await page.evaluate((value) => localStorage.setItem('sb-127-auth-token', value), session)
}

async function expectGerman(page: Page, where: string): Promise<void> {
  await settled(page)
  const texts = await textsOfPage(page)
  expect(texts.length, where).toBeGreaterThan(20)
  expect(englishOf(texts), where).toEqual([])
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(site.url + address)
  await expectGerman(page, address)
}

/** Presses a button, and looks at the dialog it opens. */
async function look(page: Page, name: string, where: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
  await expect(page.getByRole('dialog').first()).toBeVisible()
  await expectGerman(page, `${where}: ${name}`)
  await page.keyboard.press('Escape')
}

test('a visitor’s pages, none wider than the screen', async ({ page }) => {
  test.slow()
  for (const address of [
    ...['/', '/?pricing=free', '/categories', '/categories/music', '/categories/nothing', '/tools/suno'],
    ...['/tools/nothing', '/alternatives/suno', '/compare', '/compare?tools=suno,udio', '/search', '/login'],
    ...['/search?q=musik', '/register', '/forgot-password', '/reset-password', '/verify-email', '/terms'],
    ...['/privacy', '/auth/confirm?status=closed', '/nowhere'],
  ]) {
    await open(page, address)
    await expectToFit(page, 320, 390, 768, 1280)
  }
  for (const address of [
    '',
    '/tools/suno',
    '/categories',
    '/search?q=music',
    '/compare?tools=suno,udio',
    '/login',
  ]) {
    await page.goto(`${site.url}/ar${address}`)
    await settled(page)
    await expectToFit(page, 320, 390, 768, 1280)
  }
})

test('links stay in a language, and the footer leads to the same page in another', async ({ page }) => {
  await page.goto(`${site.url}/en/categories/music`)
  await settled(page)
  await page.getByRole('link', { name: 'Suno', exact: true }).click()
  await expect(page).toHaveURL(`${site.url}/en/tools/suno`)
  await expect(page).toHaveTitle('Suno - AI Tool Details')
  await page.getByRole('navigation', { name: 'Languages' }).getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(`${site.url}/tools/suno`)
  await expect(page.getByRole('button', { name: /^Empfehlen/ })).toBeVisible()
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page).toHaveURL(`${site.url}/ar/tools/suno`)
  expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl')
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Empfehlen/ })).toBeVisible()
})

test('a visit loads one language, within the bound of the first load', async ({ page }) => {
  for (const [prefix, own, other] of [
    ['', 'Meistempfohlen', 'Most recommended'],
    ['/en', 'Most recommended', 'Meistempfohlen'],
    ['/ar', 'الأكثر توصيات', 'Most recommended'],
  ] as const) {
    const scripts: string[] = []
    const html = await (await page.request.get(site.url + (prefix || '/'))).text()
    for (const [, src = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g))
      scripts.push(await (await page.request.get(site.url + src)).text())
    const all = [...new Set(scripts)]
    expect(all.join('')).toContain(own)
    expect(all.join('')).not.toContain(other)
    expect(all.reduce((sum, script) => sum + gzipSync(script).byteLength, 0)).toBeLessThanOrEqual(125_000)
  }
})

test('a member’s pages', async ({ page }) => {
  test.slow()
  const [person, other] = [await member(site), await member(site)]
  for (const [slug, state] of [
    ['suno', 'visible'],
    ['udio', 'rejected'],
    ['whisper', 'pending'],
  ] as const) {
    const id = await recommend(site, person, slug, 'Das klingt gut.')
    if (state !== 'visible') await report(site, other, id, 'Werbung')
    if (state === 'rejected')
      await site.sql`update public.tool_upvotes set flag_status = 'rejected', decided_at = now() where id = ${id}`
  }
  await report(site, person, await recommend(site, other, 'deepl', 'Gut.'), 'Werbung')
  await signIn(page, person)
  await open(page, '/profile')
  await look(page, account.changeEmail, '/profile')
  await look(page, account.changePassword, '/profile')
  await look(page, profile.deleteAccount, '/profile')
  await open(page, '/profile?tab=upvotes')
  await expect(page.getByText('„Das klingt gut.“').first()).toBeVisible()
  await look(page, profile.appealDecisionAbout({ name: 'Udio' }), '/profile?tab=upvotes')
  await open(page, '/tools/suno')
  await page.goto(`${site.url}/ar/profile`)
  await expect(page.getByRole('tabpanel')).toHaveCSS('direction', 'rtl')
  await open(page, '/tools/deepl')
})

test('an administrator’s pages', async ({ page }) => {
  test.slow()
  const [admin, suspended] = [await administrator(site), await member(site)]
  const reported = await flagged(site, 'gemeldet')
  await flagged(site, 'entschieden')
  const cases = [{ id: reported.id, seen: 1 }]
  await admin.client.rpc('decide_several', { cases, decision: 'rejected' })
  await admin.client.rpc('suspend_member', { member_id: suspended.id, reason: 'Werbung', hide_upvotes: true })
  await admin.client.rpc('invite', { address: 'neu@example.org' })
  await admin.client.rpc('save_site_settings', { settings: { name: 'Plaudit' }, expected_version: 0 })
  await admin.client.from('tools').update({ featured: false }).eq('slug', 'suno')
  const [tool] = await site.sql<{ id: string }[]>`select id from public.tools where slug = 'suno'`
  const [category] = await site.sql<{ id: string }[]>`select id from public.categories where slug = 'music'`
  await signIn(page, admin)
  for (const address of [
    '/admin',
    '/admin/tools?search=nichts',
    '/admin/tools/new',
    `/admin/tools/edit/${tool?.id}`,
    '/admin/categories',
    '/admin/categories/new',
    `/admin/categories/edit/${category?.id}`,
    '/admin/flags',
    '/admin/flags?status=all',
    '/admin/people',
    '/admin/audit',
    '/admin/backup',
    '/admin/search',
    '/admin/site',
    '/admin/transfer',
  ])
    await open(page, address)

  const file = ['{', '{"slug": "x"}', '{"name": "A", "featured": "?", "pricing": "?", "categories": 7}'].join(
    '\n',
  )
  const chosen = { name: 'katalog.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(file) }
  await page.locator('input[type=file]').setInputFiles(chosen)
  await expect(page.getByText('Kein gültiges JSON')).toBeVisible()
  await expect(page.getByText(/Kategorien müssen eine Liste von Namen sein/)).toBeVisible()
  await expectGerman(page, 'refused lines')
  await page.getByRole('button', { name: transfer.chooseAnotherFile }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...chosen, name: 'k.csv', buffer: Buffer.from('a,b') })
  await expect(page.getByText(transfer.importRefusals[400])).toBeVisible()
  await expectGerman(page, 'a refused file')
  // From right to left: closed details point to the left, and so does the arrow from an old value to the new one.
  await page.goto(`${site.url}/ar/admin/transfer`)
  await expect(page.locator('summary svg').first()).toHaveCSS('rotate', '90deg')
  await page.goto(`${site.url}/ar/admin/audit`)
  await expect(page.getByText('→').first()).toHaveCSS('scale', '-1 1')
})

test('what is refused', async ({ page }) => {
  test.slow()
  const person = await member(site)
  const german = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

  await page.goto(`${site.url}/login`)
  await page.getByLabel(common.email).fill(person.email)
  await page.getByLabel(account.password, { exact: true }).fill('the wrong one')
  await page.getByRole('button', { name: common.signIn, exact: true }).click()
  await german(account.refusals.invalid_credentials)

  // Taken between the check and the sign-up.
  await page.goto(`${site.url}/register`)
  await settled(page)
  await page.getByLabel(common.fullName).fill('Ada')
  await page.getByLabel(rules.username).fill(`taken-${person.username.slice(-8)}`)
  await page.getByLabel(common.email).fill('ada@example.org')
  await page.getByLabel(account.password, { exact: true }).fill('analytical')
  await settled(page)
  await site.sql`
    update public.profiles set username = ${`taken-${person.username.slice(-8)}`} where id = ${person.id}`
  await page.getByRole('button', { name: common.signUp, exact: true }).click()
  await german(form.usernameTaken)
  await expectGerman(page, 'a taken username')

  // The limit of a day in the first week.
  const tools = await site.sql<{ id: string; slug: string }[]>`select id, slug from public.tools limit 11`
  for (const { id } of tools.slice(1))
    await person.client.from('tool_upvotes').insert({ tool_id: id, user_id: person.id, reason: `Gut: ${id}` })
  await signIn(page, person)
  await page.goto(`${site.url}/tools/${tools[0]?.slug}`)
  await settled(page)
  await page
    .getByRole('button', { name: /^Empfehlen/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox').fill('Gut.')
  await page.getByRole('dialog').getByRole('button', { name: common.send }).click()
  await expect(page.getByText(/^Mehr als 10 Empfehlungen am Tag .* deiner ersten Woche/)).toBeVisible()
  await expectGerman(page, 'a limit')

  // Somebody else saved the tool meanwhile.
  await signIn(page, await administrator(site))
  const [tool] = await site.sql<{ id: string }[]>`select id from public.tools where slug = 'suno'`
  await page.goto(`${site.url}/admin/tools/edit/${tool?.id}`)
  await page.locator('[name=name]').fill('Suno 2')
  await site.sql`update public.tools set name = 'Suno 3', updated_at = now() where slug = 'suno'`
  await page.getByRole('button', { name: /aktualisieren$/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectGerman(page, 'a conflict')
})
