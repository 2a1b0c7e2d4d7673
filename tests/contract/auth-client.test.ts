import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type MailSink, startMailSink } from '../support/mail-sink.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { startTestServer } from '../support/test-server.ts'

/** Supabase's own client through every call of section 7, on the embedded database and on one by DATABASE_URL. */

interface Site {
  url: string
  key: string
  mail: MailSink
}

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

async function startByUrl(): Promise<Site> {
  const server = await startTestServer({ RATE_LIMITS: 'off' })
  closing.push(server.close)
  return { url: server.url, key: server.publishableKey, mail: server.mail }
}

async function startEmbedded(): Promise<Site> {
  const [dataDir, port, mail] = await Promise.all([
    mkdtemp(path.join(tmpdir(), 'plaudit-auth-')),
    freePort(),
    startMailSink(),
  ])
  const key = 'sb_publishable_of_this_test'
  const env = { DATA_DIR: dataDir, PORT: String(port), SMTP_URL: mail.url, SEED: 'none', RATE_LIMITS: 'off' }
  const server = spawnServer({ ...env, SUPABASE_PUBLISHABLE_KEY: key })
  closing.push(async () => {
    server.process.kill('SIGTERM')
    await server.ended
    await mail.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await server.ready()
  return { url: server.url, key, mail }
}

/**
 * The tabs of one browser share the storage; each has its own client. With `apart` a tab has read the storage and does
 * not see later writes of the others: the worst case of concurrent refreshes.
 */
function openBrowser({ url, key }: Site): (how?: 'apart') => SupabaseClient {
  const shared = new Map<string, string>()
  const openStorage = (stored: Map<string, string>) => ({
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
  return (how) =>
    createClient(url, key, {
      auth: {
        storage: openStorage(how ? new Map(shared) : shared),
        autoRefreshToken: false,
        detectSessionInUrl: false,
      },
    })
}

const tokenHash = async ({ mail }: Site, email: string, seen = 0) =>
  new URL(await mail.link(email, seen)).searchParams.get('token_hash') ?? ''

describe.each([
  ['DATABASE_URL', startByUrl],
  ['the embedded database', startEmbedded],
])('auth-js on %s', (_name, start) => {
  test('signs up, verifies, signs in, reads, changes, refreshes in ten tabs, recovers, signs out', async () => {
    const site = await start()
    const newTab = openBrowser(site)
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
    const verified = await auth.verifyOtp({ type: 'signup', token_hash: await tokenHash(site, email, 1) })
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
    expect(
      (await auth.updateUser({ data: { full_name: 'Ann B.' } })).data.user?.user_metadata.full_name,
    ).toBe('Ann B.')
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

    const redirectTo = `${site.url}/reset-password`
    expect((await auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
    const elsewhere = openBrowser(site)()
    const token_hash = await tokenHash(site, email, 2)
    expect((await elsewhere.auth.verifyOtp({ type: 'recovery', token_hash })).data.user?.email).toBe(email)
    expect((await elsewhere.auth.updateUser({ password: 'a new password' })).error).toBeNull()
    // A new password ends the sessions elsewhere, whatever their tabs have stored.
    expect((await tabs[3]?.auth.getUser())?.error?.message).toBe('Auth session missing!')
    expect((await auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })

    expect((await auth.signInWithOtp({ email })).error).toBeNull()
    // The mail before it tells of the new password.
    const link = { type: 'magiclink', token_hash: await tokenHash(site, email, 4) } as const
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
})
