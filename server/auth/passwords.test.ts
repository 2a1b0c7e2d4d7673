import { expect, test } from 'vitest'
import { hashForAddress, hashPassword } from './passwords.ts'

// Contract tests use a lower cost (tests/support/cheap-passwords.ts), so only this test checks the real one.
test('a password is hashed by bcrypt at cost 10', async () => {
  expect(await hashPassword('correct horse')).toMatch(/^\$2[by]\$10\$/)
  expect(await hashForAddress('correct horse', 'ada@example.org', 'secret')).toMatch(/^\$2[by]\$10\$/)
})
