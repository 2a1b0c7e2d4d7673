import { type IncomingMessage, request } from 'node:http'
import { StorageClient } from '@supabase/storage-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administrator, member, type Person, raw, signToken, visitor } from '../support/actors.ts'
import { logoName, MEGABYTE, PUBLIC, png, pngOfBytes } from '../support/logos.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addTool } from './rows.ts'

/** /storage/v1: the calls of section 7 as storage-js sends them, who may make them, and how much may be sent. */
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let admin: Person
let picture: Buffer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
  picture = await png()
})
afterAll(() => server?.close())

const bucket = (person: Person = admin) => person.client.storage.from('tool-logos')
const OPTIONS = { cacheControl: '3600', upsert: false }
const get = (name: string, init?: RequestInit) => fetch(`${server.url}${PUBLIC}/${name}`, init)
const bytes = (buffer: Buffer) => new Uint8Array(buffer)

/** Kept by the administrator, for tests about what is there. */
async function upload(name = logoName()): Promise<string> {
  const { error } = await bucket().upload(name, picture, OPTIONS)
  expect(error).toBeNull()
  return name
}

describe('an upload', () => {
  const bodies: [string, () => Blob | Buffer | ArrayBuffer | Uint8Array | FormData | ReadableStream][] = [
    ['File', () => new File([bytes(picture)], 'whatever.png', { type: 'image/png' })],
    ['Blob', () => new Blob([bytes(picture)])],
    ['Buffer', () => picture],
    ['ArrayBuffer', () => bytes(picture).buffer],
    ['Uint8Array', () => bytes(picture)],
    ['stream', () => new Blob([bytes(picture)]).stream()],
    [
      'FormData',
      () => {
        const form = new FormData()
        form.append('', new Blob([bytes(picture)]))
        return form
      },
    ],
  ]
  test.each(bodies)('of a %s is kept, is public at its address, and is removed', async (_kind, body) => {
    const tool = await addTool(server.sql)
    const name = `${tool.id}-${Date.now()}.png`
    const { data, error } = await bucket().upload(name, body(), OPTIONS)
    expect(error).toBeNull()
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      path: name,
      fullPath: `tool-logos/${name}`,
    })

    const { publicUrl } = bucket().getPublicUrl(name).data
    expect(publicUrl).toBe(`${server.url}${PUBLIC}/${name}`)
    const answer = await fetch(publicUrl)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')))

    const removed = await bucket().remove([name])
    expect(removed.error).toBeNull()
    expect(removed.data).toEqual([expect.objectContaining({ name, bucket_id: 'tool-logos' })])
    const gone = await fetch(publicUrl)
    expect(gone.status).toBe(404)
    expect(await gone.json()).toEqual({
      statusCode: '404',
      code: 'NoSuchKey',
      error: 'not_found',
      message: 'Object not found',
    })
  })

  test('may come by PUT and says how long copies may be kept', async () => {
    const name = logoName()
    const { error } = await bucket().update(name, new Blob([bytes(picture)]), { cacheControl: '60' })
    expect(error).toBeNull()
    expect((await get(name)).headers.get('cache-control')).toBe('public, max-age=60')
  })

  test('never writes over another, by no method and with no option', async () => {
    const name = await upload()
    const before = await (await get(name)).arrayBuffer()
    const other = new Blob([bytes(await png(20))])
    const answers = [
      await bucket().upload(name, other, OPTIONS),
      await bucket().upload(name, other, { upsert: true }),
      await bucket().update(name, other),
    ]
    for (const { error } of answers)
      expect(error).toMatchObject({ status: 409, statusCode: '409', message: 'The resource already exists' })
    expect(await (await get(name)).arrayBuffer()).toEqual(before)
  })

  test('of one name by twelve at once is kept once', async () => {
    const name = logoName()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => bucket().upload(name, picture, OPTIONS)),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
    expect(new Set(answers.filter(({ error }) => error).map(({ error }) => error?.statusCode))).toEqual(
      new Set(['409']),
    )
  })
})

