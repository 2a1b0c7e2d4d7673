import sharp from 'sharp'
import { addTool } from '../contract/rows.ts'
import { newMarker } from '../support/admin-lists.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** Suggested icons, as an editor decides about them (decision 192). */

/** A tool at a host of its own that has an icon. */
async function addSite(server: TestServer, name: string, background: string) {
  const host = `${name.toLowerCase().replaceAll(' ', '-')}.example`
  const picture = await sharp({ create: { width: 180, height: 180, channels: 3, background } })
    .png()
    .toBuffer()
  server.internet.addresses[host] = ['127.0.0.1']
  server.internet.pages[`${host}/`] = (_, response) =>
    void response.end('<!doctype html><link rel="apple-touch-icon" href="/icon.png">')
  server.internet.pages[`${host}/icon.png`] = (_, response) => void response.end(picture)
  return addTool(server.sql, { name, website_url: `http://${host}/` })
}

test('icons are suggested for selected tools, approved and declined, also several and with the keyboard, and that is undone', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  const names = ['One', 'Two', 'Three'].map((name) => `${marker} ${name}`)
  const [one = '', two = '', three = ''] = names
  const colours = ['#c33', '#393', '#33c']
  const tools = await Promise.all(names.map((name, place) => addSite(server, name, colours[place] ?? '')))
  const logos = async () => {
    const found = await server.sql<{ logo: string | null }[]>`
      select logo from public.tools where id in ${server.sql(tools.map(({ id }) => id))} order by name`
    return found.map(({ logo }) => logo !== null)
  }
  await signIn({ role: 'editor' })
  await page.goto(`/admin/tools?search=${marker}`)
  await settled(page)
  await page.getByRole('checkbox', { name: `Select ${one}` }).check()
  const bar = page.getByRole('region', { name: 'Selected' })
  await bar.getByRole('button', { name: 'Select all 3' }).click()
  await bar.getByRole('button', { name: 'Suggest icons' }).click()
  await expect(page.getByText('Websites to be looked at: 3')).toBeVisible()
  await page.getByRole('link', { name: 'Icons', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: marker })).toHaveCount(3, { timeout: 20_000 })
  await page.getByRole('button', { name: `Approve the icon of ${two}` }).press('Enter')
  await expect(page.getByText('Logos added: 1')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Suggested icons' })).toBeFocused()
  // By name: One, Three, Two.
  expect(await logos()).toEqual([false, false, true])
  await page.getByRole('checkbox', { name: `Select ${one}` }).press('Space')
  await page.getByRole('checkbox', { name: `Select ${three}` }).press('Space')
  await settled(page)
  await expectNoBarrier(page, 'several selected')
  await bar.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(page.getByText('Logos added: 2')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: marker })).toHaveCount(0)
  expect(await logos()).toEqual([true, true, true])
  const [{ logo } = { logo: '' }] = await server.sql<{ logo: string }[]>`
    select logo from public.tools where id = ${tools[0]?.id ?? ''}`
  expect((await page.request.get(logo)).headers()['content-type']).toBe('image/png')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('Taken back: 2')).toBeVisible()
  expect(await logos()).toEqual([false, false, true])
  await page.getByRole('button', { name: `Decline the icon of ${one}` }).click()
  await expect(page.getByText('Icons declined: 1')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: marker })).toHaveCount(1)
  expect(await logos()).toEqual([false, false, true])
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  await expectNoBarrier(page, 'suggested icons, narrow')
})
