import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import zlib from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openStubInternet, type Page } from '../../../tests/support/stub-internet.ts'
import { createClient, Unfetched } from './client.ts'
import { isOnTheInternet } from './names.ts'

/** 127.0.0.1 stands for the internet, 127.0.0.2 for what must never be asked. */

const internet = await openStubInternet()
const { pages, addresses: hosts, asked, names, port } = internet
let askedInside = 0
const inside = await open('127.0.0.2', port, (_, response) => {
  askedInside++
  response.end('secret')
})

afterAll(async () => {
  inside.close()
  await internet.close()
  expect(askedInside).toBe(0)
})

async function open(host: string, at: number, page: Page): Promise<Server> {
  const server = createServer(page)
  await new Promise<void>((resolve) => server.listen(at, host, resolve))
  return server
}

function address(server: { address(): string | AddressInfo | null }): AddressInfo {
  const found = server.address()
  if (!found || typeof found === 'string') throw new Error('it has a port')
  return found
}

const client = (limits: object = {}, given = names, loopbackPort = port) =>
  createClient({
    userAgent: 'Plaudit/1.0 (+https://site.example)',
    names: given,
    loopbackPort,
    limits: { pauseMs: 0, ...limits },
  })

const get = (url: string, { maxBytes = 1000, ...limits }: { maxBytes?: number; wholeMs?: number } = {}) =>
  client(limits).fetch(url, { maxBytes })

/** What hinders it. */
async function obstacle(fetching: Promise<unknown>): Promise<string> {
  const error = await fetching.then(
    () => new Error('it was fetched'),
    (reason: unknown) => reason,
  )
  if (error instanceof Unfetched) return error.obstacle
  throw error
}

const redirect =
  (location: string, status = 302): Page =>
  (_, response) =>
    response.writeHead(status, { location }).end()

beforeEach(() => {
  for (const host of ['site.test', 'www.site.test', 'other.test']) hosts[host] = ['127.0.0.1']
  asked.length = 0
})

describe('what is asked', () => {
  test('is asked by name, with nothing of ours but who asks', async () => {
    pages['site.test/page?a=1'] = (_, response) => response.setHeader('set-cookie', 'a=b').end('hello')
    const fetched = await get('http://site.test/page?a=1#part')
    expect(fetched).toMatchObject({ url: 'http://site.test/page?a=1', status: 200, redirects: [] })
    expect(fetched.bytes.toString()).toBe('hello')
    await get('http://site.test/page?a=1')
    for (const { headers } of asked)
      expect(headers).toEqual({
        'user-agent': 'Plaudit/1.0 (+https://site.example)',
        accept: '*/*',
        'accept-encoding': 'gzip, deflate, br',
        connection: 'close',
      })
  })

  test.each([
    'ftp://site.test/',
    'file:///etc/passwd',
    'http://site.test:22/',
    'http://site.test:8080/',
    'http://me:secret@site.test/',
    'http://me@site.test/',
    'javascript:alert(1)',
    '//site.test/',
    'nothing',
    '',
  ])('is not %s', async (url) => {
    expect(await obstacle(get(url))).toBe('address')
  })

  test('is any status, without a body for HEAD', async () => {
    expect(await get('http://site.test/gone')).toMatchObject({ status: 404 })
    pages['site.test/'] = (_, response) => response.end('x')
    const { bytes } = await client().fetch('http://site.test/', { method: 'HEAD', maxBytes: 10 })
    expect(bytes).toHaveLength(0)
  })

  test('is a host at most once in a while', async () => {
    const polite = client({ pauseMs: 40 })
    const times: number[] = []
    pages['site.test/'] = (_, response) => {
      times.push(performance.now())
      response.end()
    }
    await Promise.all([1, 2, 3].map(() => polite.fetch('http://site.test/', { maxBytes: 1 })))
    const [first = 0, , third = 0] = times
    expect(third - first).toBeGreaterThan(70)
  })
})

