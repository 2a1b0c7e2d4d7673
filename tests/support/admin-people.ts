import type { Page } from 'playwright/test'
import { expect } from './e2e.ts'

/** Locators of the People page. */

export const row = (page: Page, username: string) =>
  page
    .getByRole('list', { name: 'People' })
    .getByRole('listitem')
    .filter({ hasText: `@${username}` })
export const dialog = (page: Page) => page.getByRole('dialog')

/** Actions in a person's menu, not directly visible. */
const IN_MENU = /^((?:Make|Revoke) administrator) (@.*)$/

/** The button 'Suspend @ann', or the menu button for 'Make administrator @ann'. */
export const actionButton = (page: Page, what: string) =>
  page.getByRole('button', { name: what.replace(IN_MENU, 'More actions for $2'), exact: true })

/** Presses 'Suspend @ann', or chooses 'Make administrator' from the menu of @ann. */
export async function act(page: Page, what: string): Promise<void> {
  await actionButton(page, what).click()
  const item = IN_MENU.exec(what)?.[1]
  if (item) await page.getByRole('menuitem', { name: item }).click()
}

export async function find(page: Page, username: string): Promise<void> {
  await page.goto(`/admin/people?search=${username}`)
  await expect(row(page, username)).toBeVisible()
}
