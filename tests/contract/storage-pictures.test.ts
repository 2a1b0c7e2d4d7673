import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administrator, type Person } from '../support/actors.ts'
import { animation, plain, png, pngClaiming, svg } from '../support/logos.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { MARKER, NOT_AN_IMAGE, storageOf } from './storage.ts'

/** Only the image of a file is stored, with the type its bytes say, not its name or header. */
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
})
afterAll(() => server?.close())

const { keep } = storageOf(() => ({ server, admin }))

describe('the bytes decide the type', () => {
  const pictures: [string, () => Promise<Buffer>][] = [
    ['image/png', () => png()],
    ['image/jpeg', () => plain().jpeg().toBuffer()],
    ['image/webp', () => plain().webp().toBuffer()],
    ['image/gif', () => plain().gif().toBuffer()],
    ['image/svg+xml', async () => svg()],
  ]
  test.each(pictures)('%s is served as that, whatever it was called', async (type, make) => {
    for (const [extension, header] of [
      ['png', type],
      ['html', 'text/html'],
      ['jpg', 'image/svg+xml'],
    ] as const) {
      const answer = await keep(await make(), extension, header)
      expect(answer.error).toBeNull()
      expect(answer.type).toBe(type)
    }
  })

  const others: [string, () => Promise<Buffer> | Buffer][] = [
    ['HTML', () => Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>')],
    [
      'HTML with a drawing in it',
      () => Buffer.from('<html><body><svg xmlns="http://www.w3.org/2000/svg"/></body></html>'),
    ],
    ['a script', () => Buffer.from('alert(1)')],
    ['a PDF', () => Buffer.from('%PDF-1.7\n')],
    ['BMP', () => Buffer.from('BM6\0\0\0\0\0')],
    ['TIFF', () => plain().tiff().toBuffer()],
    ['AVIF', () => plain().avif().toBuffer()],
    [
      'the beginning of a PNG and no more',
      () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ],
    ['a PNG that ends in the middle', async () => (await noise('png')).subarray(0, 2000)],
    ['a JPEG that ends in the middle', async () => (await noise('jpeg')).subarray(0, 2000)],
    ['a GIF that ends in the middle', async () => (await noise('gif')).subarray(0, 2000)],
    ['a WebP that ends in the middle', async () => (await noise('webp')).subarray(0, 2000)],
    [
      'a PNG header before HTML',
      async () =>
        Buffer.concat([(await pngClaiming(8, 8)).subarray(0, 33), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a GIF header before a script', () => Buffer.from('GIF89a/*;*/=1;alert(1)')],
    ['RIFF that is no WebP', () => Buffer.from('RIFF\x10\0\0\0WAVEfmt ')],
    ['zeros', () => Buffer.alloc(1000)],
  ]
  test.each(others)('%s is no image', async (_what, make) => {
    expect((await keep(await make())).error).toMatchObject(NOT_AN_IMAGE)
  })

  const noise = (type: 'png' | 'jpeg' | 'gif' | 'webp') =>
    sharp({
      create: {
        width: 128,
        height: 128,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .toFormat(type)
      .toBuffer()
})

describe('what would unpack to too much is refused by its header', () => {
  const bombs: [string, () => Promise<Buffer> | Buffer][] = [
    ['a PNG of 30,000 by 30,000', () => pngClaiming(30_000, 30_000)],
    ['a PNG of 2 million by 1', () => pngClaiming(2_000_000, 1)],
    ['a PNG of 5,000 by 5,000', () => pngClaiming(5000, 5000)],
    [
      'a GIF of 60,000 by 60,000',
      () => Buffer.from('47494638396160ea60ea0000002c0000000060ea60ea0002024401003b', 'hex'),
    ],
    ['a GIF of 600 frames', () => animation('gif', 600, 2)],
    ['a WebP of 600 frames', () => animation('webp', 600, 2)],
    ['a JPEG of 60,000 by 60,000', jpegClaiming60000],
  ]
  test.each(bombs)('%s', async (_what, make) => {
    const body = await make()
    const asked = performance.now()
    const { error } = await keep(body)
    expect(error).toMatchObject({
      status: 400,
      message: 'The image has too many pixels or frames for a logo',
    })
    expect(performance.now() - asked).toBeLessThan(5000)
  })

  async function jpegClaiming60000(): Promise<Buffer> {
    const picture = await plain().jpeg().toBuffer()
    const frame = picture.indexOf('ffc0', 0, 'hex')
    picture.writeUInt16BE(60_000, frame + 5)
    picture.writeUInt16BE(60_000, frame + 7)
    return picture
  }

  test.each([
    [4096, 4096, 2048, 2048],
    [8192, 1000, 2048, 250],
    [2048, 2048, 2048, 2048],
  ])('a logo of %i by %i is not, and is kept as %i by %i', async (width, height, keptWidth, keptHeight) => {
    const { error, kept } = await keep(await png(width, height))
    expect(error).toBeNull()
    expect(await sharp(kept).metadata()).toMatchObject({ width: keptWidth, height: keptHeight })
  })
})

describe('nothing but the picture is kept', () => {
  const withExif = (type: 'jpeg' | 'png' | 'webp') =>
    plain(40, 20)
      .withExif({ IFD0: { Artist: MARKER }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .toFormat(type)
      .toBuffer()

  test.each(['jpeg', 'png', 'webp'] as const)('of a %s with name and place in it', async (type) => {
    const before = await withExif(type)
    expect((await sharp(before).metadata()).exif).toBeDefined()
    expect(before.includes(MARKER)).toBe(true)
    const { kept, error } = await keep(before)
    expect(error).toBeNull()
    const after = await sharp(kept).metadata()
    expect([after.exif, after.xmp, after.iptc, after.comments]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(kept.includes(MARKER)).toBe(false)
    expect(after).toMatchObject({ width: 40, height: 20 })
  })

  test('of a picture on its side, which is turned upright', async () => {
    const { kept } = await keep(await plain(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer())
    const { width, height, orientation } = await sharp(kept).metadata()
    expect([width, height, orientation ?? 1]).toEqual([20, 40, 1])
  })

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('of a %s with another file behind it', async (type) => {
    const picture = await plain().toFormat(type).toBuffer()
    const { kept, error } = await keep(
      Buffer.concat([picture, Buffer.from(`<script>${MARKER}</script>PK\x03\x04`)]),
    )
    if (error) expect(error).toMatchObject(NOT_AN_IMAGE)
    expect(kept.includes(MARKER)).toBe(false)
  })

  test.each(['gif', 'webp'] as const)('and an animated %s stays animated', async (type) => {
    const { kept, error } = await keep(await animation(type, 5))
    expect(error).toBeNull()
    const after = await sharp(kept, { animated: true }).metadata()
    expect(after).toMatchObject({ pages: 5, format: type, pageHeight: 32, delay: [80, 80, 80, 80, 80] })
  })

  test('and what is transparent stays transparent', async () => {
    const clear = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 9, g: 8, b: 7, alpha: 0.5 } },
    })
      .png()
      .toBuffer()
    const { kept } = await keep(clear)
    expect(await sharp(kept).raw().toBuffer()).toEqual(await sharp(clear).raw().toBuffer())
  })
})

test('a picture that takes its process down costs nothing but its own answer', async () => {
  const child = () => {
    const list = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], {
      encoding: 'utf8',
    })
    return Number(/^\s*(\d+).*image-child/m.exec(list.stdout)?.[1] ?? 0)
  }
  await keep(await png())
  const before = child()
  expect(before).toBeGreaterThan(0)
  // Stopped, so that it cannot finish before it is killed.
  process.kill(before, 'SIGSTOP')
  const killed = keep(await png())
  await sleep(300)
  process.kill(before, 'SIGKILL')
  expect((await killed).error).toMatchObject({
    status: 503,
    message: 'The image could not be processed. Please try again.',
  })
  expect((await keep(await png())).error).toBeNull()
  expect(child()).not.toBe(before)
  expect(server.output()).toContain('an image could not be processed')
})
