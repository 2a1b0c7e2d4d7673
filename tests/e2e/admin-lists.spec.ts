import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { addCategory, addTool, type Category } from '../contract/rows.ts'
import { administrator, member, sessionOf } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, THEMES, test } from '../support/e2e.ts'
import { PUBLIC, png } from '../support/logos.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Section 2, Admin: the lists of tools and categories; section 8, admin loads and deletes. */

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Delete ${name}`, exact: true }) })
const dialog = (page: Page) => page.getByRole('alertdialog')
const count = (page: Page, text: string | RegExp) =>
  page.getByRole('tabpanel').getByRole('status').filter({ hasText: text })
const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const search = (page: Page, what = 'tools') => page.getByRole('searchbox', { name: `Search ${what}` })
const firstCells = (page: Page) => page.getByRole('row').locator('td:first-child')

/** The whole starter catalogue stands on one page, and the header with it. */
const STARTER_TOOLS = 94

/** A word no other test has in a name. */
const newMarker = () => `m${randomBytes(4).toString('hex')}`

async function addTools(server: TestServer, marker: string, many: number, categories: Category[] = []) {
  for (let index = 1; index <= many; index++) {
    const number = String(index).padStart(many > 99 ? 3 : 2, '0')
    await addTool(
      server.sql,
      { name: `${marker} ${number}`, slug: `${marker}-${number}`, featured: index === many },
      categories,
    )
  }
}

async function confirmDeletion(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  await expect(
    dialog(page).getByText(`Are you sure you want to delete "${name}"?`, { exact: true }),
  ).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
}

test('tools stand in a table with what the specification lists', async ({ page, signIn, server }) => {
  const marker = newMarker()
  const category = await addCategory(server.sql, { name: `Kind ${marker}` })
  await addTools(server, marker, 2, [category])
  await signIn({ admin: true })
  await page.goto('/admin')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Slug', 'Category', 'Featured', 'Actions'])
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(search(page)).toHaveAttribute('placeholder', 'Search tools...')
  await search(page).fill(marker)
  await expect(firstCells(page)).toHaveText([`${marker} 01`, `${marker} 02`])
  await expect(row(page, `${marker} 01`).getByRole('cell')).toHaveText([
    `${marker} 01`,
    `${marker}-01`,
    `Kind ${marker}`,
    'No',
    'EditDelete',
  ])
  await expect(row(page, `${marker} 02`).getByRole('cell').nth(3)).toHaveText('Yes')
  await row(page, `${marker} 01`)
    .getByRole('button', { name: `Edit ${marker} 01` })
    .click()
  await expect(page).toHaveURL(/\/admin\/tools\/edit\/[0-9a-f-]{36}$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Add New Tool' }).click()
  await expect(page).toHaveURL('/admin/tools/new')
})

test('searching asks the database by name, slug and category, and is kept in the address', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  const category = await addCategory(server.sql, { name: `Kind ${marker}` })
  await addTool(server.sql, { name: `100%_${marker}`, slug: `a-${marker}` })
  await addTool(server.sql, { name: 'Plain', slug: `b-${marker}` })
  await addTool(server.sql, { name: 'Sorted', slug: `c-${newMarker()}` }, [category])
  await signIn({ admin: true })
  await page.goto('/terms')
  await page.goto('/admin/tools')
  await search(page).fill(marker.toUpperCase())
  await expect(firstCells(page)).toHaveText([`100%_${marker}`, 'Plain', 'Sorted'])
  await expect(count(page, '3 tools')).toBeVisible()
  await expect(page).toHaveURL(`/admin/tools?search=${marker.toUpperCase()}`)
  await search(page).fill(`0%_${marker}`)
  await expect(firstCells(page)).toHaveText([`100%_${marker}`])
  await expect(count(page, '1 tool')).toBeVisible()
  await page.reload()
  await expect(search(page)).toHaveValue(`0%_${marker}`)
  await expect(firstCells(page)).toHaveText([`100%_${marker}`])
  await search(page).fill(`nothing ${marker}`)
  await expect(page.getByText('No tools match your search.')).toBeVisible()
  await expect(count(page, '0 tools')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(page).toHaveURL('/admin/tools')
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(STARTER_TOOLS)
  await page.goBack()
  await expect(page, 'typing leaves no trail').toHaveURL('/terms')
})

test('typing on cancels what was asked, and only the last answer is shown', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  await addTools(server, marker, 2)
  await signIn({ admin: true })
  await page.goto('/admin/tools')
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(STARTER_TOOLS)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).searchParams.get('search') ?? ''))
  await page.route(`**/rpc/list_admin_tools*search=${marker}&*`, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  const asked = page.waitForRequest(`**/rpc/list_admin_tools*search=${marker}&*`)
  await search(page).fill(marker)
  await asked
  await search(page).pressSequentially(' 02')
  await expect(firstCells(page)).toHaveText([`${marker} 02`])
  expect(failed).toContain(marker)
  release()
  await settled(page)
  await expect(firstCells(page)).toHaveText([`${marker} 02`])
})

test('sorting and paging are in the address, Back undoes them', async ({ page, signIn, server }) => {
  const marker = newMarker()
  await addTools(server, marker, 230)
  await signIn({ admin: true })
  await page.goto(`/admin/tools?search=${marker}`)
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(`/admin/tools?search=${marker}&page=2`)
  await expect(firstCells(page).first()).toHaveText(`${marker} 101`)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(firstCells(page)).toHaveCount(30)
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()

  await header(page, 'Slug').getByRole('button').click()
  await expect(header(page, 'Slug')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page, 'a new order begins at its beginning').toHaveURL(
    `/admin/tools?search=${marker}&sort=slug`,
  )
  await header(page, 'Slug').getByRole('button').click()
  await expect(header(page, 'Slug')).toHaveAttribute('aria-sort', 'descending')
  await expect(firstCells(page).first()).toHaveText(`${marker} 230`)
  await expect(page).toHaveURL(`/admin/tools?search=${marker}&sort=slug&order=desc`)
  await page.goBack()
  await expect(firstCells(page).first()).toHaveText(`${marker} 001`)
  await header(page, 'Featured').getByRole('button').click()
  await expect(firstCells(page).first(), 'the featured ones first').toHaveText(`${marker} 230`)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest first')
  await expect(firstCells(page).first()).toHaveText(`${marker} 230`)
  await expect(page.locator('[aria-sort]')).toHaveCount(0)

  for (const odd of ['page=99', 'page=3.7', 'page=-1', 'page=x', 'sort=nonsense', 'order=up']) {
    await page.goto(`/admin/tools?search=${marker}&${odd}`)
    await expect(count(page, '230 tools'), odd).toBeVisible()
    await expect(firstCells(page).first(), odd).toHaveText(
      /page=(99|3)/.test(odd) ? `${marker} 201` : `${marker} 001`,
    )
  }
})

test('without a tool or category the lists say how to begin', async ({ page }) => {
  const empty = await startTestServer()
  try {
    const session = await sessionOf(empty, await administrator(empty))
    await page.goto(`${empty.url}/terms`)
    await page.evaluate((text) => localStorage.setItem('sb-127-auth-token', text), JSON.stringify(session))
    await page.goto(`${empty.url}/admin`)
    await expect(
      page.getByText('No tools found. Add your first tool to get started.', { exact: true }),
    ).toBeVisible()
    await page.getByRole('tab', { name: 'Categories' }).click()
    await expect(
      page.getByText('No categories found. Add your first category to get started.', { exact: true }),
    ).toBeVisible()
    await search(page, 'categories').fill('x')
    await expect(page.getByText('No categories match your search.', { exact: true })).toBeVisible()
    await settled(page)
  } finally {
    await empty.close()
  }
})

test('deleting a tool asks, marks that one only, and everything agrees without a reload', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  const category = await addCategory(server.sql, { name: `Kind ${marker}`, slug: marker })
  await addTools(server, marker, 2, [category])
  const person = await signIn({ admin: true })
  const logo = `${PUBLIC}/${marker}-1.png`
  const files = person.client.storage.from('tool-logos')
  expect((await files.upload(`${marker}-1.png`, await png(), { contentType: 'image/png' })).error).toBeNull()
  await server.sql`update public.tools set logo = ${server.url + logo} where slug = ${`${marker}-01`}`
  await server.sql`insert into public.tool_upvotes (tool_id, user_id, reason)
    select id, ${person.id}, 'Useful.' from public.tools where slug = ${`${marker}-01`}`

  await page.goto(`/categories/${marker}`)
  await expect(page.locator('article')).toHaveCount(2)
  await page.getByRole('banner').getByRole('link', { name: 'Categories' }).click()
  const card = page.getByRole('link', { name: new RegExp(`Kind ${marker}`) })
  await expect(page.getByRole('main')).toContainText(`Kind ${marker}`)
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('tab', { name: 'My Upvotes' }).click()
  await expect(page.getByRole('main').getByText(`${marker} 01`)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click()
  await search(page).fill(marker)
  await expect(firstCells(page)).toHaveCount(2)

  await page.getByRole('button', { name: `Delete ${marker} 01` }).click()
  await expect(dialog(page)).toContainText('Its 1 recommendation is deleted with it.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Delete ${marker} 01` })).toBeFocused()
  await expect(firstCells(page)).toHaveCount(2)

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/tools?*', async (route) => {
    if (route.request().method() === 'DELETE') await held
    await route.continue()
  })
  await confirmDeletion(page, `${marker} 01`)
  await expect(page.getByRole('button', { name: 'Deleting...' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: `Delete ${marker} 02` })).toBeEnabled()
  release()
  await expect(page.getByText(`"${marker} 01" has been deleted`, { exact: true })).toBeVisible()
  await expect(firstCells(page)).toHaveText([`${marker} 02`])
  await expect(count(page, '1 tool')).toBeVisible()
  await expect
    .poll(async () => (await fetch(server.url + logo)).status, { message: 'its logo goes too' })
    .not.toBe(200)

  await page.getByRole('banner').getByRole('link', { name: 'Categories' }).click()
  await expect(card.first()).toContainText('1 tool')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search tools and categories' }).fill(marker)
  await expect(page.getByRole('option', { name: new RegExp(`${marker} 02`) })).toBeVisible()
  await expect(page.getByRole('option', { name: new RegExp(`${marker} 01`) })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('tab', { name: 'My Upvotes' }).click()
  await expect(page.getByText("You haven't upvoted any tools yet.")).toBeVisible()
})

