import { connect } from 'node:http2'
import { request } from 'node:https'
import { describe, expect, test } from 'vitest'
import { administrator, member, post, raw } from '../support/actors.ts'
import { recommendThrough, startBehindNginx } from '../support/behind-nginx.ts'
import { logoName, MEGABYTE, PUBLIC, pngOfBytes } from '../support/logos.ts'
import { closing } from '../support/test-file.ts'
import { addTool } from './rows.ts'

/** Requests through nginx with deploy/nginx.conf: pages, client addresses, bodies. */

const scene = closing(await startBehindNginx())
const { server, endpoint } = scene

describe('through nginx', () => {
  test('pages and files come as the processes send them', async () => {
    const page = await fetch(endpoint.url, { headers: { 'accept-encoding': 'br' } })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(page.headers.get('strict-transport-security')).toContain('max-age')
    expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const html = await page.text()
    expect(html).toContain(`<link rel="canonical" href="${endpoint.url}/"`)
    const known = await fetch(endpoint.url, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
    expect(known.status).toBe(304)
    const script = /\/assets\/[\w-]+\.js/.exec(html)?.[0]
    const file = await fetch(`${endpoint.url}${script}`, { headers: { 'accept-encoding': 'br' } })
    expect(file.status).toBe(200)
    expect(file.headers.get('content-encoding')).toBe('br')
    expect(file.headers.get('cache-control')).toContain('immutable')
  })

  test('over HTTP/2, and to HTTPS from the plain address', async () => {
    const session = connect(endpoint.url)
    const stream = session.request({ ':path': '/terms' })
    const status = await new Promise((resolve, reject) => {
      stream.on('response', (headers) => resolve(headers[':status']))
      session.on('error', reject)
      stream.on('error', reject)
    })
    expect(status).toBe(200)
    expect(session.alpnProtocol).toBe('h2')
    session.destroy()
    const led = await fetch(`${scene.plainUrl}/tools/x?sort=newest`, { redirect: 'manual' })
    expect(led.status).toBe(301)
    expect(led.headers.get('location')).toBe('https://127.0.0.1/tools/x?sort=newest')
  })

  test('people sign in and recommend', async () => {
    const tool = await addTool(server.sql)
    const person = await member(server)
    const signedIn = await post(endpoint, '/auth/v1/token?grant_type=password', {
      email: person.email,
      password: person.password,
    })
    expect(signedIn.status).toBe(200)
    const { access_token }: { access_token: string } = await signedIn.json()
    expect((await recommendThrough(endpoint, { ...person, accessToken: access_token }, tool)).status).toBe(
      201,
    )
    expect(await (await fetch(`${endpoint.url}/tools/${tool.slug}`)).text()).toContain('Through the proxy')
  })
})

describe('the client', () => {
  /** Requests a mail from another address of this machine; returns the status. */
  const recover = (localAddress: string, email: string, headers: Record<string, string> = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(endpoint.url)
      const asked = request(
        {
          method: 'POST',
          ...{ hostname, port, localAddress, path: '/auth/v1/recover' },
          headers: { apikey: endpoint.publishableKey, 'content-type': 'application/json', ...headers },
        },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode))
        },
      )
      asked.on('error', reject)
      asked.end(JSON.stringify({ email }))
    })

  test('is the one that connected to nginx, whatever it claims', async () => {
    const forged = (mail: number) => ({
      'x-forwarded-for': `203.0.113.${mail}`,
      forwarded: `for=203.0.113.${mail}`,
      'x-real-ip': `203.0.113.${mail}`,
    })
    const statuses: (number | undefined)[] = []
    for (let mail = 0; mail < 62; mail++)
      statuses.push(await recover('127.0.0.2', `forged-${mail}@example.org`, forged(mail)))
    // Sixty per client, over both processes.
    expect(statuses.map((status) => (status === 429 ? 'refused' : status)).join(' ')).toBe(
      [...Array.from({ length: 60 }, () => '200'), 'refused', 'refused'].join(' '),
    )
    expect(await recover('127.0.0.3', 'somebody-else@example.org')).toBe(200)
    expect(await recover('127.0.0.2', 'once-more@example.org')).toBe(429)
  })
})

describe('a body', () => {
  test('over 1 MB is refused with 413 and our words, with and without a length', async () => {
    const large = JSON.stringify({ reason: 'x'.repeat(MEGABYTE) })
    const stream = new Blob([large]).stream()
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: stream, duplex: 'half' }
    for (const refused of [
      await raw(endpoint, '/rest/v1/tool_upvotes', { method: 'POST', body: large }),
      await raw(endpoint, '/auth/v1/signup', init),
    ]) {
      expect(refused.status).toBe(413)
      expect(await refused.json()).toMatchObject({ code: '413', message: 'The request is too large' })
    }
  })

  test('may be a logo of up to 2 MB, readable from every process', async () => {
    const admin = await administrator(server)
    const upload = async (bytes: number, name = logoName()) => {
      const form = new FormData()
      form.append('cacheControl', '3600')
      form.append('', new File([new Uint8Array(await pngOfBytes(bytes))], name, { type: 'image/png' }))
      const init = { method: 'POST', body: form, headers: { 'content-type': '' } }
      const headers = { apikey: endpoint.publishableKey, authorization: `Bearer ${admin.accessToken}` }
      const sent = await fetch(`${endpoint.url}/storage/v1/object/tool-logos/${name}`, { ...init, headers })
      return { sent, name }
    }
    const { sent, name } = await upload(2 * MEGABYTE)
    expect(sent.status).toBe(200)
    for (const url of [server.url, scene.second().url, endpoint.url])
      expect((await fetch(`${url}${PUBLIC}/${name}`)).status).toBe(200)
    for (const bytes of [2 * MEGABYTE + 1, 4 * MEGABYTE]) expect((await upload(bytes)).sent.status).toBe(413)
  })

  test('may be a catalogue of up to 50 MB, answered while it is read', async () => {
    const { accessToken } = await administrator(server)
    const preview = (body: Uint8Array<ArrayBuffer>) =>
      raw(
        endpoint,
        '/transfer/v1/preview?name=tools.jsonl',
        { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' } },
        accessToken,
      )
    const row = JSON.stringify({
      name: 'Imported',
      slug: 'imported',
      short_description: 'Through the proxy.',
      website_url: 'https://example.org/',
    })
    const file = new Uint8Array(3 * MEGABYTE).fill(0x0a)
    new TextEncoder().encodeInto(row, file)
    const tried = await preview(file)
    expect(tried.status).toBe(200)
    expect(await tried.text()).toContain('"slug":"imported"')
    expect((await preview(new Uint8Array(51 * MEGABYTE))).status).toBe(413)
  })
})
