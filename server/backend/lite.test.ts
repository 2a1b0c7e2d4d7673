import { expect, test } from 'vitest'
import { expectMembers } from './lite.ts'

/** A version of the library that names differently what we replace must not start: it would grant what we do not. */
const members = {
  driver: () => undefined,
  withContext: () => undefined,
  applyJwtSessionContext: () => undefined,
  onPostgrestAST: () => undefined,
  introspect: () => undefined,
  rlsState: 'unknown',
}

test('a connection with every member that is replaced is taken', () => {
  expect(() => expectMembers(members)).not.toThrow()
})

test.each(Object.keys(members))('one without %s stops the start', (name) => {
  expect(() => expectMembers({ ...members, [name]: undefined })).toThrow(
    `@supabase/lite has no ${name} any more`,
  )
})
