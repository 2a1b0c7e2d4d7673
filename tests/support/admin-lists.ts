import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { Category } from '../contract/rows.ts'
import { expect } from './e2e.ts'
import type { TestServer } from './test-server.ts'

/** Rows for tests of the administrators' lists, and locators of those lists. */

export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Delete ${name}`, exact: true }) })
export const dialog = (page: Page) => page.getByRole('alertdialog')
export const count = (page: Page, text: string | RegExp) =>
  page.getByRole('tabpanel').getByRole('status').filter({ hasText: text })
export const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
export const search = (page: Page, what = 'tools') => page.getByRole('searchbox', { name: `Search ${what}` })
export const firstCells = (page: Page) => page.getByRole('row').locator('td:first-child')

/** A word that is in no other test's names; of letters, as many digits would be taken for a telephone number. */
export const newMarker = () =>
  `m${Array.from(randomBytes(8), (byte) => String.fromCharCode(97 + (byte % 26))).join('')}`

export async function addTools(
  server: TestServer,
  marker: string,
  many: number,
  categories: Category[] = [],
) {
  const rows = Array.from({ length: many }, (_, index) => {
    const number = String(index + 1).padStart(many > 99 ? 3 : 2, '0')
    return {
      ...{ name: `${marker} ${number}`, slug: `${marker}-${number}`, featured: index + 1 === many },
      ...{ short_description: 'Does one thing well.', website_url: 'https://example.org' },
      category_id: categories[0]?.id ?? null,
    }
  })
  const { sql } = server
  await sql`insert into public.tools ${sql(rows)}`
  for (const category of categories.slice(1))
    await sql`
      insert into public.tool_categories (tool_id, category_id)
      select id, ${category.id} from public.tools where slug like ${`${marker}-%`}`
}

export async function confirmDeletion(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  await expect(
    dialog(page).getByText(`Are you sure you want to delete "${name}"?`, { exact: true }),
  ).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
}
