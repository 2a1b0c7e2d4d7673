import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params'

it('keeps every value a text', () => {
  expect(parseSearch('?a=1&b=true&c=%22x%22&d=')).toEqual({ a: '1', b: 'true', c: '"x"', d: '' })
})

it('makes a list of a repeated key', () => {
  expect(parseSearch('?categories=a&categories=b')).toEqual({ categories: ['a', 'b'] })
})

it('writes lists with commas, omits absent values, and reads back what it wrote', () => {
  expect(stringifySearch({ categories: ['a', 'b'], show: 45, next: undefined })).toBe(
    '?categories=a,b&show=45',
  )
  expect(stringifySearch({})).toBe('')
  const odd = { next: '/tools/x?y=1&z=é#h', q: '100% + "1"' }
  expect(parseSearch(stringifySearch(odd))).toEqual(odd)
})

it('leaves out NUL', () => {
  expect(parseSearch('?q=a%00b&n%00=%00')).toEqual({ q: 'ab', n: '' })
})
