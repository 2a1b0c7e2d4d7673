import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import { ENVIRONMENT_ELEMENT_ID } from '../../src/lib/environment.ts'
import { getRouter } from '../../src/router.tsx'

/**
 * The whole site in a DOM without a browser, for states of failure: its calls are answered by the test. What a backend
 * really answers, and what only a browser shows, is tested elsewhere.
 */

/** Answers a call, given its parameters: of a function of the database the arguments, else those of the address. */
type Answer = (parameters: Record<string, unknown>) => unknown

const answers = new Map<string, Answer>()
const broken = new Map<string, number | null>()

/** From now on calls to this path below /rest/v1, such as rpc/is_admin, get what this returns, as JSON. */
export const answer = (path: string, respond: Answer) => answers.set(path, respond)

/** From now on calls to this path fail: with a status, or without an answer. */
export const breakCalls = (path: string, status: number | null) => broken.set(path, status)
export const mend = (path: string) => broken.delete(path)

async function respond(url: URL, { body }: RequestInit): Promise<Response> {
  const path = url.pathname.replace('/rest/v1/', '')
  const status = broken.get(path)
  if (status === null) throw new TypeError('Failed to fetch')
  if (status !== undefined) return Response.json({ message: 'out of order' }, { status })
  const found = answers.get(path)
  if (!found) throw new Error(`the test does not answer ${path}`)
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
const noMedia = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }

beforeEach(() => {
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) =>
    respond(new URL(String(input), location.origin), init),
  )
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => noMedia)
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('IntersectionObserver', NoObserver)
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.hasPointerCapture = () => false
})
afterEach(() => {
  cleanup()
  answers.clear()
  broken.clear()
  vi.unstubAllGlobals()
})

const { origin } = location
const environment = {
  productName: 'Plaudit',
  publicUrl: origin,
  apiUrl: origin,
  publishableKey: 'public',
  social: {},
}
document.head.append(
  Object.assign(document.createElement('script'), {
    id: ENVIRONMENT_ELEMENT_ID,
    type: 'application/json',
    textContent: JSON.stringify(environment),
  }),
)

/** Keeps the session of an administrator in this browser, before the first page of a file is opened. */
export function signInAsAdministrator(): void {
  const user = {
    id: '00000000-0000-4000-8000-000000000001',
    aud: 'authenticated',
    email: 'admin@example.org',
    app_metadata: {},
    user_metadata: {},
    created_at: '2026-01-01T00:00:00Z',
  }
  const expires = { expires_in: 1e8, expires_at: 4e9 }
  const session = { access_token: 'token', refresh_token: 'refresh', token_type: 'bearer', ...expires, user }
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session))
  answer('rpc/is_admin', () => true)
}

/** Opens a page; `page` finds what is on it. */
export function open(path: string) {
  const router = getRouter()
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  render(<RouterProvider router={router} />, { container: document })
  return { page: within(document.body), user: userEvent.setup() }
}
