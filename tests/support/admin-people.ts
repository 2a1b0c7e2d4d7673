import type { Page } from 'playwright/test'
import { expect } from './e2e.ts'

/** Locators of the People page. */

export const row = (page: Page, username: string) =>
  page
    .getByRole('list', { name: 'Members' })
    .getByRole('listitem')
    .filter({ hasText: `@${username}` })
export const dialog = (page: Page) => page.getByRole('dialog')

export async function find(page: Page, username: string): Promise<void> {
  await page.goto(`/admin/people?search=${username}`)
  await expect(row(page, username)).toBeVisible()
}
