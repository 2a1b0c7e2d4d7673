import { describe, expect, test } from 'vitest'
import { administrator, member, raw, signToken, visitor } from '../support/actors.ts'
import { logoName, PUBLIC, png } from '../support/logos.ts'
import { testServer } from '../support/test-file.ts'
import { addTool } from './rows.ts'
import { bytes, OPTIONS, storageOf } from './storage.ts'

/** /storage/v1: uploads and removals as storage-js sends them, and who may make them. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)
const picture = await png()

const { bucket, get, upload } = storageOf(() => ({ server, admin }))

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

  // Visitors, members and other roles: role-doors.test.ts.
  const tokens: [string, number, () => Promise<string>][] = [
    ['a token of another secret', 401, () => signToken({ jwtSecret: 'another' }, { sub: admin.id })],
    ['a session that is no id', 401, () => signToken(server, { sub: admin.id, session_id: 'x' })],
    ['a token of nobody', 403, () => signToken(server, { sub: 'nobody' })],
    ['an anonymous role', 403, () => signToken(server, { sub: admin.id, role: 'anon' })],
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
