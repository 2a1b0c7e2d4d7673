import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findUsernameMistake } from './person-rules.ts'

const PATTERN_MESSAGE =
  'Username must be 3-30 characters and can only contain letters, numbers, underscores, and hyphens'

describe('username', () => {
  it.each([
    ['', 'Username is required'],
    ['   ', 'Username is required'],
    ['ab', 'Username must be at least 3 characters'],
    ['a'.repeat(31), PATTERN_MESSAGE],
    ['ada lovelace', PATTERN_MESSAGE],
    ['ada.lovelace', PATTERN_MESSAGE],
    ['ada\u200blovelace', PATTERN_MESSAGE],
    ['ada\u202elovelace', PATTERN_MESSAGE],
    ['аda', PATTERN_MESSAGE],
    ['ada\nx', PATTERN_MESSAGE],
  ])('%j: %s', (username, message) => {
    expect(findUsernameMistake(username)).toBe(message)
  })

  it('takes every name of 3 to 30 allowed characters and no other', () => {
    const allowed = fc.stringMatching(/^[A-Za-z0-9_-]{3,30}$/)
    fc.assert(fc.property(allowed, (name) => findUsernameMistake(name) === null))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const fine = /^[A-Za-z0-9_-]{3,30}$/.test(name.trim())
        expect(findUsernameMistake(name) === null).toBe(fine)
      }),
    )
  })
})