describe('nothing private is asked', () => {
  test.each([
    ...'127.0.0.2 10.0.0.1 172.16.0.1 192.168.1.1 0.0.0.0 169.254.169.254 100.100.100.200'.split(' '),
    ...'192.0.0.192 198.18.0.1 224.0.0.1 255.255.255.255 168.63.129.16 240.0.0.1 nothing'.split(' '),
    ...':: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 fe80::1 fd00:ec2::254'.split(' '),
    ...'fec0::1 ff02::1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001::1 2001:db8::1 4000::1'.split(' '),
  ])('at %s', async (address) => {
    expect(isOnTheInternet(address)).toBe(false)
    hosts['inside.test'] = [address]
    expect(await obstacle(get('http://inside.test/'))).toBe('private')
    // One of several is enough.
    hosts['inside.test'] = ['127.0.0.1', address]
    expect(await obstacle(get('http://inside.test/'))).toBe('private')
  })

  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1'])('but %s is public', (address) => {
    expect(isOnTheInternet(address)).toBe(true)
  })

  test.each(['127.0.0.2', '127.2', '0x7f000002', '2130706434', '[::1]', '[::ffff:127.0.0.2]'])(
    'written as %s',
    async (host) => {
      expect(await obstacle(get(`http://${host}/`))).toBe('private')
    },
  )

  test.each([
    'http://127.0.0.2/',
    'http://inside.test/',
    '//127.0.0.2/',
    'http://169.254.169.254/latest/meta-data/',
  ])('after a redirect to %s', async (location) => {
    hosts['inside.test'] = ['127.0.0.2']
    pages['site.test/'] = redirect(location)
    expect(await obstacle(get('http://site.test/'))).toBe('private')
  })

  test('after a redirect to another protocol, port or user', async () => {
    for (const location of ['file:///etc/passwd', 'http://site.test:22/', 'http://a:b@site.test/']) {
      pages['site.test/'] = redirect(location)
      expect(await obstacle(get('http://site.test/'))).toBe('address')
    }
  })

  test('where the name changes what it stands for', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    const rebinding = { ...names, addresses: async () => answers.shift() ?? ['127.0.0.2'] }
    pages['site.test/'] = redirect('/again')
    pages['site.test/again'] = (_, response) => response.end('fetched')
    expect(await obstacle(client({}, rebinding).fetch('http://site.test/', { maxBytes: 10 }))).toBe('private')
    // Asked once for each request: what was judged is what is connected to.
    expect([asked.map(({ path }) => path), answers]).toEqual([['/'], []])
  })
})

test('how long it took is told, and it ends when that is wanted', async () => {
  pages['site.test/late'] = (_, response) => void setTimeout(() => response.end('late'), 60)
  pages['site.test/later'] = redirect('/late')
  expect((await get('http://site.test/later')).tookMs).toBeGreaterThan(50)
  pages['site.test/never'] = () => undefined
  const ending = new AbortController()
  const fetching = client().fetch('http://site.test/never', { maxBytes: 1, signal: ending.signal })
  await expect.poll(() => asked.at(-1)?.path).toBe('/never')
  ending.abort(new Error('no longer wanted'))
  await expect(fetching).rejects.toThrow('no longer wanted')
})

describe('redirects', () => {
  test('are followed, five at most', async () => {
    for (let step = 0; step < 6; step++) pages[`site.test/${step}`] = redirect(`/${step + 1}`, 301)
    pages['site.test/6'] = (_, response) => response.end('there')
    const fetched = await get('http://site.test/1')
    expect(fetched.url).toBe('http://site.test/6')
    expect(fetched.redirects).toHaveLength(5)
    expect(fetched.redirects[0]).toEqual({ from: 'http://site.test/1', status: 301 })
    expect(await obstacle(get('http://site.test/0'))).toBe('redirects')
    pages['site.test/'] = redirect('https://[')
    expect(await obstacle(get('http://site.test/'))).toBe('redirects')
  })
})

describe('what does not answer', () => {
  test('is a name or a server that is not there', async () => {
    expect(await obstacle(get('http://nobody.test/'))).toBe('unknown_name')
    hosts['none.test'] = []
    expect(await obstacle(get('http://none.test/'))).toBe('unknown_name')
    const closed = await open('127.0.0.1', 0, () => undefined)
    const closedPort = address(closed).port
    await new Promise((resolve) => closed.close(resolve))
    const dead = client({}, names, closedPort).fetch('http://site.test/', { maxBytes: 1 })
    expect(await obstacle(dead)).toBe('unreachable')
    // It speaks no TLS.
    expect(await obstacle(get('https://site.test/'))).toBe('unreachable')
  })

  test('is a name, a header or a body that takes too long', async () => {
    const limits = { connectMs: 50, headersMs: 100, wholeMs: 200 }
    const forever = { ...names, addresses: () => new Promise<string[]>(() => undefined) }
    expect(await obstacle(client(limits, forever).fetch('http://site.test/', { maxBytes: 1 }))).toBe(
      'timeout',
    )
    pages['site.test/silent'] = () => undefined
    expect(await obstacle(get('http://site.test/silent', limits))).toBe('timeout')
    for (const encoding of ['identity', 'gzip']) {
      pages['site.test/slow'] = (_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).flushHeaders()
        response.write(encoding === 'gzip' ? zlib.gzipSync('slow').subarray(0, 12) : 's')
      }
      expect(await obstacle(get('http://site.test/slow', limits))).toBe('timeout')
    }
  })

  test('is no HTTP, too long a header, or a body that is not what it says', async () => {
    const noise = createSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.end('220 mail.test ESMTP\r\n')
    })
    await new Promise<void>((resolve) => noise.listen(0, '127.0.0.1', resolve))
    const other = client({}, names, address(noise).port)
    expect(await obstacle(other.fetch('http://site.test/', { maxBytes: 1 }))).toBe('answer')
    noise.close()
    pages['site.test/long'] = (_, response) => response.setHeader('a', 'x'.repeat(40_000)).end()
    expect(await obstacle(get('http://site.test/long'))).toBe('answer')
    for (const [encoding, body] of [
      ['gzip', 'no gzip'],
      ['br', 'no brotli'],
      ['gzip', zlib.gzipSync('cut short'.repeat(9)).subarray(0, 20)],
      ['compress', 'x'],
      ['gzip, gzip', zlib.gzipSync(zlib.gzipSync('twice'))],
    ] as const) {
      pages['site.test/odd'] = (_, response) => response.setHeader('content-encoding', encoding).end(body)
      expect([encoding, await obstacle(get('http://site.test/odd'))]).toEqual([encoding, 'answer'])
    }
  })
})

