import { describe, expect, test } from 'vitest'
import { followLink, member, post } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/** Invalid and hostile usernames and addresses: one correct answer each. */

const server = await testServer({ RATE_LIMITS: 'off' })
const person = await member(server, { username: 'Unchanged' })
await member(server, { username: 'Taken' })

const signUp = (email: string) =>
  post(server, '/auth/v1/signup', {
    email,
    password: 'correct horse',
    data: { full_name: 'Somebody', username: `u-${crypto.randomUUID().slice(0, 8)}` },
  })
const signIn = (email: string) =>
  post(server, '/auth/v1/token?grant_type=password', { email, password: 'correct horse' })
/** Pending sign-ups. */
const waiting = async (email: string) =>
  (await server.sql`select from auth.pending_sign_ups where lower(email) = ${email.toLowerCase()}`).count

describe('a username', () => {
  test.each([
    ['a space', 'two words', '23514'],
    ['a right-to-left mark', 'abc\u200f', '23514'],
    ['a zero-width space', 'ab\u200bc', '23514'],
    ['a zero-width joiner', 'ab\u200dc', '23514'],
    ['a Cyrillic a', 'аdmin', '23514'],
    ['full-width letters', 'ａｄｍｉｎ', '23514'],
    ['a combining accent', 'nai\u0308ve', '23514'],
    ['an emoji', 'abc🎧', '23514'],
    ['HTML', '<b>bold', '23514'],
    ['a line break at its end', 'abc\n', '23514'],
    ['31 characters', 'x'.repeat(31), '23514'],
    ['two characters', 'ab', '23514'],
    ['nothing', '', '23514'],
    ['an upper-case twin of a taken name', 'TAKEN', '23505'],
    ['NUL', 'abc\u0000', '22P05'],
  ])('with %s is refused, in the profile as at sign-up', async (_what, username, code) => {
    const { error } = await person.client.from('profiles').update({ username }).eq('id', person.id)
    expect(error?.code).toBe(code)
    const email = `${crypto.randomUUID()}@example.org`
    const data = { full_name: 'Somebody', username }
    // Sign-up trims, as the form does.
    const refused = username === username.trim()
    const response = await post(server, '/auth/v1/signup', { email, password: 'correct horse', data })
    expect(response.status >= 400 && response.status < 500).toBe(refused)
    expect(await waiting(email)).toBe(refused ? 0 : 1)
    const [row] = await server.sql`select username::text from public.profiles where id = ${person.id}`
    expect(row).toEqual({ username: 'Unchanged' })
  })

  test('of 3 and of 30 characters is accepted', async () => {
    for (const username of ['a-b', 'x'.repeat(30), 'Unchanged'])
      expect((await person.client.from('profiles').update({ username }).eq('id', person.id)).error).toBeNull()
  })
})

describe('a mail address', () => {
  test('with a plus is a separate address, and its mail is sent there', async () => {
    expect((await signUp('ada+list@example.org')).status).toBe(200)
    expect((await signUp('ada@example.org')).status).toBe(200)
    expect(await waiting('ada+list@example.org')).toBe(1)
    expect(await waiting('ada@example.org')).toBe(1)
    expect(await server.mail.link('ada+list@example.org')).toContain('/auth/confirm')
  })

  test('is the same in any case', async () => {
    expect((await signUp('Case@Example.ORG')).status).toBe(200)
    expect((await signUp('cASE@eXAMPLE.org')).status).toBe(200)
    expect(await waiting('case@example.org')).toBe(2)
    expect((await followLink(server, 'case@example.org')).status).toBe(200)
    expect((await signIn('CASE@EXAMPLE.ORG')).status).toBe(200)
  })

  test.each([
    ['jürgen@example.org'],
    ['user@münchen.example'],
    ['\u212Aelvin@example.org'],
    ['a b@example.org'],
    ['a@b'],
    ['a@b@example.org'],
    ['"quoted"@example.org'],
    ['a@example.org\nbcc: b@example.org'],
    ['Ada <ada@example.org>'],
    [`${'x'.repeat(250)}@example.org`],
  ])('like %j is refused in the service’s words, and no mail leaves', async (email) => {
    const response = await signUp(email)
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 400, error_code: 'validation_failed', msg: 'Unable to validate email address: invalid format' },
    ])
    expect(await waiting(email)).toBe(0)
    expect((await post(server, '/auth/v1/recover', { email })).status).toBe(400)
    const recipients = server.mail.all().flatMap((mail) => mail.to?.map((to) => to.address) ?? [])
    expect(recipients).not.toContain(email)
    expect(recipients).not.toContain('b@example.org')
  })
})
