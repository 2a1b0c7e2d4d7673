import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { member, post, redeem } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/** The mails of sign-up and recovery: targets of their links, and resending. */

const server = await testServer({ RATE_LIMITS: 'off' })

describe('mails', () => {
  const signUp = (email: string, path = '/auth/v1/signup') =>
    post(server, path, {
      email,
      password: 'long enough',
      data: { full_name: 'X', username: `u-${crypto.randomUUID().slice(0, 8)}` },
    })

  test('link to PUBLIC_URL, whatever the Host header says', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'content-type': 'application/json',
    }
    const sent = request(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { ...headers, apikey: server.publishableKey },
    })
    const data = { full_name: 'X', username: 'hosted' }
    sent.end(JSON.stringify({ email: 'host@example.org', password: 'long enough', data }))
    const link = await server.mail.link('host@example.org')
    expect(new URL(link).origin).toBe(server.url)
    const mail = await server.mail.next('host@example.org')
    expect(`${mail.html}${mail.text}`).not.toContain('evil.example')
    expect(mail.html).not.toContain('<!--')
  })

  test('redirect only within PUBLIC_URL', async () => {
    const to = (target: string) => `/auth/v1/signup?redirect_to=${encodeURIComponent(target)}`
    await signUp('inside@example.org', to(`${server.url}/tools/whisper`))
    await signUp('outside@example.org', to('https://evil.example/steal'))
    expect(new URL(await server.mail.link('inside@example.org')).searchParams.get('next')).toBe(
      '/tools/whisper',
    )
    expect(await server.mail.link('outside@example.org')).not.toContain('evil')
  })

  test('are sent again on request with the same link, but not once verified', async () => {
    await signUp('again@example.org')
    const first = await server.mail.link('again@example.org')
    expect(
      (await post(server, '/auth/v1/resend', { type: 'signup', email: 'again@example.org' })).status,
    ).toBe(200)
    const second = await server.mail.link('again@example.org', 1)
    // A new request does not invalidate the previous mail.
    expect(second).toBe(first)
    expect((await redeem(server, first)).status).toBe(200)
    expect((await redeem(server, second)).status).toBe(403)
    await post(server, '/auth/v1/resend', { type: 'signup', email: 'again@example.org' })
    await post(server, '/auth/v1/recover', { email: 'again@example.org' })
    expect((await server.mail.next('again@example.org', 2)).subject).toContain('Reset')
  })

  test.each([
    ['recover', 'recovery'],
    ['otp', 'magiclink'],
  ])('of %s are the same for an hour, so that nobody who asks again voids the first', async (path, type) => {
    const { id, email } = await member(server)
    let seen = 0
    const ask = async () => {
      await post(server, `/auth/v1/${path}`, { email })
      return server.mail.link(email, seen++)
    }
    const made = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const pretendMade = (at: Date) =>
      server.sql`update auth.users set recovery_sent_at = ${at} where id = ${id}`
    await ask()
    const almostAnHourAgo = made(59)
    await pretendMade(almostAnHourAgo)
    const first = await ask()
    await pretendMade(almostAnHourAgo)
    expect(await ask()).toBe(first)
    expect((await redeem(server, first, type)).status).toBe(200)

    const next = await ask()
    expect(next).not.toBe(first)
    await pretendMade(made(121))
    expect((await redeem(server, next, type)).status).toBe(403)
    expect((await redeem(server, await ask(), type)).status).toBe(200)
  })
})
