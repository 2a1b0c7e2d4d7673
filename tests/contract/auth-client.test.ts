import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { testServer } from '../support/test-file.ts'

/** Supabase's own client through every call of section 7. */

const server = await testServer({ RATE_LIMITS: 'off' })

/**
 * The tabs of one browser share the storage; each has its own client. With `apart` a tab has read the storage and does
 * not see later writes of the others: the worst case of concurrent refreshes.
 */
function openBrowser(): (how?: 'apart') => SupabaseClient {
  const shared = new Map<string, string>()
  const openStorage = (stored: Map<string, string>) => ({
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
  return (how) =>
    createClient(server.url, server.publishableKey, {
      auth: {
        storage: openStorage(how ? new Map(shared) : shared),
        autoRefreshToken: false,
        detectSessionInUrl: false,
      },
    })
}

const tokenHash = async (email: string, seen = 0) =>
  new URL(await server.mail.link(email, seen)).searchParams.get('token_hash') ?? ''

test('signs up, verifies, signs in, reads, changes, refreshes in ten tabs, recovers, signs out', async () => {
  const newTab = openBrowser()
  const { auth } = newTab()
  const [email, password] = ['ann@example.org', 'correct horse']
  const data = { full_name: 'Ann', username: 'ann' }

  const signedUp = await auth.signUp({ email, password, options: { data } })
  expect(signedUp).toMatchObject({
    error: null,
    data: { session: null, user: { email, user_metadata: data } },
  })
  expect((await auth.signInWithPassword({ email, password })).error).toMatchObject({
    code: 'email_not_confirmed',
  })
  expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
  const verified = await auth.verifyOtp({ type: 'signup', token_hash: await tokenHash(email, 1) })
  expect(verified.data.user?.id).toBe(signedUp.data.user?.id)
  expect((await auth.signOut({ scope: 'local' })).error).toBeNull()
  expect((await auth.signInWithPassword({ email, password: 'wrong one' })).error).toMatchObject({
    code: 'invalid_credentials',
    status: 400,
  })

  const signedIn = await auth.signInWithPassword({ email, password })
  expect(signedIn.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email } })
  expect((await auth.getUser()).data.user).toMatchObject({
    id: signedUp.data.user?.id,
    aud: 'authenticated',
  })
  expect((await auth.getClaims()).data?.claims).toMatchObject({ sub: signedUp.data.user?.id, aal: 'aal1' })
  expect((await auth.updateUser({ data: { full_name: 'Ann B.' } })).data.user?.user_metadata.full_name).toBe(
    'Ann B.',
  )
  for (const weak of ['12345', ''])
    expect((await auth.updateUser({ password: weak })).error).toMatchObject({
      code: 'weak_password',
      reasons: ['length'],
    })
  expect((await auth.updateUser({ password })).error).toMatchObject({ code: 'same_password' })
  expect((await auth.reauthenticate()).error).toBeNull()

  const tabs = Array.from({ length: 10 }, () => newTab('apart'))
  const refreshed = await Promise.all(tabs.map((tab) => tab.auth.refreshSession()))
  expect(refreshed.map((answer) => answer.error?.message)).toEqual(Array(10).fill(undefined))
  expect(new Set(refreshed.map((answer) => answer.data.session?.refresh_token)).size).toBe(1)
  for (const tab of tabs) expect((await tab.auth.getUser()).data.user?.email).toBe(email)

  const redirectTo = `${server.url}/reset-password`
  expect((await auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
  const elsewhere = openBrowser()()
  const token_hash = await tokenHash(email, 2)
  expect((await elsewhere.auth.verifyOtp({ type: 'recovery', token_hash })).data.user?.email).toBe(email)
  expect((await elsewhere.auth.updateUser({ password: 'a new password' })).error).toBeNull()
  // A new password ends the sessions elsewhere, whatever their tabs have stored.
  expect((await tabs[3]?.auth.getUser())?.error?.message).toBe('Auth session missing!')
  expect((await auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })

  expect((await auth.signInWithOtp({ email })).error).toBeNull()
  // The mail before it tells of the new password.
  const link = { type: 'magiclink', token_hash: await tokenHash(email, 4) } as const
  expect((await auth.verifyOtp(link)).data.session?.user.email).toBe(email)
  expect((await auth.verifyOtp(link)).error).toMatchObject({ code: 'otp_expired' })
  expect((await auth.verifyOtp({ type: 'email', email, token: '123456' })).error).toMatchObject({
    code: 'otp_expired',
  })

  const other = newTab()
  expect((await other.auth.getUser()).error).toBeNull()
  expect((await auth.signOut()).error).toBeNull()
  expect((await other.auth.getUser()).error?.message).toBe('Auth session missing!')
  expect((await elsewhere.auth.getUser()).error?.message).toBe('Auth session missing!')
}, 60_000)