test('a list that was asked for before something was deleted is asked for again', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  const { name } = await addCategory(server.sql, { name: `Going ${marker}` })
  await signIn({ admin: true })
  await page.goto(`/admin/categories?search=${marker}`)
  await expect(firstCells(page)).toHaveText([name])
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    '**/rpc/list_admin_categories*search=Going*',
    async (route) => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  const asked = page.waitForRequest('**/rpc/list_admin_categories*search=Going*')
  await search(page, 'categories').fill(name)
  await asked
  await confirmDeletion(page, name)
  await expect(page.getByText(`"${name}" has been deleted`, { exact: true })).toBeVisible()
  release()
  await expect(page.getByText('No categories match your search.')).toBeVisible()
  await settled(page)
  await expect(page.getByText('No categories match your search.')).toBeVisible()
})

test('deleting a category in use says how many tools it touches and leaves them', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  const next = await addCategory(server.sql, { name: `Next ${marker}` })
  const going = await addCategory(server.sql, {
    name: `Going ${marker}`,
    slug: `going-${marker}`,
    description: `Described ${marker}`,
  })
  await addTools(server, marker, 2, [going, next])
  await signIn({ admin: true })
  await page.goto('/admin/categories')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Slug', 'Description', 'Actions'])
  await expect(search(page, 'categories')).toHaveAttribute('placeholder', 'Search categories...')
  for (const text of [`GOING ${marker}`, `going-${marker}`, `described ${marker}`]) {
    await search(page, 'categories').fill(text)
    await expect(firstCells(page)).toHaveText([`Going ${marker}`])
  }
  await expect(row(page, `Going ${marker}`).getByRole('cell')).toHaveText([
    `Going ${marker}`,
    `going-${marker}`,
    `Described ${marker}`,
    'EditDelete',
  ])
  await page.getByRole('button', { name: `Delete Going ${marker}` }).click()
  await expect(dialog(page)).toContainText('2 tools are in it and stay')
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(`"Going ${marker}" has been deleted`, { exact: true })).toBeVisible()
  await expect(page.getByText('No categories match your search.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Categories' })).toBeFocused()

  await page.getByRole('tab', { name: 'Tools' }).click()
  await search(page).fill(marker)
  await expect(page.getByRole('cell', { name: `Next ${marker}` })).toHaveCount(2)
  await page.getByRole('tab', { name: 'Categories' }).click()
  await page.getByRole('link', { name: 'Add New Category' }).click()
  await expect(page).toHaveURL('/admin/categories/new')
})