describe('who may write', () => {
  const write = (token: string | undefined, method: 'POST' | 'PUT' = 'POST') =>
    raw(
      server,
      `/storage/v1/object/tool-logos/${logoName()}`,
      { method, body: bytes(picture), headers: { 'content-type': 'image/png' } },
      token,
    )
  const removeOne = (name: string, token?: string) =>
    raw(server, `/storage/v1/object/tool-logos/${name}`, { method: 'DELETE' }, token)
  const removeMany = (name: string, token?: string) =>
    raw(
      server,
      '/storage/v1/object/tool-logos',
      { method: 'DELETE', body: JSON.stringify({ prefixes: [name] }) },
      token,
    )

  const tokens: [string, number, () => Promise<string | undefined>][] = [
    ['a visitor', 401, async () => undefined],
    ['a member', 403, async () => (await member(server)).accessToken],
    ['an expired token', 401, () => signToken(server, { sub: admin.id, exp: 1 })],
    ['a token of another secret', 401, () => signToken({ jwtSecret: 'another' }, { sub: admin.id })],
    ['a broken token', 401, async () => 'a.b.c'],
    ['a token of nobody', 403, () => signToken(server, { sub: 'nobody' })],
    ['an anonymous role', 403, () => signToken(server, { sub: admin.id, role: 'anon' })],
    [
      'a member who claims to be more',
      403,
      async () => signToken(server, { sub: (await member(server)).id, user_metadata: { is_admin: true } }),
    ],
    [
      'an administrator whose rights were revoked',
      403,
      async () => {
        const former = await administrator(server)
        await server.sql`delete from private.administrators where user_id = ${former.id}`
        return former.accessToken
      },
    ],
    [
      'an administrator who has signed out',
      401,
      async () => {
        const former = await administrator(server)
        await server.sql`delete from auth.sessions where user_id = ${former.id}`
        return former.accessToken
      },
    ],
  ]
  test.each(tokens)('not %s: %i', async (_who, status, make) => {
    const name = await upload()
    const token = await make()
    const answers = [
      await write(token),
      await write(token, 'PUT'),
      await removeOne(name, token),
      await removeMany(name, token),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ statusCode: String(status), error: 'Unauthorized' })
    }
    expect((await get(name)).status).toBe(200)
  })

  test('a member hears of row-level security, as on a hosted project', async () => {
    const { error } = await bucket(await member(server)).upload(logoName(), picture, OPTIONS)
    expect(error).toMatchObject({ status: 403, message: 'new row violates row-level security policy' })
  })

  test('no header at all is 401', async () => {
    const url = `${server.url}/storage/v1/object/tool-logos/${logoName()}`
    expect((await fetch(url, { method: 'POST', body: bytes(picture) })).status).toBe(401)
  })

  test('an administrator does, and the operator with the secret key', async () => {
    expect((await write(admin.accessToken)).status).toBe(200)
    expect((await write(server.secretKey)).status).toBe(200)
    expect((await removeOne(await upload(), admin.accessToken)).status).toBe(200)
  })

  test('everybody reads', async () => {
    const name = await upload()
    const anyone = visitor(server).storage.from('tool-logos')
    expect((await anyone.download(name)).data?.size).toBeGreaterThan(0)
    expect((await anyone.exists(name)).data).toBe(true)
    expect((await anyone.exists(logoName())).data).toBe(false)
  })
})

