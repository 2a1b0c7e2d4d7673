import type { Page } from 'playwright/test'
import type { Person } from './actors.ts'
import type { TestServer } from './test-server.ts'

/** Locators and helpers for tests of the profile. */

export const fullName = (page: Page) => page.getByLabel('Full Name')
export const username = (page: Page) => page.getByLabel('Username')
export const save = (page: Page) => page.getByRole('button', { name: 'Update Profile' })

export async function profileOf(server: TestServer, { id }: Person) {
  const [row] = await server.sql<{ full_name: string; username: string }[]>`
    select full_name, username::text from public.profiles where id = ${id}`
  return row
}