describe('of a body', () => {
  test('as much is read as is wanted, of an endless one too', async () => {
    let isOpen = true
    pages['site.test/'] = (_, response) => {
      response.on('close', () => (isOpen = false))
      const send = () => {
        while (isOpen && response.write('x'.repeat(10_000)));
        if (isOpen) response.once('drain', send)
      }
      send()
    }
    const { bytes, isCut } = await get('http://site.test/', { maxBytes: 25_000 })
    expect([bytes.length, isCut]).toEqual([25_000, true])
    await expect.poll(() => isOpen).toBe(false)
    pages['site.test/'] = (_, response) => response.end('12345')
    expect((await get('http://site.test/', { maxBytes: 5 })).isCut).toBe(false)
    expect((await get('http://site.test/', { maxBytes: 4 })).isCut).toBe(true)
  })

  // Packed quickly: the bomb is what takes time here.
  const quickly = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }
  test.each([
    ['gzip', (body: Buffer) => zlib.gzipSync(body, { level: 1 })],
    ['br', (body: Buffer) => zlib.brotliCompressSync(body, quickly)],
    ['deflate', (body: Buffer) => zlib.deflateSync(body, { level: 1 })],
  ] as const)(
    'that is compressed by %s it is what it decompresses to: of a bomb no more',
    async (encoding, pack) => {
      const send = (body: Buffer): Page => {
        const packed = pack(body)
        return (_, response) => response.setHeader('content-encoding', encoding).end(packed)
      }
      pages['site.test/small'] = send(Buffer.from('hello'))
      expect((await get('http://site.test/small')).bytes.toString()).toBe('hello')
      pages['site.test/bomb'] = send(Buffer.alloc(100_000_000))
      const before = process.memoryUsage().rss
      const { bytes, isCut } = await get('http://site.test/bomb', { maxBytes: 100_000 })
      expect([bytes.length, isCut]).toEqual([100_000, true])
      expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
    },
  )
})

describe('robots.txt', () => {
  const heeding = (path: string, given = client()) =>
    obstacle(given.fetch(`http://site.test${path}`, { maxBytes: 10, heedsRobots: true }))

  test('is asked once, and heeded where nobody asked us to come', async () => {
    pages['site.test/robots.txt'] = (_, response) =>
      response.end('User-agent: *\nDisallow: /\n\nUser-agent: Plaudit\nDisallow: /no\n')
    const given = client()
    expect(await heeding('/no/page', given)).toBe('robots')
    await expect(heeding('/yes', given)).rejects.toThrow('it was fetched')
    expect(asked.map(({ path }) => path)).toEqual(['/robots.txt', '/yes'])
    pages['site.test/go'] = redirect('/no')
    expect(await heeding('/go', given)).toBe('robots')
    expect((await get('http://site.test/no')).status).toBe(404)
  })

  test('takes of the time of a visit, and ends with it', async () => {
    pages['site.test/robots.txt'] = (_, response) => void setTimeout(() => response.writeHead(404).end(), 300)
    pages['site.test/'] = () => undefined
    const began = performance.now()
    expect(await heeding('/', client({ wholeMs: 400 }))).toBe('timeout')
    expect(performance.now() - began).toBeLessThan(650)

    pages['site.test/robots.txt'] = () => undefined
    asked.length = 0
    const ending = new AbortController()
    const wish = { maxBytes: 1, heedsRobots: true, signal: ending.signal }
    const fetching = client({ wholeMs: 3000 }).fetch('http://site.test/', wish)
    await expect.poll(() => asked.at(-1)?.path).toBe('/robots.txt')
    ending.abort(new Error('no longer wanted'))
    const ended = performance.now()
    await expect(fetching).rejects.toThrow('no longer wanted')
    expect(performance.now() - ended).toBeLessThan(1000)
    delete pages['site.test/']
  })

  test('that is missing forbids nothing, one that cannot be read everything', async () => {
    pages['site.test/robots.txt'] = (_, response) => response.writeHead(404).end('Disallow: /')
    await expect(heeding('/')).rejects.toThrow('it was fetched')
    pages['site.test/robots.txt'] = (_, response) => response.writeHead(500).end()
    expect(await heeding('/')).toBe('robots')
    // A proxy says that the site is not there.
    for (const status of [502, 503, 522]) {
      pages['site.test/robots.txt'] = (_, response) => response.writeHead(status).end()
      expect(await heeding('/')).toBe('unavailable')
    }
    pages['site.test/robots.txt'] = redirect('http://127.0.0.2/')
    expect(await heeding('/')).toBe('private')
  })
})
