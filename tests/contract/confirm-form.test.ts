import { beforeEach, expect, test } from 'vitest'
import { member, type Person, post, sessionOf } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { setLastCount } from './limits.ts'

/** Mailed links in a browser without scripts: the pages, and the form they contain. */

let person: Person
const server = await testServer({ TRUST_PROXY: 'loopback' })
beforeEach(async () => {
  person = await member(server)
  await post(server, '/auth/v1/recover', { email: person.email })
})

const read = async (link: string) => (await fetch(link)).text()

/** The form of a page, as a browser would send it, and the page it leads to. */
async function submit(
  html: string,
  typed: Record<string, string> = {},
  network = '198.51.100.1',
): Promise<{ url: string; html: string }> {
  const form = /<form[^>]*action="\/auth\/confirm"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  const fields = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
  )
  expect(Object.fromEntries(fields)).toHaveProperty('token_hash')
  const body = new URLSearchParams([...fields, ...Object.entries(typed)])
  const headers = { 'x-forwarded-for': network }
  const answer = await fetch(`${server.url}/auth/confirm`, { method: 'POST', body, headers })
  return { url: answer.url, html: await answer.text() }
}

const canSignIn = (password: string) =>
  sessionOf(server, { ...person, password }).then(
    () => true,
    () => false,
  )
const chosen = (password: string, confirmation = password) => ({ password, confirmation })

test('a recovery link ends in a new password; mistakes do not use it up', async () => {
  const link = await server.mail.link(person.email)
  let html = await read(link)
  expect(html).toMatch(/<h1[^>]*>Set New Password/)
  for (const [typed, mistake] of [
    [chosen('12345'), 'Password must be at least 6 characters'],
    [chosen('é'.repeat(37)), 'Password is too long: 72 bytes is the limit'],
    [chosen('a better one', 'a better won'), 'Passwords do not match'],
  ] as const) {
    html = (await submit(html, typed)).html
    expect(html).toContain(mistake)
    expect(await canSignIn(person.password)).toBe(true)
  }
  const done = await submit(html, chosen('a better one'))
  expect(done.html).toMatch(/<h1[^>]*>Password has been reset successfully/)
  expect(done.html).toContain('action="/login"')
  expect([await canSignIn(person.password), await canSignIn('a better one')]).toEqual([false, true])
  const again = await submit(await read(link), chosen('another one'))
  expect(again.html).toContain('This link no longer works')
  expect(again.html).toContain('href="/forgot-password"')
})

test('a suspended member cannot set one, and keeps the old', async () => {
  const page = await read(await server.mail.link(person.email))
  await server.sql`update auth.users set banned_until = 'infinity' where id = ${person.id}`
  const done = await submit(page, chosen('a better one'))
  expect(new URL(done.url).searchParams.get('status')).toBe('suspended')
  await server.sql`update auth.users set banned_until = null where id = ${person.id}`
  expect([await canSignIn(person.password), await canSignIn('a better one')]).toEqual([true, false])
})

test('it ends every session and forgets the places the account was known at', async () => {
  await sessionOf(server, person)
  const left = async () => {
    const [row] = await server.sql`
      select (select count(*)::int from auth.sessions where user_id = ${person.id}) as sessions,
        (select count(*)::int from private.known_places where user_id = ${person.id}) as places`
    return row
  }
  expect(await left()).toEqual({ sessions: expect.any(Number), places: expect.any(Number) })
  expect(Object.values((await left()) ?? {})).not.toContain(0)
  await submit(await read(await server.mail.link(person.email)), chosen('a better one'))
  expect(await left()).toEqual({ sessions: 0, places: 0 })
})

test('beyond the limit the link is kept, and works elsewhere', async () => {
  const html = await read(await server.mail.link(person.email))
  const busy = '198.51.100.2'
  await submit(html, chosen('12345'), busy)
  await setLastCount(server, 'confirm', 60)
  const refused = await submit(html, chosen('a better one'), busy)
  expect(refused.url).toContain('status=later')
  expect(refused.html).toContain('Your link still works')
  expect((await submit(refused.html, chosen('a better one'))).url).toContain('status=reset')
})

test('a sign-up is verified by a button, and what the link leads to is offered', async () => {
  const email = `without-${crypto.randomUUID().slice(0, 8)}@example.org`
  const next = encodeURIComponent(`${server.url}/tools/whisper#upvote`)
  const data = { full_name: 'Somebody', username: `u-${crypto.randomUUID().slice(0, 8)}` }
  await post(server, `/auth/v1/signup?redirect_to=${next}`, { email, password: 'long enough', data })
  const link = await server.mail.link(email)
  await fetch(link, { method: 'HEAD' })
  const verified = await submit(await read(link))
  expect(verified.html).toMatch(/<h1[^>]*>Email verified/)
  expect(verified.html).toContain('href="/tools/whisper#upvote"')
  const sessions = await server.sql`
    select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`
  expect(sessions.count).toBe(0)
})

test('a link to sign in is not used up by a browser that cannot sign in', async () => {
  const html = await read(`${server.url}/auth/confirm?type=magiclink&token_hash=mailed`)
  expect(html).toContain('Signing in needs JavaScript.')
  expect(html).not.toContain('action="/auth/confirm"')
})

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
  'a verified sign-up does not lead to %s',
  async (next) => {
    const html = await read(`${server.url}/auth/confirm?status=verified&next=${encodeURIComponent(next)}`)
    expect(html).toContain('Email verified')
    expect(html).not.toContain('>Continue<')
  },
)

test('texts of the URL are escaped', async () => {
  const hostile = '"><script>alert(1)</script>'
  const html = await read(
    `${server.url}/auth/confirm?${new URLSearchParams({ type: 'recovery', token_hash: hostile, next: hostile })}`,
  )
  expect(html).not.toContain('<script>alert(1)')
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;')
})
