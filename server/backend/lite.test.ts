import { createPostgresConnection } from '@supabase/lite/postgres'
import { expect, test } from 'vitest'
import { expectMembers } from './lite.ts'

/** A version of the library that names differently what we replace must not start: it would grant what we do not. */
const connection = () => createPostgresConnection({ url: 'postgres://nobody@127.0.0.1:1/nothing' })

test('the version that is installed has every member that is replaced', () => {
  expect(() => expectMembers(connection())).not.toThrow()
})

test.each(['driver', 'withContext', 'applyJwtSessionContext', 'rlsState'])(
  'one without %s stops the start',
  (name) => {
    const renamed = connection()
    Reflect.set(renamed, name, undefined)
    expect(() => expectMembers(renamed)).toThrow(`@supabase/lite has no ${name} any more`)
  },
)
