import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { animation, hostileDrawing, plain, png, pngClaiming, svg } from '../../tests/support/logos.ts'
import { ImageRefused, sniffImageType } from './image-type.ts'
import { createImages, ImagesBusyError } from './images.ts'

/** Only the image of a file is kept, with the type its bytes say; an SVG that can be drawn is kept unchanged (067). */
vi.setConfig({ testTimeout: 60_000 })

const MARKER = 'SECRET-MARKER'
const images = createImages(() => undefined)
afterAll(() => images.close())

/** As for an upload: what is kept, or why it is refused. */
async function keep(bytes: Buffer) {
  const type = sniffImageType(bytes)
  const nothing = { kept: Buffer.alloc(0), type, refused: 'no image' }
  if (!type) return nothing
  try {
    return { kept: await images.run({ kind: 'clean', type, bytes }), type, refused: undefined }
  } catch (error) {
    if (error instanceof ImageRefused) return { ...nothing, refused: error.reason }
    throw error
  }
}

test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s is one by its bytes', async (type) => {
  const { kept, ...told } = await keep(await plain().toFormat(type).toBuffer())
  expect(told).toEqual({ type: `image/${type}`, refused: undefined })
  expect((await sharp(kept).metadata()).format).toBe(type)
})

describe('no image is', () => {
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
  test.each(others)('%s', async (_what, make) => {
    expect((await keep(await make())).refused).toBe('no image')
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
    expect((await keep(body)).refused).toBe('too large')
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
    const { refused, kept } = await keep(await png(width, height))
    expect(refused).toBeUndefined()
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
    const { kept, refused } = await keep(before)
    expect(refused).toBeUndefined()
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
    const { kept, refused } = await keep(
      Buffer.concat([picture, Buffer.from(`<script>${MARKER}</script>PK\x03\x04`)]),
    )
    if (refused) expect(refused).toBe('no image')
    expect(kept.includes(MARKER)).toBe(false)
  })

  test.each(['gif', 'webp'] as const)('and an animated %s stays animated', async (type) => {
    const { kept, refused } = await keep(await animation(type, 5))
    expect(refused).toBeUndefined()
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

describe('a drawing is kept byte for byte', () => {
  const drawings: [string, Buffer][] = [
    ['a plain one', svg()],
    [
      'one that would act (tests/e2e/logos.spec.ts shows that it cannot)',
      hostileDrawing('https://a.example'),
    ],
    [
      'one with its document type',
      prefixed('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">'),
    ],
    ['one after a long comment', prefixed(`<?xml version="1.0"?>\n<!-- ${'made by '.repeat(1000)} -->`)],
    ['one in UTF-16 with its mark', Buffer.from(`\ufeff${svg().toString()}`, 'utf16le')],
    ['one of a size that names no pixels', svg('<rect/>', 'width="100%" height="100%"')],
    ['one that names a large size', svg('<rect/>', 'width="50000" height="50000"')],
    ['one that uses itself', svg('<g id="a"><use href="#a"/></g>')],
  ]
  test.each(drawings)('%s', async (_what, body) => {
    expect(await keep(body)).toEqual({ kept: body, type: 'image/svg+xml', refused: undefined })
  })
})

describe('a drawing is refused', () => {
  const refused: [string, Buffer][] = [
    [
      'entities that read a file',
      withEntities('<!ENTITY x SYSTEM "file:///etc/passwd">', '<text>&x;</text>'),
    ],
    ['entities that multiply', withEntities('<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">', '<text>&b;</text>')],
    ['text that is not well-formed', svg('<g><rect></g>')],
    ['no end', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/>')],
    ['two roots', Buffer.concat([svg(), svg()])],
    [
      'bytes that are no text',
      Buffer.concat([svg('<text>'), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from('</text></svg>')]),
    ],
    ['depth', svg('<g>'.repeat(5000) + '</g>'.repeat(5000))],
    ['too many elements', svg('<g/>'.repeat(30_000))],
    [
      'a document type that ends elsewhere than it seems',
      withEntities(`<!ENTITY x "]>${svg()}<?p ">`, '<?q?>'),
    ],
    ['another in an instruction', withEntities(`<?p ]>${svg()}<?q ?>`, '')],
    ['another root', Buffer.from('<svg:g xmlns:svg="http://www.w3.org/2000/svg"/>')],
    ['another namespace', Buffer.from('<svg xmlns="http://a.example" viewBox="0 0 9 9"><rect/></svg>')],
    ['no area', svg('<rect/>', 'width="0" height="0"')],
    ['an endless area', Buffer.from(svg().toString().replace('0 0 10 10', '0 0 1e9 1e9'))],
  ]
  test.each(refused)('%s', async (_what, body) => {
    expect((await keep(body)).refused).toBe('no image')
  })

  test('what takes too long to draw', async () => {
    // On a slow machine drawing times out before librsvg has counted the references.
    const told = await keep(svg(multiplying(24))).catch((error: unknown) => error)
    if (!(told instanceof ImagesBusyError)) expect(told).toMatchObject({ refused: 'no image' })
  })
})

function prefixed(prolog: string): Buffer {
  return Buffer.concat([Buffer.from(prolog), svg()])
}

function withEntities(subset: string, content: string): Buffer {
  return Buffer.concat([Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [${subset}]>`), svg(content)])
}

function multiplying(levels: number): string {
  let content = '<g id="l0"><rect/></g>'
  for (let level = 1; level <= levels; level++)
    content += `<g id="l${level}"><use href="#l${level - 1}"/><use href="#l${level - 1}"/></g>`
  return content
}
