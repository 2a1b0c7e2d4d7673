import bcrypt from '@node-rs/bcrypt'
import { afterEach, expect, test, vi } from 'vitest'
import { TimeBudgetError } from '../../host/database/read-scheduler.ts'
import { checkNewPassword, hashForAddress, hashingFor, hashPassword, isPassword } from './passwords.ts'

afterEach(() => vi.restoreAllMocks())

// Contract tests use a lower cost (tests/support/cheap-passwords.ts), so only this test checks the real one.
test('a password is hashed by bcrypt at cost 10', async () => {
  expect(await hashPassword('correct horse')).toMatch(/^\$2[by]\$10\$/)
  expect(await hashForAddress('correct horse', 'ada@example.org', 'secret')).toMatch(/^\$2[by]\$10\$/)
})

test.each([
  ['5 bytes', 'abcde', 422],
  ['5 characters of more bytes', 'ééééé', 422],
  ['5 emoji', '👏'.repeat(5), 422],
  ['6 bytes', 'abcdef', 200],
  ['spaces only', '       ', 200],
  ['72 bytes', 'é'.repeat(36), 200],
  ['73 bytes', `x${'é'.repeat(36)}`, 400],
])('a new password of %s', (_what, password, status) => {
  const check = () => checkNewPassword(password)
  if (status === 200) expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ status }))
})

test('all of a password counts, up to the last byte, and what is longer than the hash reads is wrong', async () => {
  const password = 'é'.repeat(36)
  const hash = await bcrypt.hash(password, 4)
  expect(await isPassword(password, hash)).toBe(true)
  expect(await isPassword(password.slice(0, -1), hash)).toBe(false)
  expect(await isPassword(`${password}x`, hash)).toBe(false)
})

/** Hashes that end when told to: the passwords that are being hashed, in order. */
function holdHashes() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  vi.spyOn(bcrypt, 'hash').mockImplementation(async (password) => {
    begun.push(String(password))
    await new Promise<void>((resolve) => ends.push(resolve))
    return 'hash'
  })
  const hash = (client: string, password: string) => hashingFor(client, () => hashPassword(password))
  const endAll = async (all: Promise<unknown>[]) => {
    const settled = Promise.allSettled(all)
    let left = true
    void settled.then(() => {
      left = false
    })
    while (left) {
      ends.shift()?.()
      await new Promise(setImmediate)
    }
    return settled
  }
  return { begun, hash, endAll }
}

test('clients are hashed for one at a time and in turn', async () => {
  const { begun, hash, endAll } = holdHashes()
  const asked = [
    ...['a1', 'a2', 'a3'].map((password) => hash('a', password)),
    ...['b1', 'b2'].map((password) => hash('b', password)),
    hash('c', 'c1'),
  ]
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1'])
  await endAll(asked)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('a client with ten waiting is refused at once, and so is everybody when 150 wait; nothing of it is hashed', async () => {
  const { begun, hash, endAll } = holdHashes()
  const count = (results: PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'rejected').length
  const one = Array.from({ length: 15 }, (_, index) => hash('one', `one ${index}`))
  const refused = await hash('one', 'one more').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(TimeBudgetError)
  const many = Array.from({ length: 200 }, (_, index) => hash(`client ${index}`, `of ${index}`))
  const results = await endAll([...one, ...many])
  expect([count(results.slice(0, 15)), count(results.slice(15))]).toEqual([4, 60])
  expect(begun).toHaveLength(151)
})
