import { StorageClient } from '@supabase/storage-js'
import { describe, expect, test } from 'vitest'
import { administrator, type Client, member, raw, visitor } from '../support/actors.ts'
import { logoName, MEGABYTE, png } from '../support/logos.ts'
import { testServer } from '../support/test-file.ts'
import { storageOf } from './storage.ts'

/** /storage/v1: information about the bucket and its objects, and how a logo is sent. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)
const picture = await png()

const { bucket, get, upload } = storageOf(() => ({ server, admin }))

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

  test('lists for administrators and the secret key alone, and serves everybody by name', async () => {
    const name = await upload()
    const headers = { authorization: `Bearer ${server.secretKey}` }
    const service = new StorageClient(`${server.url}/storage/v1`, headers).from('tool-logos')
    expect((await service.list('', { search: name.slice(0, 9) })).data?.map((entry) => entry.name)).toEqual([
      name,
    ])
    expect((await service.list('', { limit: -1 })).error).toMatchObject({ status: 400 })
    const listed = ({ storage }: Client) => storage.from('tool-logos').list()
    expect((await listed(admin.client)).data?.map((entry) => entry.name)).toContain(name)
    expect((await listed((await member(server)).client)).error).toMatchObject({ status: 403 })
    expect((await listed(visitor(server))).error).toMatchObject({ status: 401 })
    expect((await get(name)).status).toBe(200)
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

  test('says of calls it has not what it has instead', async () => {
    const name = await upload()
    const logos = bucket()
    const { storage } = admin.client
    for (const { error } of [
      await logos.createSignedUrl(name, 60),
      await logos.createSignedUrls([name], 60),
      await logos.createSignedUploadUrl(logoName()),
      await logos.uploadToSignedUrl(logoName(), 'token', picture),
      await logos.move(name, logoName()),
      await logos.copy(name, logoName()),
      await logos.listV2(),
    ])
      expect(error).toMatchObject({
        status: 400,
        message: expect.stringMatching(/^This storage has no such call/),
      })
    for (const { error } of [
      await storage.createBucket('another'),
      await storage.deleteBucket('tool-logos'),
      await storage.emptyBucket('tool-logos'),
    ])
      expect(error).toMatchObject({ statusCode: expect.stringMatching(/^4/), message: expect.any(String) })
    expect((await logos.exists(name)).data).toBe(true)
    for (const path of ['', '/', '/object', '/nothing', '/object/public', '/render/image/public'])
      expect((await raw(server, `/storage/v1${path}`)).status).toBe(404)
  })
})

describe('what is sent', () => {
  test('is not sent again to a client that has it', async () => {
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
      expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
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

  test('is saved when that is asked for', async () => {
    const name = await upload()
    const { headers } = await get(name)
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
