import { expect, test } from 'vitest'
import { isStorable } from './storable.ts'

test.each([
  ['a plain text', '{"a":"b"}', true],
  ['a whole pair', String.raw`{"a":"\uD83D\ude00"}`, true],
  ['an escaped backslash before', String.raw`{"a":"\\u0000 \\ud83d"}`, true],
  ['NUL', '{"a":"\0"}', false],
  ['NUL, escaped', String.raw`{"a":"\u0000"}`, false],
  ['NUL after a backslash', String.raw`{"a":"\\\u0000"}`, false],
  ['the first half of a pair', String.raw`{"a":"\ud83d"}`, false],
  ['the second half of a pair', String.raw`{"\uDE00":1}`, false],
  ['a pair and a half', String.raw`["\ud83d\ude00\ud83d"]`, false],
  ['the halves in the wrong order', String.raw`["\ude00\ud83d"]`, false],
])('%s', (_, json, storable) => {
  expect(isStorable(json)).toBe(storable)
})
