import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { toast } from 'sonner'
import { vi } from 'vitest'
import { CHOSEN_DEFAULTS, NO_SETTINGS, resolveSite } from '#shared/site.ts'
import { ENVIRONMENT_ELEMENT_ID } from '../../src/lib/environment.ts'
import { acceptAuthEvent } from '../../src/lib/session-store.ts'
import { siteQuery } from '../../src/lib/site-data.ts'
import { getRouter } from '../../src/router.tsx'

/**
 * Renders the whole site in jsdom, for failure states: the test answers its calls. Contract tests cover the backend's
 * real answers, browser tests what needs a browser.
 */

/** Answers a call, given its parameters: the arguments of a database function, else those of the URL. */
type Answer = (parameters: Record<string, unknown>) => unknown

const answers = new Map<string, Answer>()
type Breach = { status: number | null; body: unknown }
const broken = new Map<string, Breach>()
const held = new Map<string, Promise<void>>()

/**
 * From now on calls to this path below /rest/v1, such as rpc/is_admin, are answered with the result, as JSON. A method
 * may precede the path: 'DELETE tools'. Other services need the whole path, such as /auth/v1/signup.
 */
export const answer = (path: string, respond: Answer) => answers.set(path, respond)

/** From now on calls to this path fail: with a status and error body, or without a response. */
export const breakCalls = (
  path: string,
  status: number | null,
  body: unknown = { message: 'out of order' },
) => broken.set(path, { status, body })
export const restore = (path: string) => broken.delete(path)

/** From now on calls to this path wait until the returned function is called. */
export function hold(path: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held.set(path, promise)
  return () => {
    held.delete(path)
    resolve()
  }
}

/** The requests since the test began, as 'GET tools'. */
export const calls: string[] = []
/** Those that the page cancelled before they were answered. */
export const cancelled: string[] = []

async function respond(url: URL, { body, method = 'GET', signal }: RequestInit): Promise<Response> {
  const path = url.pathname.replace('/rest/v1/', '')
  const one = `${method} ${path}`
  calls.push(one)
  signal?.addEventListener('abort', () => cancelled.push(one))
  await (held.get(one) ?? held.get(path))
  const breach = broken.get(one) ?? broken.get(path)
  if (breach?.status === null) throw new TypeError('Failed to fetch')
  if (breach) return Response.json(breach.body, { status: breach.status })
  const found = answers.get(one) ?? answers.get(path)
  if (!found) throw new Error(`the test does not answer ${one}`)
  const data = (await found(body ? JSON.parse(String(body)) : Object.fromEntries(url.searchParams))) ?? null
  const range = Array.isArray(data) ? { 'content-range': `0-${data.length - 1}/${data.length}` } : undefined
  return Response.json(data, { headers: range })
}

// Pages load their chunks on demand, which takes time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

// Browser features that jsdom lacks.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
/** Queries by role call getComputedStyle for every element; jsdom's would evaluate all its rules. */
function styleOf(element: Element) {
  const { style } = element instanceof HTMLElement ? element : document.body
  const isShown = !element.matches('[hidden], dialog:not([open]), script, template')
  const known: Record<string, string> = {
    display: isShown ? style.display || 'block' : 'none',
    visibility: style.visibility || 'visible',
    pointerEvents: style.pointerEvents || 'auto',
    'pointer-events': style.pointerEvents || 'auto',
  }
  return { ...known, getPropertyValue: (name: string) => known[name] ?? '' }
}
const noMedia = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }

/** Runs before each test of every file: component-hooks.ts. */
export function setUpSite(): void {
  answer('rpc/get_site_settings', () => SETTINGS)
  answer('rpc/get_my_standing', () => [{ role: null, unread: 0 }])
  answer('rpc/list_my_marks', () => [])
  answer('rpc/count_waiting', () => ({ reports: 0, appeals: 0, alerts: 0 }))
  answer('rpc/list_my_outcomes', () => [])
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) =>
    respond(new URL(String(input), location.origin), init),
  )
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('getComputedStyle', styleOf)
  vi.stubGlobal('matchMedia', () => noMedia)
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('IntersectionObserver', NoObserver)
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.scrollTo = () => undefined
  Element.prototype.hasPointerCapture = () => false
  Element.prototype.setPointerCapture = () => undefined
}

/** Runs after each test. */
export function tearDownSite(): void {
  // Toasts of one test would appear in the next one.
  toast.dismiss()
  cleanup()
  answers.clear()
  broken.clear()
  held.clear()
  calls.length = 0
  cancelled.length = 0
  vi.unstubAllGlobals()
}

/** Default settings, as they are read. */
export const SETTINGS = {
  ...{ ...NO_SETTINGS, ...CHOSEN_DEFAULTS },
  ...{ terms: null, terms_date: null, privacy: null, privacy_date: null, about: null },
  translations: null,
}

const { origin } = location
const environment = {
  publicUrl: origin,
  apiUrl: origin,
  publishableKey: 'public',
  overrides: {},
}
document.head.append(
  Object.assign(document.createElement('script'), {
    id: ENVIRONMENT_ELEMENT_ID,
    type: 'application/json',
    textContent: JSON.stringify(environment),
  }),
)

/** The member signed in by `signIn`. */
export const PERSON_ID = '00000000-0000-4000-8000-000000000001'

/** Stores the session of a member in this browser, before the first page of a file is opened. */
export function signIn({ role = null }: { role?: string | null } = {}): void {
  const user = {
    id: PERSON_ID,
    aud: 'authenticated',
    email: 'person@example.org',
    app_metadata: {},
    user_metadata: {},
    created_at: '2026-01-01T00:00:00Z',
  }
  const expires = { expires_in: 1e8, expires_at: 4e9 }
  const session = { access_token: 'token', refresh_token: 'refresh', token_type: 'bearer', ...expires, user }
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session))
  acceptAuthEvent('SIGNED_IN', null)
  answer('rpc/is_admin', () => role === 'administrator')
  if (role !== 'administrator') answer('rpc/get_my_standing', () => [{ role, unread: 0 }])
}

export const signInAsAdministrator = () => signIn({ role: 'administrator' })

/** With fake timers: seconds pass until the check throws no error, a minute at most. */
export async function passTimeUntil(check: () => unknown): Promise<void> {
  for (let second = 0; second < 60; second++) {
    try {
      check()
      return
    } catch {
      await vi.advanceTimersByTimeAsync(1000)
    }
  }
  check()
}

export type Page = ReturnType<typeof open>['page']

/** Opens a page; `page` queries its content. */
export function open(path: string) {
  const router = getRouter()
  // Part of the HTML.
  router.options.context.queryClient.setQueryData(siteQuery.queryKey, resolveSite(NO_SETTINGS, {}))
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  render(<RouterProvider router={router} />, { container: document })
  return { page: within(document.body), user: userEvent.setup(), router }
}
