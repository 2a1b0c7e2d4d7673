import { describe, expect, it } from 'vitest'
import { needsRefresh, parseSession, sessionStorageKey } from './session-store'

const whole = {
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 2_000_000_000,
  user: { id: 'u', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2025-01-01' },
}

describe('the stored session', () => {
  it("is stored under Supabase's key for the host", () => {
    expect(sessionStorageKey('http://127.0.0.1:3000')).toBe('sb-127-auth-token')
    expect(sessionStorageKey('https://abcdef.supabase.co')).toBe('sb-abcdef-auth-token')
  })

  it('is read completely or not at all', () => {
    expect(parseSession(JSON.stringify(whole))).toEqual(whole)
    for (const broken of [null, '', '{', '[]', 'null', '"x"', '{"access_token":"a","refresh_token":"r"}']) {
      expect(parseSession(broken)).toBeNull()
    }
    expect(parseSession(JSON.stringify({ ...whole, user: { id: 1 } }))).toBeNull()
  })

  it('needs a new token when 90 s or less remain', () => {
    const session = parseSession(JSON.stringify(whole))
    if (!session) throw new Error('unreadable')
    const end = whole.expires_at * 1000
    expect(needsRefresh(session, end - 91_000)).toBe(false)
    expect(needsRefresh(session, end - 90_000)).toBe(true)
    expect(needsRefresh(session, end + 1)).toBe(true)
  })
})
