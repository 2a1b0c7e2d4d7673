import { expect, test } from 'vitest'
import { hashForAddress, hashPassword } from './passwords.ts'

// Contract tests hash at a lower cost (tests/support/cheap-passwords.ts): this alone holds it.
test('a password is hashed by bcrypt at cost 10', async () => {
  expect(await hashPassword('correct horse')).toMatch(/^\$2[by]\$10\$/)
  expect(await hashForAddress('correct horse', 'ada@example.org', 'secret')).toMatch(/^\$2[by]\$10\$/)
})
