import { connect } from 'node:http2'
import { request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { freePort } from '../support/cluster.ts'
import { logoName, MEGABYTE, PUBLIC, pngOfBytes } from '../support/logos.ts'
import { type Nginx, startNginx } from '../support/nginx.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'
import { type SecondProcess, startSecondProcess } from '../support/second-process.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addTool, type Tool } from './rows.ts'

/** Two processes on one database behind nginx, as deploy/nginx.conf says: the file itself is run. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let s3: S3Server
let server: TestServer
let second: SecondProcess
let nginx: Nginx
/** The server as it is asked from outside. */
let door: TestServer
let env: Record<string, string>
beforeAll(async () => {
  s3 = await startS3Server()
  const [port, first, other] = await Promise.all([freePort(), freePort(), freePort()])
  env = { PUBLIC_URL: `https://127.0.0.1:${port}`, TRUST_PROXY: 'loopback', LOG_LEVEL: 'info', ...s3.env }
  server = await startTestServer({ ...env, PORT: String(first) })
  env.PORT = String(other)
  second = await startSecondProcess(server, env)
  nginx = await startNginx({ port, ports: [first, other] })
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), nginx.certificate])
  door = { ...server, url: nginx.url }
})
afterAll(async () => {
  await nginx?.close()
  await second?.close()
  await server?.close()
  await s3?.close()
})

const upvote = (person: Person, tool: Tool) =>
  raw(
    door,
    '/rest/v1/tool_upvotes',
    {
      method: 'POST',
      body: JSON.stringify({ tool_id: tool.id, user_id: person.id, reason: 'Through the proxy' }),
    },
    person.accessToken,
  )

describe('through nginx', () => {
  test('pages and files come as the processes send them', async () => {
    const page = await fetch(door.url, { headers: { 'accept-encoding': 'br' } })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(page.headers.get('strict-transport-security')).toContain('max-age')
    expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const html = await page.text()
    expect(html).toContain(`<link rel="canonical" href="${door.url}/"`)
    const known = await fetch(door.url, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
    expect(known.status).toBe(304)
    const script = /\/assets\/[\w-]+\.js/.exec(html)?.[0]
    const file = await fetch(`${door.url}${script}`, { headers: { 'accept-encoding': 'br' } })
    expect(file.status).toBe(200)
    expect(file.headers.get('content-encoding')).toBe('br')
    expect(file.headers.get('cache-control')).toContain('immutable')
  })

  test('over HTTP/2, and to HTTPS from the plain address', async () => {
    const session = connect(door.url)
    const stream = session.request({ ':path': '/terms' })
    const status = await new Promise((resolve, reject) => {
      stream.on('response', (headers) => resolve(headers[':status']))
      session.on('error', reject)
      stream.on('error', reject)
    })
    expect(status).toBe(200)
    expect(session.alpnProtocol).toBe('h2')
    session.destroy()
    const led = await fetch(`${nginx.plainUrl}/tools/x?sort=newest`, { redirect: 'manual' })
    expect(led.status).toBe(301)
    expect(led.headers.get('location')).toBe('https://127.0.0.1/tools/x?sort=newest')
  })

  test('people sign in and recommend', async () => {
    const tool = await addTool(server.sql)
    const person = await member(server)
    const signedIn = await raw(door, '/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: person.email, password: person.password }),
    })
    expect(signedIn.status).toBe(200)
    const { access_token }: { access_token: string } = await signedIn.json()
    expect((await upvote({ ...person, accessToken: access_token }, tool)).status).toBe(201)
    expect(await (await fetch(`${door.url}/tools/${tool.slug}`)).text()).toContain('Through the proxy')
  })
})

