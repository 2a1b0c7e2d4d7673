import { expect, test } from 'vitest'
import { createRenderer, readWanted } from './render-logo.ts'
import { StorageError } from './storage-error.ts'

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

test('what one client may no longer have made is made for another that waits for it', async () => {
  const logo = {
    ...{ type: 'image/png' as const, size: 1, maxAge: 3600, modified: new Date(), etag: '"1"' },
    ...{ read: async () => Buffer.from('a'), stream: async () => new ReadableStream<Uint8Array>() },
  }
  const renderer = createRenderer({ get: async () => logo }, { run: async () => Buffer.from('small') })
  const refused = new StorageError(429, 'TooManyRequests', 'Too many requests', 'Too many pictures')
  const render = (onWork: () => Promise<void>) => renderer.render('a.png', wanted('width=8'), onWork)
  const spend = async () => undefined
  const answers = await Promise.allSettled([
    render(() => Promise.reject(refused)),
    render(spend),
    render(spend),
  ])
  expect(answers).toMatchObject([
    { reason: refused },
    { value: { size: 5, type: 'image/webp' } },
    { value: { size: 5, type: 'image/webp' } },
  ])
})
