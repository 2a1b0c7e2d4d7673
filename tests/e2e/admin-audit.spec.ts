import type { Page } from 'playwright/test'
import { addCategory, addTool } from '../contract/rows.ts'
import { administrator } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, expectToFit, settled, test } from '../support/e2e.ts'

/** The Audit log page: sentences, differences, search, filters, pages. */

const entries = (page: Page) => page.getByRole('region', { name: 'Audit log' }).getByRole('listitem')

test('one save of a tool is one entry, with old and new values', async ({ page, server, signIn }) => {
  const boss = await signIn({ admin: true })
  const [old, next] = [
    await addCategory(server.sql, { name: 'Audited old' }),
    await addCategory(server.sql, { name: 'Audited new' }),
  ]
  const tool = await addTool(server.sql, { name: 'Audited tool' }, [old])
  const { error } = await boss.client.rpc('save_tool', {
    tool_id: tool.id,
    name: 'Audited tool, renamed',
    slug: tool.slug,
    short_description: tool.short_description,
    website_url: tool.website_url,
    featured: true,
    category_ids: [next.id],
  })
  expect(error).toBeNull()
  await page.goto('/admin/audit?search=audited')
  await expect(page.getByRole('tab', { name: 'Audit log' })).toHaveAttribute('aria-selected', 'true')
  await expect(entries(page)).toHaveCount(1)
  const entry = entries(page).first()
  await expect(entry).toContainText(`@${boss.username} changed the tool Audited tool, renamed`)
  await expect(entry.locator('del').filter({ hasText: /Audited tool$/ })).toBeVisible()
  await expect(entry.locator('ins').filter({ hasText: 'Audited tool, renamed' })).toBeVisible()
  await expect(entry).toContainText(/Featured.*No.*Yes/)
  await expect(entry).toContainText(/Categories changed.*Audited old.*Audited new/)
  await settled(page)
  await expectNoBarrier(page, 'audit log')
  await expectToFit(page, 320)
  await entry.getByRole('link', { name: 'Audited tool, renamed' }).click()
  await expect(page).toHaveURL(`/tools/${tool.slug}`)
})

test('search and filters are in the address, narrow together and can be cleared', async ({
  page,
  server,
  signIn,
}) => {
  const boss = await signIn({ admin: true })
  const other = await administrator(server)
  for (const { client } of [boss, other])
    await client
      .from('categories')
      .insert({ name: 'Narrowed', slug: `n-${boss.id}${client === boss.client ? '' : '-2'}` })
  await boss.client.from('tools').insert({
    name: 'Narrowed tool',
    slug: `t-${boss.id}`,
    short_description: 'x',
    website_url: 'https://example.org',
  })
  await page.goto('/admin/audit')
  await page.getByLabel('Search the audit log').fill('narrowed created')
  await expect(entries(page)).toHaveCount(3)
  await page.getByLabel('About').selectOption('Categories')
  await expect(entries(page)).toHaveCount(2)
  await page.getByLabel('By', { exact: true }).selectOption(`@${boss.username}`)
  await expect(entries(page)).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`search=narrowed.created.*kind=categories.*by=${boss.id}`))
  await page.reload()
  await expect(entries(page)).toHaveCount(1)
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
  // Every digit of the year makes a date, of the year 2, 20, 202.
  await from.pressSequentially('02022019')
  await from.blur()
  await expect(page).toHaveURL(/from=2019-02-02/)
  await page.goBack()
  await expect(page, 'one step of the history').toHaveURL(/by=[^&]*$/)
  await expect(from).toHaveValue('')
  await to.pressSequentially('01012020')
  await to.press('Enter')
  await expect(page).toHaveURL(/to=2020-01-01/)
  await expect(page.getByText('No entries match your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await expect(page.getByLabel('Search the audit log')).toHaveValue('')
  await page.goBack()
  await expect(page.getByText('No entries match your search.')).toBeVisible()
})
