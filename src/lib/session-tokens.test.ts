import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** What follows when the backend refuses the access token of a session that cannot be refreshed. */

const sessionOf = (access_token: string) => ({ access_token })
let stored: { access_token: string } | null
let during: () => void
let status: number
const signOut = vi.fn(async () => {
  stored = null
})

async function replace(refused: string): Promise<string | null> {
  const { replaceRefusedToken } = await import('./session-tokens')
  return replaceRefusedToken(refused)
}

beforeEach(() => {
  vi.resetModules()
  stored = sessionOf('old')
  during = () => undefined
  status = 400
  signOut.mockClear()
  vi.doMock('./session-store', () => ({
    readStoredSession: () => stored,
    getCurrentSession: () => stored,
    needsRefresh: () => false,
  }))
  vi.doMock('./session-start', () => ({
    loadAuthClient: async () => ({
      signOut,
      refreshSession: async () => {
        during()
        return { data: { session: null }, error: { status } }
      },
    }),
  }))
})

afterEach(() => {
  vi.doUnmock('./session-store')
  vi.doUnmock('./session-start')
  vi.resetModules()
})

test('it ends', async () => {
  expect(await replace('old')).toBeNull()
  expect(signOut).toHaveBeenCalledOnce()
})

test('it stays where the service could not answer', async () => {
  status = 503
  expect(await replace('old')).toBe('old')
  expect(signOut).not.toHaveBeenCalled()
})

test('another that began meanwhile stays, and is used', async () => {
  during = () => {
    stored = sessionOf('new')
  }
  expect(await replace('old')).toBe('new')
  expect(signOut).not.toHaveBeenCalled()
})
