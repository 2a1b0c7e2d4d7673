import { request } from 'node:http'
import { expect, test } from 'vitest'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool } from './rows.ts'

/** Whatever an address holds, it is the caller's mistake at most: a page or a document that is not there. */

const server = await testServer({ RATE_LIMITS: 'off' })
await addTool(server.sql, {}, [await addCategory(server.sql)])

const NAMES = {
  'a slug that is too long': 'x'.repeat(201),
  'thousands of letters': 'x'.repeat(4000),
  'fifty thousand letters': 'x'.repeat(25_000),
  NUL: '%00',
  'NUL in a name': 'a%00b',
  'NUL escaped for JSON': '%5Cu0000',
  'invalid UTF-8': '%ff',
  'half a character': '%ED%A0%80',
  'a broken escape': '%',
  'an escaped escape': '%252e',
  'a line break': '%0d%0aset-cookie:a=b',
  quotes: `a'b%22`,
  brackets: '(a),{b}',
  'a way out': '..%2f..%2fetc',
  emoji: '%F0%9F%98%80',
}

/** Every kind of address with a part that a client chooses. */
const ADDRESSES = [
  '/X',
  '/X/X',
  '/tools/X',
  '/categories/X',
  '/alternatives/X',
  '/tools/X/feed.xml',
  '/categories/X/feed.xml',
  '/social/tools/X.png',
  '/social/alternatives/X.png',
  '/social/categories/X.png',
  '/admin/tools/edit/X',
  '/search?q=X',
  '/search?q=a&categories=X',
  '/search?q=a&show=X',
  '/?categories=X',
  '/?show=X',
  '/?search=X',
  '/?pricing=X',
  '/?X',
  '/compare?tools=X&add=X',
  '/auth/confirm?token_hash=X',
  '/sitemaps/X.xml',
  '/assets/X.js',
  '/storage/v1/object/public/tool-logos/X',
  '/storage/v1/render/image/public/tool-logos/X?width=64',
  '/rest/v1/X',
  '/rest/v1/tools?slug=eq.X',
  '/rest/v1/rpc/search_tools?query=X',
]

/** Sends the address as it is: `fetch` would mend it. */
function ask(path: string): Promise<number> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const headers = { apikey: server.publishableKey }
    request({ hostname, port, path, headers, maxHeaderSize: 128 * 1024 }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}

test.each(ADDRESSES)('%s is never answered as an error of the server', async (address) => {
  const statuses = await Promise.all(
    Object.entries(NAMES).map(async ([name, value]) => [name, await ask(address.replaceAll('X', value))]),
  )
  expect(statuses.filter(([, status]) => Number(status) >= 500)).toEqual([])
})

test.each(['/tools/X', '/categories/X', '/alternatives/X'])(
  '%s is not found, whatever is named',
  async (address) => {
    for (const name of ['x'.repeat(201), 'x'.repeat(4000), '%00', '%ff', '(a)'])
      expect([name.slice(0, 9), await ask(address.replace('X', name))]).toEqual([name.slice(0, 9), 404])
  },
)

test('a search is made without NUL', async () => {
  expect(await ask('/search?q=%00chat')).toBe(200)
})
