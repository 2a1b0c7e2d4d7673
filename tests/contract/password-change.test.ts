import { describe, expect, test } from 'vitest'
import { followLink, member, type Person, post, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { open, signIn } from './suspensions.ts'

/** A new password by PUT /user: which session may set it, with what, and who is told. */

const server = await testServer()

const NEW = 'another password'

const setPassword = (token: string, body: Record<string, unknown>) =>
  raw(server, '/auth/v1/user', { method: 'PUT', body: JSON.stringify(body) }, token)

/** A member whose session began so many minutes ago. */
async function signedIn(minutes: number): Promise<Person> {
  const person = await member(server)
  await server.sql`
    update auth.sessions set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${person.id}`
  return person
}

/** Opens a link of this call, and ages its session by a day. */
async function fromLink(call: 'recover' | 'otp', { id, email }: Person, seen = 0): Promise<string> {
  await post(server, `/auth/v1/${call}`, { email })
  const type = call === 'recover' ? 'recovery' : 'magiclink'
  const answer = await followLink(server, email, { type, seen })
  await server.sql`update auth.sessions set created_at = now() - interval '1 day' where user_id = ${id}`
  return (await answer.json()).access_token
}

const REQUIRED = {
  code: 400,
  error_code: 'current_password_required',
  msg: 'Enter your current password to set a new one, or sign in again.',
}

describe('a session', () => {
  test.each([
    [14, 200],
    [16, 400],
    [60 * 24, 400],
  ])('of %i minutes sets a password by itself: %i', async (minutes, status) => {
    const person = await signedIn(minutes)
    const answer = await setPassword(person.accessToken, { password: NEW })
    expect(answer.status).toBe(status)
    if (status === 400) expect(await answer.json()).toEqual(REQUIRED)
    expect((await signIn(server, person, status === 400 ? person.password : NEW)).status).toBe(200)
  })

  test('of a day sets it with the current password only, and ends the others', async () => {
    const person = await signedIn(60 * 24)
    const elsewhere = await open(server, person)
    for (const current_password of ['', null])
      expect(
        await (await setPassword(person.accessToken, { password: NEW, current_password })).json(),
      ).toEqual(REQUIRED)
    const wrong = await setPassword(person.accessToken, { password: NEW, current_password: 'not this' })
    expect(await wrong.json()).toEqual({
      code: 400,
      error_code: 'current_password_invalid',
      msg: 'The current password is not correct.',
    })
    const { password: current_password } = person
    expect((await setPassword(person.accessToken, { password: NEW, current_password })).status).toBe(200)
    expect((await raw(server, '/auth/v1/user', {}, elsewhere.access_token)).status).toBe(403)
    expect((await raw(server, '/auth/v1/user', {}, person.accessToken)).status).toBe(200)
    expect((await signIn(server, person, NEW)).status).toBe(200)
  })

  test('just begun is refused with a wrong current password too', async () => {
    const person = await signedIn(0)
    const answer = await setPassword(person.accessToken, { password: NEW, current_password: 'not this' })
    expect(await answer.json()).toMatchObject({ error_code: 'current_password_invalid' })
  })

  test('of a recovery link sets one password without the current one, whenever it began', async () => {
    const person = await member(server)
    const token = await fromLink('recover', person)
    expect((await setPassword(token, { password: NEW })).status).toBe(200)
    const again = await setPassword(token, { password: 'a third password' })
    expect(await again.json()).toEqual(REQUIRED)
  })

  test('of a sign-in link is like one of a password', async () => {
    const token = await fromLink('otp', await member(server))
    expect(await (await setPassword(token, { password: NEW })).json()).toEqual(REQUIRED)
  })

  test('cannot change address and password in one call', async () => {
    const person = await signedIn(0)
    const answer = await setPassword(person.accessToken, { password: NEW, email: 'both@example.org' })
    expect(answer.status).toBe(400)
    expect((await signIn(server, person, person.password)).status).toBe(200)
  })
})

test('guesses of the current password are limited, and the right one waits as well', async () => {
  const person = await signedIn(60 * 24)
  const guess = (current_password: string) =>
    setPassword(person.accessToken, { password: NEW, current_password })
  const statuses: number[] = []
  for (let turn = 0; turn < 21; turn++) statuses.push((await guess(`guess ${turn}`)).status)
  expect(statuses).toEqual([...Array(20).fill(400), 429])
  expect((await guess(person.password)).status).toBe(429)
})

test.each(['the current password', 'a recovery'])('a mail tells of a password set with %s', async (way) => {
  const person = await signedIn(60 * 24)
  const isRecovery = way === 'a recovery'
  const token = isRecovery ? await fromLink('recover', person) : person.accessToken
  await setPassword(token, { password: NEW, ...(!isRecovery && { current_password: person.password }) })
  const told = await server.mail.next(person.email, isRecovery ? 1 : 0)
  expect(told.subject).toBe('Your Plaudit password was changed')
  for (const text of [told.text, told.html]) expect(text).toContain('/forgot-password')
  expect(`${told.text}${told.html}`).not.toContain('token_hash')
})