describe('size', () => {
  test('of 2 MB to the byte is taken, one byte more is not, as form and as body', async () => {
    const [exact, over] = [await pngOfBytes(2 * MEGABYTE), await pngOfBytes(2 * MEGABYTE + 1)]
    for (const body of [exact, new Blob([bytes(exact)])])
      expect((await bucket().upload(logoName(), body, OPTIONS)).error).toBeNull()
    for (const body of [over, new Blob([bytes(over)])])
      expect((await bucket().upload(logoName(), body, OPTIONS)).error).toMatchObject({
        status: 413,
        statusCode: '413',
        message: 'Image file size must be less than 2MB',
      })
  })

  test('of nothing is refused', async () => {
    for (const body of [Buffer.alloc(0), new Blob([])])
      expect((await bucket().upload(logoName(), body, OPTIONS)).error).toMatchObject({
        message: 'Please upload an image file',
      })
  })

  test.each([
    ['image/png', ''],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\n',
    ],
  ])('is refused while an endless body of %s is still being sent', async (type, start) => {
    const { status, sent } = await sendEndlessly(type, start)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(64 * MEGABYTE)
  })

  test('is believed when a header gives it: nothing is read', async () => {
    const { status, sent } = await sendEndlessly('image/png', '', 500 * MEGABYTE)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(64 * MEGABYTE)
  })

  test('does not open the other prefixes: they stay at 1 MB', async () => {
    const body = JSON.stringify({ reason: 'x'.repeat(MEGABYTE) })
    expect((await raw(server, '/rest/v1/tool_upvotes', { method: 'POST', body })).status).toBe(413)
  })

  /** Sends until there is an answer; how much had been taken off our hands by then. */
  function sendEndlessly(
    type: string,
    start: string,
    length?: number,
  ): Promise<{ status?: number; sent: number }> {
    return new Promise((resolve, reject) => {
      let sent = 0
      const out = request(`${server.url}/storage/v1/object/tool-logos/${logoName()}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.accessToken}`,
          'content-type': type,
          ...(length && { 'content-length': length }),
        },
      })
      let answer: IncomingMessage | undefined
      const done = () => {
        out.destroy()
        if (answer) resolve({ status: answer.statusCode, sent })
        else reject(new Error('no answer'))
      }
      out.on('response', (response) => {
        answer = response
        response.resume().on('end', done)
      })
      out.on('error', done)
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const push = (): void => {
        if (answer) return
        sent += chunk.length
        if (out.write(chunk)) setImmediate(push)
        else out.once('drain', push)
      }
      out.write(start)
      push()
    })
  }
})

describe('a name', () => {
  const send = (path: string, method = 'POST') =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      // As it is written: fetch would tidy it up.
      const headers = { authorization: `Bearer ${admin.accessToken}`, 'content-type': 'image/png' }
      const out = request({ hostname, port, path, method, headers }, (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      out.on('error', reject)
      out.end(method === 'POST' ? picture : undefined)
    })

  const names = [
    '..%2f..%2fevil.png',
    '%2e%2e%2fevil.png',
    '..%5cevil.png',
    '..\\evil.png',
    'folder/evil.png',
    'folder%2Fevil.png',
    '%2fetc%2fpasswd',
    '.hidden.png',
    '.tmp-x',
    'a..b.png',
    'nul%00.png',
    'new%0aline.png',
    'space%20.png',
    '%E0%A4%A.png',
    'caf%C3%A9.png',
    'a.png%3Fx',
    'con:stream.png',
    `${'x'.repeat(300)}.png`,
    '-rf.png',
    'dot.',
  ]
  test.each(names)('%s is refused for writing, removing and reading', async (name) => {
    for (const [path, method] of [
      [`/storage/v1/object/tool-logos/${name}`, 'POST'],
      [`/storage/v1/object/tool-logos/${name}`, 'DELETE'],
      [`${PUBLIC}/${name}`, 'GET'],
      [`/storage/v1/render/image/public/tool-logos/${name}?width=32`, 'GET'],
    ] as const) {
      const { status, body } = await send(path, method)
      expect([400, 404]).toContain(status)
      expect(JSON.parse(body)).toMatchObject({ statusCode: String(status), message: expect.any(String) })
    }
  })

  test.each(['/../evil.png', '/%2e%2e/evil.png', '/../../../../etc/passwd'])(
    'path %s leads nowhere',
    async (path) => {
      expect((await send(`/storage/v1/object/tool-logos${path}`)).status).toBeGreaterThanOrEqual(400)
      expect((await send(`${PUBLIC}${path}`, 'GET')).status).toBeGreaterThanOrEqual(400)
    },
  )

  test('that is refused is named', async () => {
    const answer = await send('/storage/v1/object/tool-logos/.hidden.png')
    expect(JSON.parse(answer.body)).toMatchObject({ statusCode: '400', message: 'Invalid key: .hidden.png' })
    const { error } = await bucket().remove(['../secrets/secret-key'])
    expect(error).toMatchObject({ status: 400 })
  })
})

