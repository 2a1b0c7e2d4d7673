import {
  type Locator,
  type Page,
  expect as playwrightExpect,
  test as playwrightTest,
  type Request,
} from 'playwright/test'
import { administrator, member, type Person, sessionOf } from './actors.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/**
 * Tests in a browser: every worker opens the app, anew for each file, on a fresh database with the starter catalogue. A
 * page that writes an error to its console, or asks for something that is not there, fails its test.
 */
interface WorkerFixtures {
  servers: { of(file: string): Promise<TestServer> }
}

interface Fixtures {
  server: TestServer
  /** What the page may complain about; empty unless a test provokes it. */
  allowedErrors: RegExp[]
  /** From the next page on, somebody new is signed in: a member, or with a role. Stores the session, without the form. */
  signIn(as?: { username?: string; admin?: boolean; role?: 'moderator' | 'editor' }): Promise<Person>
}

export const test = playwrightTest.extend<Fixtures, WorkerFixtures>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => {
      let current: { file: string; server: TestServer } | undefined
      await use({
        of: async (file) => {
          if (current?.file === file) return current.server
          await current?.server.close()
          const server = await startTestServer()
          current = { file, server }
          return server
        },
      })
      await current?.server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  server: async ({ servers }, use, info) => {
    const server = await servers.of(info.file)
    await use(server)
    if (info.status !== info.expectedStatus)
      await info.attach('log of the server', { body: server.output(), contentType: 'text/plain' })
  },
  baseURL: async ({ server }, use) => use(server.url),
  allowedErrors: [[], { option: true }],
  page: async ({ page, allowedErrors }, use, info) => {
    const errors: string[] = []
    followRequests(page)
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    await use(page)
    // Playwright's own option draws every page, in case its test has failed.
    if (info.status !== info.expectedStatus && !page.isClosed())
      await info.attach('page', { body: await page.screenshot({ timeout: 5000 }), contentType: 'image/png' })
    const unexpected = errors.filter((text) => !allowedErrors.some((allowed) => allowed.test(text)))
    playwrightExpect(unexpected, 'errors on the console').toEqual([])
  },
  signIn: async ({ context, server }, use) => {
    await use(async ({ username, admin = false, role } = {}) => {
      const person =
        admin || role
          ? await administrator(server, role)
          : await member(server, { ...(username && { username }) })
      const session = JSON.stringify(await sessionOf(server, person))
      await context.addInitScript(
        ([origin, mark, value]) => {
          // Once only: who signs out afterwards stays signed out.
          if (window.origin !== origin || localStorage.getItem(mark)) return
          localStorage.setItem(mark, 'was signed in')
          localStorage.setItem('sb-127-auth-token', value)
        },
        [server.url, person.id, session] as const,
      )
      return person
    })
  },
})

export const expect = playwrightExpect

/** What each page has asked for and not been answered yet. */
const unanswered = new WeakMap<Page, Set<Request>>()

/** For a page of the test's own, before it is opened: {@link settled} needs every request from the first on. */
export function followRequests(page: Page): void {
  const open = new Set<Request>()
  unanswered.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** The page has settled: what it shows is what stays. Everything it asked for is answered, and it has nothing left to do. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  const open = unanswered.get(page)
  if (!open) throw new Error('this page is not followed: followRequests')
  do {
    await playwrightExpect.poll(() => open.size, { message: 'unanswered', intervals: [20] }).toBe(0)
    // Bounded: the headless shell sometimes draws no frame for half a minute, and calls nobody idle meanwhile.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })))
    // Between two requests a page may wait for something else, such as the lock of its stored session.
    await playwrightExpect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  } while (open.size > 0)
}

/** Those at which a layout changes, and between them. */
export const WIDTHS = [320, 390, 767, 768, 827, 1000, 1023, 1024, 1280]

/** Nothing is wider than the window, at each of these widths. */
export async function expectToFit(page: Page, ...widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    playwrightExpect(over, `too wide for ${width} px`).toBeLessThanOrEqual(0)
  }
}

/** The words that a line breaks in the middle, of what this element begins with. */
export const tornWords = (text: Locator): Promise<string[]> =>
  text.evaluate(({ firstChild }) =>
    [...(firstChild?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const place = document.createRange()
      if (!firstChild) return word
      place.setStart(firstChild, index)
      place.setEnd(firstChild, index + word.length)
      return place.getClientRects().length === 1 ? [] : word
    }),
  )

/** Holds back the answers to what the page asks for at `address`, until they are let through. */
export async function holdBack(page: Page, address: string) {
  let opened = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await opened.promise
    // The page may have gone on meanwhile.
    await route.continue().catch(() => undefined)
  })
  return {
    /** Those that wait, and all that come before `again`. */
    letThrough: () => opened.resolve(),
    again: () => {
      opened = Promise.withResolvers()
    },
  }
}