test.describe('what fails', () => {
  test.use({ allowedErrors: [/status of (500|503|403)|ERR_FAILED|Failed to delete logo/] })

  for (const [what, path] of [
    ['tools', '/admin/tools'],
    ['categories', '/admin/categories'],
  ] as const)
    test(`loading ${what} says so and can be tried again`, async ({ page, signIn }) => {
      await signIn({ admin: true })
      const calls = `**/rpc/list_admin_${what}*`
      await page.route(calls, (route) => route.fulfill({ status: 500, json: { message: 'out of order' } }))
      await page.goto(path)
      await expect(page.getByRole('alert').getByText(`Failed to load ${what}`, { exact: true })).toBeVisible()
      await page.unroute(calls)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(firstCells(page).first()).toBeVisible()
    })

  for (const [thing, path] of [
    ['tool', 'tools'],
    ['category', 'categories'],
  ] as const)
    test(`deleting a ${thing} says so, and it stays`, async ({ page, signIn, server }) => {
      const name = newMarker()
      if (thing === 'tool') await addTool(server.sql, { name })
      else await addCategory(server.sql, { name })
      await signIn({ admin: true })
      await page.goto(`/admin/${path}?search=${name}`)
      const button = page.getByRole('button', { name: `Delete ${name}` })
      for (const [status, message] of [
        [500, `Failed to delete ${thing}`],
        [503, 'Failed to complete delete operation'],
        [null, 'Failed to complete delete operation'],
      ] as const) {
        await page.route(`**/rest/v1/${path}?*`, (route) => {
          if (route.request().method() !== 'DELETE') return route.continue()
          return status ? route.fulfill({ status, json: { message: 'out of order' } }) : route.abort()
        })
        await confirmDeletion(page, name)
        await expect(page.getByText(message, { exact: true }).last()).toBeVisible()
        await expect(button).toBeFocused()
        await page.unroute(`**/rest/v1/${path}?*`)
      }
      await confirmDeletion(page, name)
      await expect(page.getByText(`"${name}" has been deleted`, { exact: true })).toBeVisible()
    })

  test('a logo that cannot be removed is only logged', async ({ page, signIn, server }) => {
    const name = newMarker()
    const logo = `${server.url}/storage/v1/object/public/tool-logos/${name}.png`
    await addTool(server.sql, { name, logo })
    await signIn({ admin: true })
    const logged = page.waitForEvent('console', (message) => message.text().includes('Failed to delete logo'))
    await page.route('**/storage/v1/object/tool-logos*', (route) => route.abort())
    await page.goto(`/admin/tools?search=${name}`)
    await confirmDeletion(page, name)
    await expect(page.getByText(`"${name}" has been deleted`, { exact: true })).toBeVisible()
    await logged
  })

  test('what someone else has deleted already is gone for this one too', async ({ page, signIn, server }) => {
    const name = newMarker()
    await addTool(server.sql, { name })
    await signIn({ admin: true })
    await page.goto(`/admin/tools?search=${name}`)
    await expect(firstCells(page)).toHaveCount(1)
    await server.sql`delete from public.tools where name = ${name}`
    await confirmDeletion(page, name)
    await expect(page.getByText(`"${name}" has been deleted`, { exact: true })).toBeVisible()
    await expect(page.getByText('No tools match your search.')).toBeVisible()
  })

  test('whoever lost the right is told and led home, and nothing is deleted or shown', async ({
    page,
    signIn,
    server,
  }) => {
    const name = newMarker()
    await addTool(server.sql, { name })
    for (const attempt of ['read', 'delete'] as const) {
      const person = await signIn({ admin: true })
      await page.goto(`/admin/tools?search=${name}`)
      await expect(firstCells(page)).toHaveCount(1)
      await server.sql`insert into private.administrators (user_id, granted_by)
        values (${(await member(server)).id}, 'test')`
      await server.sql`delete from private.administrators where user_id = ${person.id}`
      if (attempt === 'read') await search(page).fill('x')
      else await confirmDeletion(page, name)
      await expect(page.getByText('You are no longer an administrator.')).toBeVisible()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveCount(0)
    }
    expect(await server.sql`select from public.tools where name = ${name}`).toHaveLength(1)
  })
})

