import type { Session } from '@supabase/auth-js'
import { beforeEach, describe, expect, it, vi } from 'vitest'

function sessionOf(id: string, token = 'a'): Session {
  return {
    access_token: token,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: 2_000_000_000,
    user: { id, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2025-01-01' },
  }
}

/** A new tab each time: the store is per tab. */
async function openTab() {
  vi.resetModules()
  return import('./session-store')
}

describe('the session store', () => {
  let tab: Awaited<ReturnType<typeof openTab>>
  let notified: number

  beforeEach(async () => {
    tab = await openTab()
    notified = 0
    tab.subscribeToSession(() => {
      notified += 1
    })
  })

  it('is loading at first, then signed out without an ended session', () => {
    expect(tab.getSessionSnapshot().status).toBe('loading')
    tab.settleSession(null)
    expect(tab.getSessionSnapshot()).toEqual({ status: 'signed-out', user: null, ended: null })
  })

  it('follows every event, and notifies only of a changed person', () => {
    tab.acceptAuthEvent('SIGNED_IN', sessionOf('ada'))
    tab.acceptAuthEvent('TOKEN_REFRESHED', sessionOf('ada', 'b'))
    expect(notified).toBe(1)
    expect(tab.getCurrentSession()?.access_token).toBe('b')
    tab.acceptAuthEvent('SIGNED_IN', sessionOf('bob'))
    expect(notified).toBe(2)
    expect(tab.getSessionSnapshot().user?.id).toBe('bob')
  })

  it('gives no tokens after the person has signed out', () => {
    tab.settleSession(sessionOf('ada'))
    tab.acceptAuthEvent('SIGNED_OUT', null)
    expect(tab.getCurrentSession()).toBeNull()
  })

  it('distinguishes a sign-out here from an end elsewhere', async () => {
    tab.settleSession(sessionOf('ada'))
    tab.acceptAuthEvent('SIGNED_OUT', null)
    expect(tab.getSessionSnapshot().ended).toBe('elsewhere')

    tab.settleSession(sessionOf('ada'))
    await tab.asOwnChoice(async () => tab.acceptAuthEvent('SIGNED_OUT', null))
    expect(tab.getSessionSnapshot().ended).toBe('by-choice')
  })

  it('counts an expired stored session as ended, although nobody was signed in yet', () => {
    tab.expectSession()
    tab.acceptAuthEvent('INITIAL_SESSION', null)
    expect(tab.getSessionSnapshot()).toEqual({ status: 'signed-out', user: null, ended: 'elsewhere' })
  })
})
