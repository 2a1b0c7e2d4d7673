import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openStubInternet, type Page } from '../../../tests/support/stub-internet.ts'
import { createClient } from '../../host/fetch/client.ts'
import { askLink, judge } from './judge-link.ts'

const answered = (given: object = {}) => ({
  status: 200,
  url: 'https://site.test/',
  redirects: [],
  tookMs: 100,
  ...given,
})
const from = (address: string, status = 301) => ({ from: address, status })

describe('an answer', () => {
  test.each([
    [200, 'ok'],
    [204, 'ok'],
    [304, 'ok'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'dead'],
    [410, 'dead'],
    [429, 'refused'],
    [451, 'refused'],
    [500, 'dead'],
    [503, 'dead'],
    [522, 'dead'],
    [999, 'refused'],
  ])('of %i is %s', (status, state) => {
    expect(judge('https://site.test/', answered({ status }))).toMatchObject({ state })
  })

  test('is slow after five seconds', () => {
    expect(judge('https://site.test/', answered({ tookMs: 4999 })).state).toBe('ok')
    expect(judge('https://site.test/', answered({ tookMs: 5000 }))).toEqual({ state: 'slow', took_ms: 5000 })
  })

  test.each<[string, { from: string; status: number }[], string, string | undefined]>([
    ['https://a.test/', [from('https://a.test/')], 'https://b.test/', 'https://b.test/'],
    ['https://a.test/', [from('https://a.test/', 308)], 'https://b.test/x', 'https://b.test/x'],
    // For now only.
    ['https://a.test/', [from('https://a.test/', 302)], 'https://b.test/', undefined],
    ['https://a.test/', [from('https://a.test/', 307)], 'https://b.test/', undefined],
    // For good, and from there for now.
    [
      'https://a.test/',
      [from('https://a.test/'), from('https://b.test/', 302)],
      'https://b.test/in',
      'https://b.test/',
    ],
    [
      'https://a.test/',
      [from('https://a.test/', 302), from('https://a.test/x')],
      'https://b.test/',
      undefined,
    ],
    // The same place, written otherwise.
    ['http://a.test', [from('http://a.test/')], 'https://www.a.test/', undefined],
    ['https://a.test/x', [from('https://a.test/x')], 'https://a.test/x/', undefined],
    ['https://a.test/x/index.html', [from('https://a.test/x/index.html')], 'https://a.test/x/', undefined],
    // A front page in a language.
    ['https://a.test/', [from('https://a.test/')], 'https://a.test/en', undefined],
    ['https://a.test/x', [from('https://a.test/x')], 'https://a.test/y', 'https://a.test/y'],
    ['https://a.test/x', [from('https://a.test/x')], 'https://a.test/', 'https://a.test/'],
    ['https://a.test/?p=1', [from('https://a.test/?p=1')], 'https://a.test/x', 'https://a.test/x'],
  ])('of %s that redirects %o to %s leads to %s', (url, redirects, end, leads_to) => {
    const verdict = judge(url, answered({ redirects, url: end }))
    expect(verdict.leads_to).toBe(leads_to)
    expect(verdict.state).toBe(leads_to === undefined ? 'ok' : 'moved')
  })

  test('where it has moved counts: an error there is one', () => {
    const moved = answered({ status: 404, redirects: [from('https://a.test/')], url: 'https://b.test/' })
    expect(judge('https://a.test/', moved)).toEqual({ state: 'dead', reason: '404' })
  })
})

describe('asking', async () => {
  const internet = await openStubInternet()
  const { pages, addresses, asked, names, port } = internet
  afterAll(() => internet.close())
  const limits = { pauseMs: 0, headersMs: 150, wholeMs: 300 }
  const ask = (url: string) =>
    askLink(
      createClient({ userAgent: 'Plaudit/1.0', names, loopbackPort: port, limits }),
      url,
      new AbortController().signal,
    )
  const methods = () => asked.filter(({ path }) => path !== '/robots.txt').map(({ method }) => method)
  const forHead =
    (head: Page, page: Page): Page =>
    (request, response) =>
      (request.method === 'HEAD' ? head : page)(request, response)
  const status =
    (code: number): Page =>
    (_, response) =>
      void response.writeHead(code).end()

  beforeEach(() => {
    addresses['site.test'] = ['127.0.0.1']
    for (const page of Object.keys(pages)) delete pages[page]
    asked.length = 0
  })

  test('takes the head alone where that is enough', async () => {
    pages['site.test/'] = status(200)
    expect(await ask('http://site.test/')).toMatchObject({ state: 'ok' })
    expect(methods()).toEqual(['HEAD'])
  })

  test.each<[string, Page]>([
    ['is refused', status(405)],
    ['is not found', status(404)],
    ['is never answered', () => undefined],
    ['is answered with noise', ({ socket }) => void socket.end('noise\r\n\r\n')],
  ])('takes the page where its head %s', async (_, head) => {
    pages['site.test/'] = forHead(head, status(200))
    expect(await ask('http://site.test/')).toMatchObject({ state: 'ok' })
    expect(methods()).toEqual(['HEAD', 'GET'])
  })

  test('reads no more of an endless page than it needs', async () => {
    let isOpen = true
    pages['site.test/'] = forHead(status(405), (_, response) => {
      response.on('close', () => {
        isOpen = false
      })
      const send = () => {
        while (isOpen && response.write('x'.repeat(10_000)));
        if (isOpen) response.once('drain', send)
      }
      send()
    })
    expect(await ask('http://site.test/')).toMatchObject({ state: 'ok' })
    await expect.poll(() => isOpen).toBe(false)
  })

  test.each<[string, Page | undefined, object]>([
    ['nothing', () => undefined, { state: 'dead', reason: 'timeout' }],
    ['an error', status(500), { state: 'dead', reason: '500' }],
    ['no page', undefined, { state: 'dead', reason: '404' }],
    ['that it is not for us', status(403), { state: 'refused', reason: '403' }],
  ])('is told %s', async (_, page, verdict) => {
    if (page) pages['site.test/'] = page
    expect(await ask('http://site.test/')).toEqual(verdict)
  })

  test('heeds robots.txt, and asks nothing private', async () => {
    pages['site.test/robots.txt'] = (_, response) => void response.end('User-agent: *\nDisallow: /')
    expect(await ask('http://site.test/')).toEqual({ state: 'refused', reason: 'robots' })
    expect(methods()).toEqual([])
    addresses['site.test'] = ['127.0.0.1', '10.0.0.1']
    expect(await ask('http://site.test/')).toEqual({ state: 'refused', reason: 'private' })
    expect(await ask('http://site.test:8080/')).toEqual({ state: 'refused', reason: 'address' })
    expect(await ask('http://999.1.1.1/')).toEqual({ state: 'refused', reason: 'address' })
    expect(await ask('http://nobody.test/')).toEqual({ state: 'dead', reason: 'unknown_name' })
  })
})
