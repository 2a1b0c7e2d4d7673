import type { Page } from 'playwright/test'
import { administrator, type Person } from '../support/actors.ts'
import { unique } from '../support/admin-forms.ts'
import { chooser, transferFolder } from '../support/admin-transfer.ts'
import { manyRows } from '../support/catalogue-lines.ts'
import { expect, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/**
 * Section 2, Guards: who loses the right is told at the first refused write and redirected; more in tests/component.
 */

test.use({ allowedErrors: [/status of (401|403)/] })

const { file } = transferFolder()

/** Revokes the right where the page cannot see it. */
async function revoke(server: TestServer, person: Person): Promise<void> {
  await administrator(server)
  await server.sql`delete from private.administrators where user_id = ${person.id}`
}

const told = (page: Page) => page.getByText('You are no longer an administrator.', { exact: true })

test('importing: a refused file, and a right lost during the import', async ({ page, signIn, server }) => {
  const person = await signIn({ admin: true })
  await page.goto('/admin/transfer')
  await expect(chooser(page)).toBeEnabled()
  await revoke(server, person)
  await chooser(page).setInputFiles(await file('refused.jsonl', manyRows(unique('refused'), 3)))
  await expect(told(page)).toBeVisible()
  await expect(page).toHaveURL('/')

  const other = await signIn({ admin: true })
  await page.goto('/admin/transfer')
  await chooser(page).setInputFiles(await file('lost.jsonl', manyRows(unique('lost'), 6000)))
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /[1-9][\d,]* rows read/)
  await revoke(server, other)
  await expect(told(page)).toBeVisible()
  await expect(page).toHaveURL('/')
})
