import { expect, test } from 'vitest'
import { signToken } from '../../../tests/support/actors.ts'
import { readCaller } from './caller.ts'

/** Who calls /rest/v1, by the API key and the bearer token. */

const keys = { publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x', jwtSecret: 'x'.repeat(40) }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ sub: 'a', role: 'authenticated' })}.`

const callerOf = (apikey: string | undefined, token?: string, query = '') => {
  const headers = { ...(apikey && { apikey }), ...(token && { authorization: `Bearer ${token}` }) }
  return readCaller(new Request(`http://localhost/rest/v1/tools${query}`, { headers }), keys)
}

test('a key alone is a visitor or the service, with a token of ours somebody', async () => {
  const { publishableKey, secretKey } = keys
  expect(await callerOf(publishableKey)).toEqual({ role: 'anon', claims: undefined })
  expect(await callerOf(undefined, undefined, `?apikey=${publishableKey}`)).toMatchObject({ role: 'anon' })
  // supabase-js sends the key as token when nobody is signed in.
  expect(await callerOf(publishableKey, publishableKey)).toMatchObject({ role: 'anon' })
  expect(await callerOf(secretKey)).toMatchObject({ role: 'service_role' })
  const token = await signToken(keys, { sub: 'a' })
  expect(await callerOf(publishableKey, token)).toMatchObject({ role: 'authenticated', claims: { sub: 'a' } })
})

test.each<[string, string | undefined, (string | Promise<string>)?]>([
  ['no key', undefined],
  ['another key', 'sb_secret_y'],
  ['a token that another secret signed', keys.publishableKey, signToken({ jwtSecret: 'y' }, { sub: 'a' })],
  ['that, naming service_role', keys.publishableKey, signToken({ jwtSecret: 'y' }, { role: 'service_role' })],
  ['a token without a signature', keys.publishableKey, unsigned],
  ['a token that names another way of signing', keys.publishableKey, `${unsigned}c2lnbmVk`],
  ['a token that has expired', keys.publishableKey, signToken(keys, { sub: 'a', exp: 1 })],
  ['a token that is none', keys.publishableKey, 'garbage'],
])('%s is refused', async (_, key, token) => {
  await expect(callerOf(key, await token)).rejects.toMatchObject({ status: 401 })
})

test('another role is refused', async () => {
  const token = await signToken(keys, { sub: 'a', role: 'postgres' })
  await expect(callerOf(keys.publishableKey, token)).rejects.toMatchObject({ status: 403, code: '42501' })
})
