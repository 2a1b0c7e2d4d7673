import type { Page } from 'playwright/test'
import { addTool, first } from '../contract/rows.ts'
import { newMarker } from '../support/admin-lists.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** What editors and visitors see of checked links (decision 191). */

const turn = ({ sql }: TestServer, link_checks: 'off' | 'weekly') =>
  sql`select private.write_site_settings(${JSON.stringify({ link_checks })}::text::jsonb, null, null)`

test.afterEach(({ server }) => turn(server, 'off'))

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** A tool at a host of its own; what it answers is `status`. */
async function addSite(server: TestServer, name: string, status: number, location?: string) {
  const host = `${name.toLowerCase().replaceAll(' ', '-')}.example`
  server.internet.addresses[host] = ['127.0.0.1']
  server.internet.pages[`${host}/`] = (_, response) =>
    void response.writeHead(status, location === undefined ? {} : { location }).end()
  return addTool(server.sql, { name, website_url: `http://${host}/` })
}
/** The other tools of the catalogue are not due. */
const only = ({ sql }: TestServer, ids: readonly string[]) =>
  sql`insert into public.link_checks (tool_id, next_at)
    select id, now() + interval '1 day' from public.tools where id <> all (${[...ids]})`

test('the checks are switched on, dead and moved links found, mended with the keyboard, and that is undone', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  const dead = await addSite(server, `${marker} Dead`, 404)
  server.internet.addresses[`${marker}-new.example`] = ['127.0.0.1']
  server.internet.pages[`${marker}-new.example/`] = (_, response) => void response.end()
  const moved = await addSite(server, `${marker} Moved`, 301, `http://${marker}-new.example/`)
  await signIn({ admin: true })
  await open(page, '/admin/tools')
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  await expect(page.getByText('Links are not checked')).toBeVisible()
  await settled(page)
  await expectNoBarrier(page, 'switched off')
  await page.getByRole('main').getByRole('link', { name: 'Site settings' }).click()
  await page.getByRole('radio', { name: /Weekly/ }).check()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Visitors see it from now on.')).toBeVisible()
  await only(server, [dead.id, moved.id])
  await server.sql`select private.queue_link_checks()`
  await open(page, '/admin/tools/links')
  await expect(row(page, dead.name)).toContainText('It answers with error 404.', { timeout: 20_000 })
  await expect(row(page, dead.name)).toContainText('Failed on 1 day')
  await expectNoBarrier(page, 'dead links')

  const filter = page.getByRole('button', { name: 'Moved', exact: true })
  await filter.focus()
  await page.keyboard.press('Enter')
  const address = async () =>
    first(
      await server.sql<{ url: string }[]>`select website_url as url from public.tools where id = ${moved.id}`,
    ).url
  await expect(row(page, moved.name)).toContainText(`${marker}-new.example`)
  await settled(page)
  await expectNoBarrier(page, 'moved links')
  await page.getByRole('button', { name: `Use the new address of ${moved.name}` }).press('Enter')
  await expect(page.getByText('Addresses changed: 1')).toBeVisible()
  await expect(filter).toBeFocused()
  await expect(row(page, moved.name)).toHaveCount(0)
  expect(await address()).toBe(`http://${marker}-new.example/`)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Addresses changed back: 1')).toBeVisible()
  expect(await address()).toBe(moved.website_url)
})

test('several are checked again or mended together; an address that another has is not taken', async ({
  page,
  signIn,
  server,
}) => {
  await turn(server, 'weekly')
  const marker = newMarker()
  const names = ['One', 'Two', 'Three'].map((name) => `${marker} ${name}`)
  const sites = await Promise.all(names.map((name) => addSite(server, name, 404)))
  await only(server, [])
  const results = sites.map((site, place) => ({
    ...{ tool_id: site.id, url: site.website_url, state: 'moved' },
    leads_to: `https://${marker}-${Math.min(place, 1)}.example/`,
  }))
  await server.sql`select private.note_link_checks(${JSON.stringify(results)}::text::jsonb)`
  await signIn({ role: 'editor' })
  await open(page, '/admin/tools/links?state=moved')
  await page.getByRole('checkbox', { name: `Select ${names[0]}` }).check()
  const bar = page.getByRole('region', { name: 'Selected' })
  await bar.getByRole('button', { name: 'Select all 3' }).click()
  await settled(page)
  await expectNoBarrier(page, 'several selected')
  await bar.getByRole('button', { name: 'Use the new address' }).click()
  await expect(page.getByText('Addresses changed: 2')).toBeVisible()
  await expect(page.getByText('Not changed, because another entry has this address')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await page.getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Links to be checked next: 1')).toBeVisible()
  await expect(page.getByText('No link has moved')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Dead', exact: true }).click()
  await expect(page.getByText('It answers with error 404.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  await expectNoBarrier(page, 'dead links, narrow')
})

test('visitors see when a tool was added and checked, and that its website is dead', async ({
  page,
  server,
}) => {
  await turn(server, 'weekly')
  const tool = await addSite(server, `${newMarker()} Dead`, 404)
  await server.sql`
    insert into public.link_checks (tool_id, state, reason, checked_at, failed_days, next_at)
    values (${tool.id}, 'dead', '404', '2026-03-04T12:00:00Z', 3, now() + interval '1 day')`
  await open(page, `/tools/${tool.slug}`)
  await expect(page.getByText(/^Added \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(page.getByText('Last checked March 2026', { exact: true })).toBeVisible()
  await expect(page.getByText('This website was not available when we last checked.')).toBeVisible()
  await expectNoBarrier(page, 'a dead website')
})
