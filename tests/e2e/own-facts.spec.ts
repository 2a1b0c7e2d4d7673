import { addTool, button } from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** An owner adds facts in the settings of the site: they are entered, shown, compared and filtered by. */

test.afterEach(({ server }) => server.sql`select private.write_site_settings('{"facts": null}', null, null)`)

test('a fact is added, published, entered, shown on page, card and comparison, and filtered by', async ({
  page,
  server,
  signIn,
}) => {
  const [tool, other] = [await addTool(server), await addTool(server)]
  await signIn({ admin: true })
  await page.goto('/admin/site')
  const section = page.getByRole('region', { name: 'Facts' })
  await section.getByRole('button', { name: 'Remove License' }).press('Enter')
  await expect(section.getByRole('button', { name: 'Remove Repository' }), 'the next one').toBeFocused()
  await section.getByRole('button', { name: 'Add a fact' }).press('Enter')
  await expect(section.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(section.getByText('The name of a fact is required')).toBeVisible()
  await section.getByLabel('Name', { exact: true }).fill('Players')
  await section.getByLabel('Players, choice 1').fill('Just one')
  await section.getByRole('button', { name: 'Add a choice' }).click()
  await section.getByLabel('Players, choice 2').fill('Two or more')
  for (const place of ['Filters lists', 'In the comparison', 'On the card'])
    await section.getByLabel(place).check()
  await section.getByLabel('Property of schema.org').fill('audience')
  for (let place = 5; place > 0; place--)
    await section.getByRole('button', { name: 'Move Players up' }).press('Enter')
  const preview = section.getByRole('table', { name: 'How a page shows them' })
  await expect(preview.getByRole('row').first()).toHaveText('PlayersJust one')
  await expectNoBarrier(page, 'the editor')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published. Visitors see it from now on.')).toBeVisible()
  await expect(section.getByText('In files and addresses: players')).toBeVisible()

  await page.goto(`/admin/tools/edit/${tool.id}`)
  const facts = page.getByRole('region', { name: 'Facts' })
  await expect(facts.getByLabel('License')).toHaveCount(0)
  await facts.getByLabel('Two or more').check()
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()

  await page.goto(`/tools/${tool.slug}`)
  const row = page.getByRole('table', { name: 'Facts' }).getByRole('row')
  await expect(row.first()).toHaveText('PlayersTwo or more')
  const data = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(data ?? '')['@graph'][0]).toMatchObject({ name: tool.name, audience: 'Two or more' })
  await row.first().getByRole('link').click()
  await expect(page).toHaveURL('/?facts=players.two-or-more')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Players: Two or more')
  await page.reload()
  await settled(page)
  await expect(page.getByRole('article')).toContainText('Players: Two or more')
  await expectNoBarrier(page, 'a card with a fact')
  await page.getByRole('button', { name: 'More filters' }).click()
  const panel = page.getByRole('group', { name: 'Players' })
  await expect(panel.getByLabel('Two or more')).toBeChecked()
  await panel.getByLabel('Not stated').check()
  await expect(page).toHaveURL(
    /facts=players.two-or-more%2Cplayers.unknown$|facts=players.two-or-more,players.unknown$/,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove filter Players not stated' }).click()
  await expect(page).toHaveURL('/?facts=players.two-or-more')

  await page.goto(`/compare?tools=${tool.slug},${other.slug}`)
  await expect(page.getByRole('row', { name: /^Players/ })).toContainText('Two or more')
  await expect(page.getByRole('row', { name: /^License/ })).toHaveCount(0)
})

test('without scripts a filter is a form', async ({ browser, server }) => {
  const options = [{ value: 'two', label: 'Two' }]
  const facts = [{ key: 'players', label: 'Players', kind: 'choice', filters: true, options }]
  await server.sql`select private.write_site_settings(${JSON.stringify({ facts })}::text::jsonb, null, null)`
  const tool = await addTool(server)
  await server.sql`update public.tools set own_facts = '{"players": "two"}' where id = ${tool.id}`
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Two', { exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await context.close()
})
