import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { signToken } from '../../../tests/support/actors.ts'
import { readAccessToken } from './secrets.ts'

/** Whose an access token is. */

const jwtSecret = 'x'.repeat(40)
const signing = { jwtSecret, issuer: 'http://localhost/auth/v1' }
const claims = { sub: randomUUID(), session_id: randomUUID() }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a token of ours is that account’s, in that session', async () => {
  const read = await readAccessToken(await signToken({ jwtSecret }, claims), signing)
  expect(read).toEqual({ accountId: claims.sub, sessionId: claims.session_id })
})

test.each<[string, string | Promise<string>]>([
  ['no signature', `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...claims, aud: 'authenticated' })}.`],
  ['another key', signToken({ jwtSecret: 'y'.repeat(40) }, claims)],
  ['the service’s role', signToken({ jwtSecret }, { ...claims, role: 'service_role' })],
  ['another audience', signToken({ jwtSecret }, { ...claims, aud: 'elsewhere' })],
  ['no session', signToken({ jwtSecret }, { sub: claims.sub })],
  ['a subject that is no id', signToken({ jwtSecret }, { ...claims, sub: "' or 1=1" })],
  ['a session that is no id', signToken({ jwtSecret }, { ...claims, session_id: 'x' })],
  ['a claim with NUL', signToken({ jwtSecret }, { ...claims, user_metadata: { full_name: 'a\0' } })],
  [
    'a claim with half a pair',
    signToken({ jwtSecret }, { ...claims, user_metadata: { full_name: '\ud83d' } }),
  ],
  ['the past', signToken({ jwtSecret }, { ...claims, exp: 1 })],
  ['no parts', 'garbage'],
])('a token of %s is nobody’s', async (_, token) => {
  const refusal = readAccessToken(await token, signing)
  await expect(refusal).rejects.toMatchObject({ status: 403, errorCode: 'bad_jwt' })
})
