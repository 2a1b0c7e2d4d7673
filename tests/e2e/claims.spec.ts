import type { Page } from 'playwright/test'
import { proveClaim } from '../contract/claims.ts'
import { first } from '../contract/rows.ts'
import { member } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** Who makes a tool proves it, and what members and editors see of it (decision 186). */

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** The tool has a stub host as its website. */
async function host({ sql, internet }: TestServer, slug: string): Promise<string> {
  const name = `${slug}.example`
  await sql`update public.tools set website_url = ${`http://${name}/`} where slug = ${slug}`
  internet.addresses[name] = ['127.0.0.1']
  return name
}

const badge = (page: Page) => page.getByText(/^Maintained by its maker since /)

test('a visitor is led to sign in; a maker proves it by a tag, is told why not, and gives it up', async ({
  page,
  signIn,
  server,
}) => {
  const name = await host(server, 'whisper')
  await open(page, '/tools/whisper')
  await page.getByRole('link', { name: 'Is this yours?' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn()
  await open(page, '/tools/whisper')
  await expect(badge(page)).toBeHidden()
  await page.getByRole('link', { name: 'Is this yours?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Is this tool yours?' })).toBeVisible()
  await expectNoBarrier(page, 'the ways')
  await page.getByRole('radio', { name: /A tag on its website/ }).check()
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  const line = page.getByText('<meta name="maker-claim"')
  await expect(line).toBeVisible()
  await expect(page.getByRole('main'), 'the button is gone').toBeFocused()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The website answered with an error.')).toBeVisible()
  await expect(page.getByText('We are looking for it')).toBeVisible()
  await expectNoBarrier(page, 'while it is checked')
  const tag = (await line.textContent()) ?? ''
  server.internet.pages[`${name}/`] = (_, response) => response.end(`<head>${tag}</head>`)
  await page.getByRole('button', { name: 'Check now' }).click()
  // Pressed while it is just being checked, it is checked again a little later.
  await expect(page.getByText(/You proved on .* that you make it/)).toBeVisible({ timeout: 20_000 })
  await expectNoBarrier(page, 'proved')
  await open(page, '/tools/whisper')
  await expect(badge(page)).toBeVisible()
  await expectNoBarrier(page, 'a tool with a maker')
  await open(page, '/profile?tab=submissions')
  const own = page.getByRole('region', { name: 'What You Claimed' }).getByRole('listitem')
  await expect(own).toContainText('Proved')
  await expectNoBarrier(page, 'the own claims')
  await own.getByRole('link').click()
  await page.getByRole('link', { name: 'Change facts and description' }).click()
  await expect(page.getByRole('heading', { name: 'Suggest a change' })).toBeVisible()
  await open(page, '/claim/whisper')
  await page.getByRole('button', { name: 'Give up the claim' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give up the claim' }).click()
  await expect(page.getByRole('radio', { name: /A tag on its website/ })).toBeVisible()
  await open(page, '/tools/whisper')
  await expect(badge(page)).toBeHidden()
})

test('a maker proves it by the link of an email, with the keyboard alone', async ({
  page,
  signIn,
  server,
}) => {
  const name = await host(server, 'suno')
  await signIn()
  await open(page, '/claim/suno')
  await page.getByRole('radio', { name: /A tag on its website/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /An email/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type(`maya@elsewhere.example`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This address is not at the domain of the website.')
  await page.getByRole('button', { name: 'Choose another way' }).press('Enter')
  await page.getByRole('textbox', { name: 'Email address' }).fill(`maya@${name}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`We sent a link to maya@${name}.`)).toBeVisible()
  await expectNoBarrier(page, 'a link was sent')
  const text = (await server.mail.next(`maya@${name}`)).text ?? ''
  await open(page, /https?:\/\/\S+\/claim\/suno\?link=\S+/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm that I make Suno' }).press('Enter')
  await expect(page.getByText(/You proved on .* that you make it/)).toBeVisible()
})

test('an editor sees that a change is from the maker, and revokes the claim', async ({
  page,
  signIn,
  server,
}) => {
  const [maker, editor] = [await member(server, { username: 'maya' }), await signIn({ role: 'editor' })]
  const tool = first(
    await server.sql<{ id: string; website_url: string }[]>`
      select id, website_url from public.tools where slug = 'deepl'`,
  )
  await proveClaim(server.sql, tool, maker)
  await maker.client.rpc('save_contribution', {
    kind: 'correction',
    tool_id: tool.id,
    proposed: { license: 'Apache-2.0' },
  })
  await open(page, '/admin/submissions')
  await expect(page.getByRole('article', { name: /DeepL/ })).toContainText('From its maker')
  await expectNoBarrier(page, 'a change from the maker')
  await open(page, '/claim/deepl')
  const makers = page.getByRole('region', { name: 'Makers' })
  await expect(makers).toContainText('@maya')
  await expectNoBarrier(page, 'the makers')
  await makers.getByRole('button', { name: 'Revoke the claim of maya' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(makers).toBeHidden()
  const [entry] = await server.sql`select actor_id from public.audit_log where table_name = 'claims'`
  expect(entry).toEqual({ actor_id: editor.id })
})
