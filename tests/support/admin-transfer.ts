import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { expect, test } from './e2e.ts'

/** Files for browser tests of Import & export, and locators of that page. */

/**
 * Creates a folder for a test file's files, and deletes what it imported: later tests of this server should not browse
 * thousands of tools.
 */
export function transferFolder() {
  let folder: string
  let since: Date
  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plaudit-transfer-'))
    since = new Date()
  })
  test.afterAll(async ({ server }) => {
    await server.sql`delete from public.tools where created_at >= ${since}`
    await server.sql`delete from public.categories where created_at >= ${since}`
    await rm(folder, { recursive: true, force: true })
  })

  const pathOf = (name: string) => path.join(folder, name)
  return {
    pathOf,
    /** Writes a file there; returns its path. */
    async file(name: string, content: string | Buffer): Promise<string> {
      const target = pathOf(name)
      await writeFile(target, content)
      return target
    },
  }
}

export const chooser = (page: Page) => page.getByLabel('Catalogue file')
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
export const count = (page: Page, label: string) =>
  page
    .getByRole('definition')
    .filter({ hasText: /^[\d,]+$/ })
    .and(page.locator(`dt:text-is("${label}") + dd`))

export async function open(page: Page) {
  await page.goto('/admin/transfer')
  await expect(page.getByRole('tab', { name: 'Import & export' })).toHaveAttribute('aria-selected', 'true')
  await expect(heading(page, 'Import')).toBeVisible()
}
