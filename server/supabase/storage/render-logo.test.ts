import { expect, test } from 'vitest'
import { readWanted } from './render-logo.ts'

/** The size that is asked for by a URL. */

const wanted = (query: string, accept = 'image/webp,*/*') =>
  readWanted(new Request(`http://localhost/a.png?${query}`, { headers: { accept } }))

test.each([
  ['', { fit: 'cover', quality: 80, webp: true }],
  [
    'width=56&height=1024&resize=contain',
    { width: 56, height: 1024, fit: 'contain', quality: 80, webp: true },
  ],
  ['height=20&quality=100&format=origin', { height: 20, fit: 'cover', quality: 100, webp: false }],
])('%s', (query, read) => {
  expect(wanted(query)).toEqual(read)
  expect(wanted(query, 'image/png,*/*;q=0.5').webp).toBe(false)
})

test.each([
  ...['width=0', 'width=-1', 'width=1025', 'width=1e3', 'width=9999999999', 'width=abc', 'width='],
  ...['height=1.5', 'quality=101', 'quality=1', 'resize=explode'],
])('%s is refused', (query) => {
  expect(() => wanted(query)).toThrow(expect.objectContaining({ status: 400, error: 'InvalidRequest' }))
})