describe('the client', () => {
  /** Asks for a mail from another address of this machine; the status. */
  const recover = (localAddress: string, email: string, headers: Record<string, string> = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(door.url)
      const asked = request(
        {
          method: 'POST',
          ...{ hostname, port, localAddress, path: '/auth/v1/recover' },
          headers: { apikey: door.publishableKey, 'content-type': 'application/json', ...headers },
        },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode))
        },
      )
      asked.on('error', reject)
      asked.end(JSON.stringify({ email }))
    })

  test('is the one that asked nginx, whatever it says about itself', async () => {
    const forged = (mail: number) => ({
      'x-forwarded-for': `203.0.113.${mail}`,
      forwarded: `for=203.0.113.${mail}`,
      'x-real-ip': `203.0.113.${mail}`,
    })
    const statuses: (number | undefined)[] = []
    for (let mail = 0; mail < 62; mail++)
      statuses.push(await recover('127.0.0.2', `forged-${mail}@example.org`, forged(mail)))
    // Sixty a client, over both processes.
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
      await raw(door, '/rest/v1/tool_upvotes', { method: 'POST', body: large }),
      await raw(door, '/auth/v1/signup', init),
    ]) {
      expect(refused.status).toBe(413)
      expect(await refused.json()).toMatchObject({ code: '413', message: 'The request is too large' })
    }
  })

  test('may be a logo of 2 MB and no larger one, and is read from every process', async () => {
    const admin = await administrator(server)
    const upload = async (bytes: number, name = logoName()) => {
      const form = new FormData()
      form.append('cacheControl', '3600')
      form.append('', new File([new Uint8Array(await pngOfBytes(bytes))], name, { type: 'image/png' }))
      const init = { method: 'POST', body: form, headers: { 'content-type': '' } }
      const headers = { apikey: door.publishableKey, authorization: `Bearer ${admin.accessToken}` }
      const sent = await fetch(`${door.url}/storage/v1/object/tool-logos/${name}`, { ...init, headers })
      return { sent, name }
    }
    const { sent, name } = await upload(2 * MEGABYTE)
    expect(sent.status).toBe(200)
    for (const url of [server.url, second.url, door.url])
      expect((await fetch(`${url}${PUBLIC}/${name}`)).status).toBe(200)
    for (const bytes of [2 * MEGABYTE + 1, 4 * MEGABYTE]) expect((await upload(bytes)).sent.status).toBe(413)
  })

  test('may be a catalogue of up to 50 MB, answered while it is read', async () => {
    const { accessToken } = await administrator(server)
    const preview = (body: Uint8Array<ArrayBuffer>) =>
      raw(
        door,
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

describe('a process that is killed', () => {
  const WRITERS = 6
  const READERS = 6

  interface Asked {
    what: string
    /** Undefined: no whole answer. */
    status: number | undefined
    began: number
    ended: number
  }

  test('loses nothing that was acknowledged and nobody but those it was answering, and is used again', async () => {
    const tools = await Promise.all(Array.from({ length: 60 }, () => addTool(server.sql)))
    const people = await Promise.all(Array.from({ length: WRITERS }, () => member(server)))
    const asked: Asked[] = []
    const acknowledged: { person: string; tool: string }[] = []
    let isOver = false

    async function ask(what: string, request: () => Promise<Response>): Promise<number | undefined> {
      const began = performance.now()
      const status = await request()
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch(() => undefined)
      asked.push({ what, status, began, ended: performance.now() })
      return status
    }
    const write = async (person: Person, targets: Tool[]) => {
      for (const tool of targets)
        if ((await ask('write', () => upvote(person, tool))) === 201)
          acknowledged.push({ person: person.id, tool: tool.id })
    }
    const read = async (reader: number) => {
      for (let page = reader; !isOver; page++) {
        const tool = tools[page % tools.length]
        await ask('read', () => fetch(page % 3 ? `${door.url}/tools/${tool?.slug}` : door.url))
      }
    }

    const reading = Array.from({ length: READERS }, (_, reader) => read(reader))
    const writing = Promise.all(people.map((person) => write(person, tools)))
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(60)
    const struck = performance.now()
    second.process.kill('SIGKILL')
    await second.ended
    const gone = performance.now()
    const before = acknowledged.length
    await writing
    // Long enough for nginx to look for the one that is gone again and again.
    for (let round = 0; round < 8; round++) {
      await sleep(700)
      const tool = await addTool(server.sql)
      await Promise.all(people.map((person) => write(person, [tool])))
    }
    isOver = true
    await Promise.all(reading)
    expect(acknowledged.length, 'most were written afterwards').toBeGreaterThan(before + 60)

    const failed = asked.filter(({ what, status }) => status !== (what === 'read' ? 200 : 201))
    const notCaught = failed.filter(({ began, ended }) => began > gone || ended < struck)
    expect(notCaught).toEqual([])
    expect(failed.length).toBeLessThanOrEqual(WRITERS + READERS)
    // One that was sent twice would be told that it is there already.
    expect(failed.filter(({ status }) => status === 409)).toEqual([])
    const kept = await server.sql<{ key: string }[]>`
      select user_id || ' ' || tool_id as key from public.tool_upvotes`
    const keys = new Set(kept.map(({ key }) => key))
    expect(acknowledged.filter(({ person, tool }) => !keys.has(`${person} ${tool}`))).toEqual([])

    await second.close()
    second = await startSecondProcess(server, env)
    const slug = tools[0]?.slug
    const isAsked = async () => {
      await fetch(`${door.url}/tools/${slug}`)
      return second.output().includes(`"path":"/tools/${slug}"`)
    }
    await expect.poll(isAsked, { timeout: 20_000 }).toBe(true)
  })
})
