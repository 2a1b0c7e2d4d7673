import { expect, it } from 'vitest'
import { splitMatch } from './search-hit'

it('finds the text in the name, in any case', () => {
  expect(splitMatch('Perplexity', 'PER')).toEqual(['', 'Per', 'plexity'])
  expect(splitMatch('Whisper', 'per')).toEqual(['Whis', 'per', ''])
})

it('takes every character literally', () => {
  expect(splitMatch('100% (a.b)', '% (a.')).toEqual(['100', '% (a.', 'b)'])
  expect(splitMatch('abc', '.*')).toBeNull()
})

it('marks nothing without a text, or if lower case has another length', () => {
  expect(splitMatch('abc', '')).toBeNull()
  expect(splitMatch('İstanbul', 'stan')).toBeNull()
})
