import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_SETTINGS, resolveSite } from '#shared/site.ts'
import { fetchRefreshingOnce } from './auth-client'

const KEY = 'sb-127-auth-token'
const ADDRESS = 'http://127.0.0.1:3000/auth/v1/token?grant_type=refresh_token'
const sessionOf = (refreshToken: string, expiresAt: number) => ({
  access_token: `access for ${refreshToken}`,
  refresh_token: refreshToken,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: expiresAt,
  user: { id: 'ada', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2025-01-01' },
})
const soon = Math.floor(Date.now() / 1000) + 3600

/** A service that issues one new session per refresh token, and ends everything when a token is used twice. */
function createService() {
  const used: string[] = []
  return {
    used,
    fetch: async (_input: unknown, init?: RequestInit) => {
      const { refresh_token } = JSON.parse(String(init?.body))
      await new Promise((later) => setTimeout(later, 20))
      used.push(refresh_token)
      return Response.json(sessionOf(`after ${refresh_token}`, soon))
    },
  }
}

/** A tab's client: refresh, then store the session. */
async function refreshInTab(storage: Map<string, string>, token: string): Promise<string> {
  const answer = await fetchRefreshingOnce(ADDRESS, {
    method: 'POST',
    body: JSON.stringify({ refresh_token: token }),
  })
  const text = await answer.text()
  storage.set(KEY, text)
  return JSON.parse(text).refresh_token
}

describe('tabs that wake together', () => {
  const storage = new Map<string, string>()
  const service = createService()

  beforeEach(() => {
    storage.clear()
    service.used.length = 0
    vi.stubGlobal('localStorage', { getItem: (key: string) => storage.get(key) ?? null })
    vi.stubGlobal('location', { origin: 'http://127.0.0.1:3000' })
    vi.stubGlobal('fetch', service.fetch)
    Reflect.set(globalThis, Symbol.for('plaudit en'), {
      environment: {
        publicUrl: 'http://127.0.0.1:3000',
        apiUrl: 'http://127.0.0.1:3000',
        publishableKey: 'key',
        overrides: {},
      },
      fetch: service.fetch,
      site: async () => resolveSite(NO_SETTINGS, {}),
      respond: (text: string) => new Response(text),
      report: () => undefined,
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(globalThis, Symbol.for('plaudit en'))
  })

  it('spend an old refresh token once and share the new session', async () => {
    storage.set(KEY, JSON.stringify(sessionOf('old', 0)))
    const got = await Promise.all(['old', 'old', 'old'].map((token) => refreshInTab(storage, token)))
    expect(service.used).toEqual(['old'])
    expect(got).toEqual(['after old', 'after old', 'after old'])
  })

  it('refresh again when the stored session is expired too', async () => {
    storage.set(KEY, JSON.stringify(sessionOf('newer', 0)))
    await refreshInTab(storage, 'old')
    expect(service.used).toEqual(['old'])
  })

  it('do not affect other calls', async () => {
    const answer = await fetchRefreshingOnce('http://127.0.0.1:3000/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: 'none' }),
    })
    expect(answer.ok).toBe(true)
    expect(service.used).toEqual(['none'])
  })
})
