import { expect, it } from 'vitest'
import { shortenVersions } from './shorten-versions'

const long = 'x'.repeat(700)

it.each([
  ['short ones stay', 'one', 'two', ['one', 'two']],
  ['a missing one stays', undefined, 'two', [undefined, 'two']],
  ['a long one is cut', long, undefined, [`${'x'.repeat(600)}…`, undefined]],
  [
    'long ones begin before they differ',
    `${long}a`,
    `${long}b and more`,
    [`…${'x'.repeat(40)}a`, `…${'x'.repeat(40)}b and more`],
  ],
  ['a continued one begins before its end', long, `${long}b`, [`…${'x'.repeat(40)}`, `…${'x'.repeat(40)}b`]],
  ['emoji are not cut in two', '😀'.repeat(601), null, [`${'😀'.repeat(600)}…`, null]],
])('%s', (_, before, after, shown) => {
  expect(shortenVersions(before, after)).toEqual(shown)
})
