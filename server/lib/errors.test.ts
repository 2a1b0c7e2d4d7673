import { describe, expect, test } from 'vitest'
import { describeError, Failure } from './errors.ts'

/** The log of an error: enough to find it, and nothing that a person wrote. */

const PRIVATE = 'ada@example.org wrote "my secret"'

/** The real error that such code throws. */
function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('an error', () => {
  test("is logged with its origin and V8's message about our code", () => {
    const read = describeError(caught(() => Reflect.get(Object(JSON.parse('{}')), 'a').b))
    expect(read).toMatchObject({
      name: 'TypeError',
      message: "Cannot read properties of undefined (reading 'b')",
    })
    expect(read.frames?.[0]).toMatch(/^server\/lib\/errors\.test\.ts:\d+:\d+/)
  })

  test('of ours is logged with its message', () => {
    expect(describeError(new Failure('the database does not answer'))).toMatchObject({
      message: 'the database does not answer',
    })
  })

  test.each([
    [
      'of the database',
      Object.assign(new Error(`Key (email)=(${PRIVATE})`), {
        code: '23505',
        constraint_name: 'users_email',
        detail: PRIVATE,
      }),
    ],
    ['of a parser', caught(() => JSON.parse(PRIVATE))],
    ['of an address', caught(() => new URL(PRIVATE))],
    ['of a header', caught(() => new Headers({ a: `${PRIVATE}\n` }))],
    ['of a property on a text', caught(() => Object.defineProperty(Object.freeze({}), PRIVATE, {}))],
    ['whose name is a text', Object.assign(new Error('x'), { name: PRIVATE, code: PRIVATE })],
    [
      'whose message looks like frames',
      new Error(`x\n    at ${PRIVATE} (/a/b.ts:1:2)\n    at secret (/a/b.ts:1:2)`),
    ],
    ['with a cause', new Failure('fixed', { cause: new Error(PRIVATE) })],
    ['that is none', PRIVATE],
  ])('%s keeps to itself what people wrote', (_, error) => {
    const text = JSON.stringify(describeError(error))
    expect(text).not.toMatch(/ada@|secret/)
    expect(text).toMatch(/"name":/)
  })

  test('of the database is logged with code and constraint', () => {
    const error = Object.assign(new Error(PRIVATE), { code: '23505', constraint_name: 'tools_slug_key' })
    expect(describeError(error)).toMatchObject({ code: '23505', constraint: 'tools_slug_key' })
  })
})
