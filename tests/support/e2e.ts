import { type Page, expect as playwrightExpect, test as playwrightTest } from 'playwright/test'
import { importStarter } from '../../server/import-export/import-starter.ts'
import { administrator, member, type Person, sessionOf } from './actors.ts'
import { startServerProcess, type TestServer } from './test-server.ts'

/**
 * Tests in a browser: every worker has a server of its own on a fresh database with the starter catalogue. A page that
 * writes an error to its console, or asks for something that is not there, fails its test.
 */
interface WorkerFixtures {
  server: TestServer
}

interface Fixtures {
  /** What the page may complain about; empty unless a test provokes it. */
  allowedErrors: RegExp[]
  /** Signs the page in as a new member (or administrator), by the stored session, without the sign-in form. */
  signIn(as?: { username?: string; admin?: boolean }): Promise<Person>
}

export const test = playwrightTest.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => {
      const server = await startServerProcess()
      await importStarter(server.sql)
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  allowedErrors: [[], { option: true }],
  page: async ({ page, allowedErrors }, use) => {
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    await use(page)
    const unexpected = errors.filter((text) => !allowedErrors.some((allowed) => allowed.test(text)))
    playwrightExpect(unexpected, 'errors on the console').toEqual([])
  },
  signIn: async ({ page, server }, use) => {
    await use(async ({ username, admin = false } = {}) => {
      const person = admin
        ? await administrator(server)
        : await member(server, { ...(username && { username }) })
      const session = await sessionOf(server, person)
      // Of the site's own pages the one that costs least: no script runs on it.
      await page.goto('/robots.txt')
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
        'sb-127-auth-token',
        JSON.stringify(session),
      ] as const)
      return person
    })
  },
})

export const expect = playwrightExpect

/** The page has settled: what it shows is what stays. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}
