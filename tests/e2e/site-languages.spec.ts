import { administrator, sessionOf } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'
import { type ServerProcess, startServerProcess } from '../support/test-server.ts'

/** The owner of a site in two languages writes its texts in both (docs/decisions/142). */

let site: ServerProcess
test.beforeAll(async () => {
  site = await startServerProcess({ LANGUAGES: 'en,de' })
})
test.afterAll(() => site?.close())
test.use({ baseURL: '', allowedErrors: [/status of 409/] })

test('texts are written in two languages, published, seen in each, and restored', async ({ page }) => {
  test.slow()
  const session = JSON.stringify(await sessionOf(site, await administrator(site)))
  await page.goto(`${site.url}/robots.txt`)
  await page.evaluate((value) => localStorage.setItem('sb-127-auth-token', value), session)
  await page.goto(`${site.url}/admin/site`)

  const languages = page.getByRole('group', { name: 'Language of the texts' })
  const english = languages.getByRole('radio', { name: /^English/ })
  const german = languages.getByRole('radio', { name: /^Deutsch/ })
  const publish = page.getByRole('button', { name: 'Publish' })
  const [tagline, items, heading] = ['Tagline', 'Items', 'Home page heading'].map((label) =>
    page.getByLabel(label, { exact: true }),
  )
  if (!tagline || !items || !heading) throw new Error('fields are missing')
  await expect(english).toBeChecked()
  await expect(german).toHaveAccessibleName('Deutsch 0 of 12 texts are written')

  await german.check()
  await expect(page.getByLabel('Name', { exact: true }), 'one for all languages').toHaveCount(0)
  for (const label of ['Contact', 'Logo', 'Who may sign up'])
    await expect(page.getByText(label, { exact: true })).toHaveCount(0)
  await expect(heading).toHaveAttribute('placeholder', 'KI-Tools entdecken')
  await expect(page.getByLabel('Topic'), 'its own default').toHaveValue('KI')
  await expect(publish, 'nothing to publish').toBeDisabled()
  await page.getByLabel('Topic').fill('Garten')
  await items.fill('Geräte')
  await tagline.fill('Für draußen')
  await expect(german).toHaveAccessibleName('Deutsch 3 of 12 texts are written')
  const preview = page.frameLocator('iframe[title="Light theme"]')
  await expect(preview.getByText('Garten-Geräte entdecken')).toBeVisible()
  await expectNoBarrier(page, 'the texts of a further language')

  // What was typed stays, whichever language is shown.
  await english.check()
  await expect(tagline).toHaveValue('')
  await expect(items).toHaveValue('tools')
  await tagline.fill('Outdoors')
  await expect(
    page.getByText('Not published: Tagline, Topic (Deutsch), Items (Deutsch), Tagline (Deutsch)'),
  ).toBeVisible()
  await german.check()
  await expect(tagline).toHaveValue('Für draußen')

  // A document begins with the draft in its language, or with what is to be translated.
  await page.getByRole('button', { name: 'Write your own Terms & Conditions' }).click()
  await expect(page.getByLabel('Terms & Conditions')).toHaveValue(
    /^\{name\} ist ein öffentliches Verzeichnis/,
  )
  await page.getByLabel('Terms & Conditions').fill('Wir haften nicht.')
  await english.check()
  await page.getByRole('button', { name: 'Write an about page' }).click()
  await page.getByLabel('About page').fill('We dig.')
  await german.check()
  await expect(page.getByText('The text in English is shown.')).toBeVisible()
  await page.getByRole('button', { name: 'Write an about page' }).click()
  await expect(page.getByLabel('About page')).toHaveValue('We dig.')
  await page.getByLabel('About page').fill('Wir graben.')

  // A mistake in one language is shown there, wherever one publishes.
  await items.fill('x'.repeat(41))
  await english.check()
  await publish.click()
  await expect(german).toBeChecked()
  await expect(items).toBeFocused()
  await expect(page.getByText('Items must be 40 characters or less')).toBeVisible()
  await items.fill('Geräte')

  // Meanwhile somebody else writes one of the texts.
  await site.sql`insert into public.site_settings (settings) values ('{"translations": {"de": {"tagline": "Drinnen"}}}')`
  await publish.click()
  const question = page.getByRole('dialog', { name: /^Someone else saved/ })
  await expect(question.getByRole('group', { name: 'Tagline (Deutsch)' })).toContainText('Drinnen')
  await question.getByRole('button', { name: 'Continue with these' }).click()
  await publish.click()
  await expect(page.getByText('Published. Visitors see it from now on.')).toBeVisible()
  await expect(german).toBeChecked()
  await expect(tagline).toHaveValue('Für draußen')

  const seen = async (path: string) => (await fetch(site.url + path)).text()
  expect(await seen('/de')).toContain('Garten-Geräte entdecken')
  expect(await seen('/de')).toContain('Für draußen')
  expect(await seen('/de/about')).toContain('Wir graben.')
  expect(await seen('/de/terms')).toContain('Wir haften nicht.')
  expect(await seen('/')).toContain('Outdoors')
  expect(await seen('/about')).toContain('We dig.')

  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Changed: About page, Tagline,').click()
  await expect(history.getByText('Items (Deutsch)', { exact: true })).toBeVisible()
  await history.getByRole('button', { name: 'Restore the defaults' }).press('Enter')
  await expect(page.getByText('The defaults are published again')).toBeVisible()
  await expect(german).toHaveAccessibleName('Deutsch 0 of 12 texts are written')
  expect(await seen('/de')).toContain('KI-Tools entdecken')
})