for (const theme of THEMES) {
  test.describe(`in ${theme}`, () => {
    test.use({ colorScheme: theme })

    test('everything goes by keys alone and has no barrier', async ({ page, signIn, server }) => {
      const name = newMarker()
      await addTool(server.sql, { name })
      await signIn({ admin: true })
      await page.goto('/admin/tools')
      await expect(firstCells(page).first()).toBeVisible()
      await settled(page)
      await expectNoBarrier(page, 'tools')
      await search(page).focus()
      await page.keyboard.type(name)
      await expect(firstCells(page)).toHaveText([name])
      await page.getByRole('button', { name: `Delete ${name}` }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expectNoBarrier(page, 'asked before deleting')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeFocused()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByText(`"${name}" has been deleted`, { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: 'Tools' })).toBeFocused()
      await expectNoBarrier(page, 'nothing found')
      await page.goto('/admin/categories')
      await expect(firstCells(page).first()).toBeVisible()
      await header(page, 'Slug').getByRole('button').focus()
      await page.keyboard.press('Enter')
      await expect(header(page, 'Slug')).toHaveAttribute('aria-sort', 'ascending')
      // Until the sorted list is there the old one is faint.
      await settled(page)
      await expectNoBarrier(page, 'categories')
    })

    for (const width of [320, 390])
      test(`at ${width} px rows are cards and nothing overflows`, async ({ page, signIn, server }) => {
        const marker = newMarker()
        const long = `${marker} ${'W'.repeat(180)}`
        await addTool(server.sql, { name: long, slug: `${marker}-${'w'.repeat(180)}` })
        await page.setViewportSize({ width, height: 700 })
        await signIn({ admin: true })
        for (const path of [`/admin/tools?search=${marker}`, '/admin/categories']) {
          await page.goto(path)
          const remove = page.getByRole('button', { name: /^Delete / }).first()
          await expect(remove).toBeVisible()
          await expect(page.getByRole('table')).toHaveCount(0)
          await settled(page)
          await expectNoBarrier(page, path)
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          ).toBeLessThanOrEqual(0)
        }
        await page.goto(`/admin/tools?search=${marker}`)
        await page.getByRole('button', { name: /^Delete / }).click()
        await expect(dialog(page).getByRole('button', { name: 'Delete', exact: true })).toBeInViewport()
        await expectNoBarrier(page, 'asked before deleting')
      })
  })
}
