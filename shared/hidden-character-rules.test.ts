import { expect, test } from 'vitest'
import { hasHiddenCharacters } from './hidden-character-rules.ts'

test.each([
  '👩‍👩‍👧',
  '❤️‍🔥',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'می‌خواهم',
  'क्‍ष',
  'ภาษา\u200bไทย',
])('%j is kept: scripts and emoji need it', (text) => {
  expect(hasHiddenCharacters(text, 'line')).toBe(false)
})

test.each([
  'a\u202eb',
  'a\u0007b',
  'a\u2066b',
  'a\u200db',
  '\u200bhidden',
  'a\u{e0041}b',
  'a\ufffeb',
  'a\u007fb',
])('%j is hidden', (text) => {
  expect(hasHiddenCharacters(text, 'lines')).toBe(true)
})

test('a line has no line breaks, lines have', () => {
  expect([hasHiddenCharacters('a\nb', 'line'), hasHiddenCharacters('a\nb', 'lines')]).toEqual([true, false])
})
