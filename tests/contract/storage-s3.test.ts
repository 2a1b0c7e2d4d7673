import { readdir, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { StartError } from '../../server/lib/config.ts'
import { administrator } from '../support/actors.ts'
import { logoName, PUBLIC, png, svg } from '../support/logos.ts'
import { startS3Server } from '../support/s3-server.ts'
import { closing, testServer } from '../support/test-file.ts'
import { startPageless, type TestServer } from '../support/test-server.ts'
import { addTool } from './rows.ts'

/** Logos in an S3-compatible bucket: the same calls, shared by processes, and its failures. */

const s3 = closing(await startS3Server())
const server = await testServer({ RATE_LIMITS: 'off', ...s3.env })
const admin = await administrator(server)
const picture = await png()
beforeEach(() => {
  s3.mode = 'up'
  s3.ignoresConditions = false
})
afterAll(async () => {
  s3.mode = 'up'
})

const bucket = () => admin.client.storage.from('tool-logos')
const get = (name: string) => fetch(`${server.url}${PUBLIC}/${name}`)
/** The folder of a site in the bucket. */
async function folderOf({ sql }: Pick<TestServer, 'sql'>): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from private.site_folder`
  return path.join(s3.folder, row?.id ?? '', 'tool-logos')
}
const inBucket = async () => (await readdir(await folderOf(server)).catch(() => [])).join(' ')

/** As if it had been uploaded yesterday. */
async function age(folder: string, ...names: string[]): Promise<void> {
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const file of await readdir(folder))
    if (names.some((name) => file.startsWith(name))) await utimes(path.join(folder, file), longAgo, longAgo)
}

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
  await age(await folderOf(server), used, unused)

  const second = await startPageless({ RATE_LIMITS: 'off', ...s3.env, DATABASE_URL: server.databaseUrl })
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

test('another site on the same bucket leaves our logos alone, and does not show them', async () => {
  const ours = logoName()
  expect((await bucket().upload(ours, picture)).error).toBeNull()
  await addTool(server.sql, { logo: bucket().getPublicUrl(ours).data.publicUrl })
  const first = await startPageless({ RATE_LIMITS: 'off', ...s3.env })
  const theirs = logoName()
  try {
    const person = await administrator(first)
    expect((await person.client.storage.from('tool-logos').upload(theirs, picture)).error).toBeNull()
    expect((await fetch(`${first.url}${PUBLIC}/${ours}`)).status).toBe(404)
    await age(await folderOf(server), ours)
    await age(await folderOf(first), theirs)
    const again = await startPageless({
      RATE_LIMITS: 'off',
      ...s3.env,
      DATABASE_URL: first.databaseUrl,
    })
    // Its first sweep removes what is its own.
    await expect.poll(async () => (await fetch(`${again.url}${PUBLIC}/${theirs}`)).status).toBe(404)
    await again.close()
    expect((await get(ours)).status).toBe(200)
  } finally {
    await first.close()
  }
})

test('a copy of a site is refused its logos at the start, until it takes its place', async () => {
  const original = await startPageless({
    ...{ RATE_LIMITS: 'off', PUBLIC_URL: 'https://tools.example' },
    ...s3.env,
  })
  const folder = path.dirname(await folderOf(original))
  const start = (PUBLIC_URL: string) =>
    startPageless({ RATE_LIMITS: 'off', ...s3.env, PUBLIC_URL, DATABASE_URL: original.databaseUrl })
  try {
    await (await start('https://tools.example')).close()
    for (const address of ['https://staging.example', 'http://127.0.0.1:3999']) {
      const said = await start(address).then(
        () => 'started',
        (error: unknown) => (error instanceof StartError ? error.message : error),
      )
      expect(said).toMatch(
        /^S3_BUCKET plaudit-logos: these logos belong to the site at https:\/\/tools\.example, of whose database this one is a copy\. Give the copy a bucket of its own; or, .* remove the object [-0-9a-f]{36}\/site\.txt from the bucket and start again$/,
      )
    }
    s3.mode = 'broken'
    const late = await start('https://staging.example')
    const person = await administrator({ ...late, sql: original.sql })
    s3.mode = 'up'
    const { error } = await person.client.storage.from('tool-logos').upload(logoName(), picture)
    expect(error).toMatchObject({ status: 503 })
    await late.close()

    for (const file of await readdir(folder))
      if (file.startsWith('site.txt')) await rm(path.join(folder, file))
    await (await start('https://staging.example')).close()
  } finally {
    s3.mode = 'up'
    await original.close()
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
    const other = await startPageless({ RATE_LIMITS: 'off', ...s3.env, ...wrong })
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