describe('the bucket', () => {
  test('is told, and no other is there', async () => {
    const { data } = await admin.client.storage.listBuckets()
    expect(data).toEqual([
      expect.objectContaining({ id: 'tool-logos', public: true, file_size_limit: 2 * MEGABYTE }),
    ])
    expect((await admin.client.storage.getBucket('tool-logos')).data?.name).toBe('tool-logos')
    const { error } = await admin.client.storage.getBucket('secrets')
    expect(error).toMatchObject({ status: 404, message: 'Bucket not found' })
    const elsewhere = await admin.client.storage.from('secrets').upload('a.png', picture)
    expect(elsewhere.error).toMatchObject({ status: 404, message: 'Bucket not found' })
  })

  test('lists by name, a hundred from the beginning', async () => {
    const own = await startTestServer({ RATE_LIMITS: 'off' })
    try {
      const client = new StorageClient(`${own.url}/storage/v1`, { authorization: `Bearer ${own.secretKey}` })
      const logos = client.from('tool-logos')
      expect((await logos.list()).data).toEqual([])
      for (const name of ['b.png', 'a.png', 'c-2.png'])
        expect((await logos.upload(name, picture)).error).toBeNull()
      const names = async (...options: Parameters<typeof logos.list>) =>
        (await logos.list(...options)).data?.map(({ name }) => name)
      expect(await names()).toEqual(['a.png', 'b.png', 'c-2.png'])
      expect(await names('', { limit: 1, offset: 1 })).toEqual(['b.png'])
      expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
        'c-2.png',
        'b.png',
        'a.png',
      ])
      expect(await names('', { search: 'c' })).toEqual(['c-2.png'])
      expect(await names('folder')).toEqual([])
      expect((await logos.list('', { limit: -1 })).error).toMatchObject({ status: 400 })
    } finally {
      await own.close()
    }
  })

  test('tells of an object what it is', async () => {
    const name = await upload()
    const { data } = await bucket().info(name)
    expect(data).toMatchObject({
      name,
      bucketId: 'tool-logos',
      contentType: 'image/png',
      cacheControl: 'max-age=3600',
    })
  })

  test('answers calls it does not know with a clear refusal', async () => {
    const answers = [
      (await bucket().createSignedUrl('a.png', 60)).error,
      (await bucket().move('a.png', 'b.png')).error,
      (await bucket().copy('a.png', 'b.png')).error,
      (await bucket().createSignedUploadUrl('a.png')).error,
      (await admin.client.storage.createBucket('another')).error,
      (await admin.client.storage.deleteBucket('tool-logos')).error,
      (await admin.client.storage.emptyBucket('tool-logos')).error,
    ]
    for (const error of answers) {
      expect(error).toMatchObject({ message: expect.any(String) })
      expect(Number(error?.statusCode)).toBeGreaterThanOrEqual(400)
      expect(Number(error?.statusCode)).toBeLessThan(500)
    }
    for (const path of ['', '/', '/object', '/nothing', '/object/public', '/render/image/public']) {
      const answer = await raw(server, `/storage/v1${path}`)
      expect(answer.status).toBe(404)
    }
  })
})

describe('what is sent', () => {
  test('is not sent again to whoever has it', async () => {
    const name = await upload()
    const first = await get(name)
    const etag = first.headers.get('etag') ?? ''
    const modified = first.headers.get('last-modified') ?? ''
    const known = [
      ['if-none-match', etag],
      ['if-none-match', `W/${etag}, "x"`],
      ['if-modified-since', modified],
    ] as const
    for (const [header, value] of known) {
      const again = await get(name, { headers: { [header]: value } })
      expect(again.status).toBe(304)
      expect(again.headers.get('etag')).toBe(etag)
      expect(await again.text()).toBe('')
    }
    expect((await get(name, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('may be asked about by HEAD', async () => {
    const name = await upload()
    const answer = await get(name, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0)
    expect((await get(logoName(), { method: 'HEAD' })).status).toBe(404)
  })

  test('can do nothing but be looked at, and is saved when asked for', async () => {
    const name = await upload()
    const { headers } = await get(name)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect(headers.get('content-disposition')).toBe(`inline; filename="${name}"`)
    const saved = await get(`${name}?download=my logo.png`)
    expect(saved.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''my%20logo.png")
  })

  test('is for pages of every origin, as all of the API', async () => {
    const answer = await get(await upload())
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const preflight = await fetch(`${server.url}/storage/v1/object/tool-logos/${logoName()}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-upsert',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-upsert')
  })
})

test('writes are limited like others', async () => {
  const limited = await startTestServer()
  try {
    const person = await member(limited)
    const answer = await raw(
      limited,
      `/storage/v1/object/tool-logos/${logoName()}`,
      { method: 'POST' },
      person.accessToken,
    )
    expect(Number(answer.headers.get('ratelimit-limit'))).toBe(1000)
  } finally {
    await limited.close()
  }
})
