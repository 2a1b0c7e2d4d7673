import { describe, expect, test } from 'vitest'
import { hiddenCharacters } from '#messages/rules.js'
import { followLink, member, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/** A new account's profile, created from its sign-up's metadata once its address is verified. */

const LONG =
  'Username must be 3-30 characters and can only contain letters, numbers, underscores, and hyphens'
const SHORT = 'Username must be at least 3 characters'

const server = await testServer()
await member(server, { username: 'Taken' })

let count = 0
async function signUp(data: unknown) {
  const email = `person-${++count}@example.org`
  const body = JSON.stringify({ email, password: 'correct horse', data })
  const response = await raw(server, '/auth/v1/signup', { method: 'POST', body })
  const [{ waiting = 0 } = {}] = await server.sql<{ waiting: number }[]>`
    select count(*)::int as waiting from auth.pending_sign_ups where email = ${email}`
  return { email, status: response.status, text: await response.text(), waiting }
}

describe('sign-up', () => {
  test.each([
    [{ full_name: 'Ann', username: 'ann' }, 'Ann', 'ann'],
    [{ full_name: '  Ann  B.\n', username: ' Ann_B-1 ' }, 'Ann  B.', 'Ann_B-1'],
    [{ full_name: '愛', username: 'x'.repeat(30), is_admin: true }, '愛', 'x'.repeat(30)],
  ])('with %j makes the profile', async (data, full_name, username) => {
    const { email, status } = await signUp(data)
    expect(status).toBe(200)
    const find = () =>
      server.sql`select full_name, username from public.profiles where username = ${username}`
    expect(await find()).toEqual([])
    expect((await followLink(server, email)).status).toBe(200)
    expect(await find()).toEqual([{ full_name, username }])
  })

  test.each([
    [{ full_name: 'Ann', username: 'tAKEN' }, 'Username is already taken'],
    [{ full_name: 'Ann' }, 'Username is required'],
    [{ full_name: 'Ann', username: ' ' }, 'Username is required'],
    [{ full_name: 'Ann', username: null }, 'Username is required'],
    [{ full_name: 'Ann', username: 'ab' }, SHORT],
    [{ full_name: 'Ann', username: 'añb' }, LONG],
    [{ username: 'nameless' }, 'Full name is required'],
    [{ full_name: '\u00a0 ', username: 'nameless' }, 'Full name is required'],
    [{ full_name: 'X\u202ey', username: 'hidden' }, hiddenCharacters({ name: 'Full name' })],
    [undefined, 'Full name is required'],
  ])('with %j is refused and leaves nothing', async (data, message) => {
    const { status, text, waiting } = await signUp(data)
    expect(status).toBe(422)
    expect(JSON.parse(text)).toMatchObject({ msg: message })
    expect(waiting).toBe(0)
  })
})
