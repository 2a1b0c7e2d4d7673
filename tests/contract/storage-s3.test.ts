import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { administrator, type Person } from '../support/actors.ts'
import { freePort } from '../support/free-port.ts'
import { logoName, PUBLIC, png, svg } from '../support/logos.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { startServerProcess, startTestServer, type TestServer } from '../support/test-server.ts'
import { addTool } from './rows.ts'

/** Logos in an S3-compatible bucket: the same calls, shared by processes, and its failures. */
vi.setConfig({ testTimeout: 60_000 })

let s3: S3Server
let server: TestServer
let admin: Person
let picture: Buffer
beforeAll(async () => {
  s3 = await startS3Server()
  server = await startTestServer({ RATE_LIMITS: 'off', ...s3.env })
  admin = await administrator(server)
  picture = await png()
})
beforeEach(() => {
  s3.mode = 'up'
  s3.ignoresConditions = false
})
afterAll(async () => {
  s3.mode = 'up'
  await server?.close()
  await s3?.close()
})

const bucket = () => admin.client.storage.from('tool-logos')
const get = (name: string) => fetch(`${server.url}${PUBLIC}/${name}`)
const inBucket = async () => (await readdir(path.join(s3.folder, 'tool-logos')).catch(() => [])).join(' ')

test('an upload lies in the bucket, is served with its type and time, listed and removed', async () => {
  const name = logoName()
  const { error } = await bucket().upload(name, picture, { cacheControl: '60' })
  expect(error).toBeNull()
  expect(await inBucket()).toContain(name)
  const answer = await get(name)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
  const again = await fetch(`${server.url}${PUBLIC}/${name}`, {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  expect((await bucket().list()).data?.map((entry) => entry.name)).toContain(name)
  const sized = await fetch(`${server.url}/storage/v1/render/image/public/tool-logos/${name}?width=16`)
  expect((await sharp(Buffer.from(await sized.arrayBuffer())).metadata()).width).toBe(16)
  expect((await bucket().remove([name, logoName()])).data?.map((entry) => entry.name)).toEqual([name])
  expect((await get(name)).status).toBe(404)
  expect(await inBucket()).not.toContain(name)
})

test('a drawing comes back as it was, and may do nothing', async () => {
  const name = logoName('svg')
  await bucket().upload(name, svg('<script>alert(1)</script><rect/>'))
  const answer = await get(name)
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(await answer.text()).toBe(svg('<script>alert(1)</script><rect/>').toString())
})

test.each([false, true])(
  'no name is written over, also where conditions are not known (%s)',
  async (ignores) => {
    s3.ignoresConditions = ignores
    const name = logoName()
    expect((await bucket().upload(name, picture)).error).toBeNull()
    const second = await bucket().upload(name, await png(20), { upsert: true })
    expect(second.error).toMatchObject({ status: 409, message: 'The resource already exists' })
  },
)

test('of twelve uploads of one name at once one is kept', async () => {
  const name = logoName()
  const answers = await Promise.all(Array.from({ length: 12 }, () => bucket().upload(name, picture)))
  expect(answers.filter(({ error }) => !error)).toHaveLength(1)
  expect(answers.filter(({ error }) => error?.message === 'The resource already exists')).toHaveLength(11)
})

test('a second process with a folder of its own shows what the first was given, and both clean up once', async () => {
  const [used, unused, fresh] = [logoName(), logoName(), logoName()]
  for (const name of [used, unused, fresh]) expect((await bucket().upload(name, picture)).error).toBeNull()
  await addTool(server.sql, { logo: bucket().getPublicUrl(used).data.publicUrl })
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
  const folder = path.join(s3.folder, 'tool-logos')
  for (const file of await readdir(folder))
    if (file.startsWith(used) || file.startsWith(unused))
      await utimes(path.join(folder, file), longAgo, longAgo)

  const second = await startServerProcess({ RATE_LIMITS: 'off', ...s3.env, DATABASE_URL: server.databaseUrl })
  try {
    expect((await fetch(`${second.url}${PUBLIC}/${used}`)).status).toBe(200)
    for (let waited = 0; waited < 10_000 && (await get(unused)).status === 200; waited += 100)
      await sleep(100)
    expect((await get(unused)).status).toBe(404)
    expect((await get(used)).status).toBe(200)
    expect((await get(fresh)).status).toBe(200)
  } finally {
    await second.close()
  }
})

describe('when the service', () => {
  test.each(['down', 'broken', 'silent'] as const)('is %s', async (mode) => {
    const name = logoName()
    expect((await bucket().upload(name, picture)).error).toBeNull()
    s3.mode = mode
    const asked = performance.now()
    const [upload, read, sized, listed, removed] = await Promise.all([
      bucket().upload(logoName(), picture),
      get(name),
      fetch(`${server.url}/storage/v1/render/image/public/tool-logos/${name}?width=16`),
      bucket().list(),
      bucket().remove([name]),
    ])
    expect(performance.now() - asked).toBeLessThan(15_000)
    for (const { error } of [upload, listed, removed])
      expect(error).toMatchObject({
        status: 503,
        message: 'The logos cannot be reached at the moment. Please try again.',
      })
    for (const answer of [read, sized]) {
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(await answer.json()).toMatchObject({ statusCode: '503' })
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(server.output()).toContain('the logo store failed')
    expect(server.output()).not.toContain(s3.env.S3_SECRET_ACCESS_KEY)

    s3.mode = 'up'
    expect((await get(name)).status).toBe(200)
    expect((await bucket().remove([name])).data).toHaveLength(1)
  })

  test.each([
    [{ S3_SECRET_ACCESS_KEY: 'wrong' }, 'SignatureDoesNotMatch'],
    [{ S3_BUCKET: 'no-such-bucket' }, 'NoSuchBucket'],
  ])('refuses us (%o), the log says why', async (wrong, reason) => {
    const other = await startServerProcess({ RATE_LIMITS: 'off', ...s3.env, ...wrong })
    try {
      const person = await administrator(other)
      const { error } = await person.client.storage.from('tool-logos').upload(logoName(), picture)
      expect(error).toMatchObject({ status: 503 })
      expect(other.output()).toContain(reason)
    } finally {
      await other.close()
    }
  })
})

test('settings that are not whole are named one a line', async () => {
  const process = spawnServer({
    PORT: String(await freePort()),
    S3_ENDPOINT: 'https://s3.example.org/with/path',
    S3_BUCKET: 'Not A Bucket',
    S3_REGION: 'eu central',
  })
  expect(await process.ended).toBe(1)
  const lines = process.output().trim().split('\n')
  expect(lines.filter((line) => line.startsWith('plaudit: S3_'))).toEqual(lines)
  expect(lines.map((line) => line.split(' ')[1])).toEqual(
    expect.arrayContaining(['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION']),
  )
  const half = spawnServer({ PORT: String(await freePort()), S3_ENDPOINT: 'https://s3.example.org' })
  expect(await half.ended).toBe(1)
  expect(half.output().trim().split('\n')).toEqual([
    'plaudit: S3_BUCKET is needed when another S3_ variable is set',
    'plaudit: S3_ACCESS_KEY_ID is needed when another S3_ variable is set',
    'plaudit: S3_SECRET_ACCESS_KEY is needed when another S3_ variable is set',
  ])
})
