import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { toast } from 'sonner'
import { vi } from 'vitest'
import { ENVIRONMENT_ELEMENT_ID } from '../../src/lib/environment.ts'
import { acceptAuthEvent } from '../../src/lib/session-store.ts'
import { siteQuery } from '../../src/lib/site-data.ts'
import { getRouter } from '../../src/router.tsx'
import { NO_SETTINGS, resolveSite } from '../../src/rules/site.ts'

/**
 * The whole site in a DOM without a browser, for states of failure: its calls are answered by the test. What a backend
 * really answers, and what only a browser shows, is tested elsewhere.
 */

/** Answers a call, given its parameters: of a function of the database the arguments, else those of the address. */
type Answer = (parameters: Record<string, unknown>) => unknown

const answers = new Map<string, Answer>()
type Breach = { status: number | null; body: unknown }
const broken = new Map<string, Breach>()
const held = new Map<string, Promise<void>>()

/**
 * From now on calls to this path below /rest/v1, such as rpc/is_admin, get what this returns, as JSON. Before the path may
 * stand a method: 'DELETE tools'. Of the other services the whole path is meant, such as /auth/v1/signup.
 */
export const answer = (path: string, respond: Answer) => answers.set(path, respond)

/** From now on calls to this path fail: with a status and what the service says, or without an answer. */
export const breakCalls = (
  path: string,
  status: number | null,
  body: unknown = { message: 'out of order' },
) => broken.set(path, { status, body })
export const mend = (path: string) => broken.delete(path)

/** From now on calls to this path wait until what is given back is called. */
export function hold(path: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held.set(path, promise)
  return () => {
    held.delete(path)
    resolve()
  }
}

/** What was asked for since the test began, as 'GET tools'. */
export const calls: string[] = []

async function respond(url: URL, { body, method = 'GET' }: RequestInit): Promise<Response> {
  const path = url.pathname.replace('/rest/v1/', '')
  const one = `${method} ${path}`
  calls.push(one)
  await (held.get(one) ?? held.get(path))
  const breach = broken.get(one) ?? broken.get(path)
  if (breach?.status === null) throw new TypeError('Failed to fetch')
  if (breach) return Response.json(breach.body, { status: breach.status })
  const found = answers.get(one) ?? answers.get(path)
  if (!found) throw new Error(`the test does not answer ${one}`)
  const data = found(body ? JSON.parse(String(body)) : Object.fromEntries(url.searchParams)) ?? null
  const range = Array.isArray(data) ? { 'content-range': `0-${data.length - 1}/${data.length}` } : undefined
  return Response.json(data, { headers: range })
}

// Pages load their parts as they are needed, which takes a busy machine its time.
configure({ asyncUtilTimeout: 10_000 })

// What pages ask of a browser and this DOM has not.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
/** What a look-up by role asks of every element: whether it is shown. This DOM would go through all its rules for it. */
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

/** Before each test, of every file: component-hooks.ts. */
export function setUpSite(): void {
  answer('rpc/get_site_settings', () => SETTINGS)
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
}

/** After each test. */
export function tearDownSite(): void {
  // The messages of one test would stand in the way of the next one's.
  toast.dismiss()
  cleanup()
  answers.clear()
  broken.clear()
  held.clear()
  calls.length = 0
  vi.unstubAllGlobals()
}

/** Settings nobody has changed, as they are read. */
export const SETTINGS = {
  ...NO_SETTINGS,
  ...{ terms: null, terms_date: null, privacy: null, privacy_date: null, about: null },
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

/** Who is signed in by `signIn`. */
export const PERSON_ID = '00000000-0000-4000-8000-000000000001'

/** Keeps the session of a member in this browser, before the first page of a file is opened. */
export function signIn({ admin = false } = {}): void {
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
  answer('rpc/is_admin', () => admin)
}

export const signInAsAdministrator = () => signIn({ admin: true })

export type Page = ReturnType<typeof open>['page']

/** Opens a page; `page` finds what is on it. */
export function open(path: string) {
  const router = getRouter()
  // It comes with the HTML.
  router.options.context.queryClient.setQueryData(siteQuery.queryKey, resolveSite(NO_SETTINGS, {}))
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  render(<RouterProvider router={router} />, { container: document })
  return { page: within(document.body), user: userEvent.setup(), router }
}
