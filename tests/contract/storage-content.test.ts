import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administrator, type Person } from '../support/actors.ts'
import { animation, logoName, PUBLIC, plain, png, pngClaiming, svg } from '../support/logos.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** What is kept of a file: the picture in it, as its bytes say and not as its name or header does, and nothing else. */
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
})
afterAll(() => server?.close())

/** Uploads and fetches what became of it; undefined data where it was refused. */
async function keep(body: Buffer, extension = 'png', contentType = 'image/png') {
  const name = logoName(extension)
  const { error } = await admin.client.storage.from('tool-logos').upload(name, body, { contentType })
  const answer = await fetch(`${server.url}${PUBLIC}/${name}`)
  if (error) {
    // What was refused is not there, not even half of it.
    expect(answer.status).toBe(404)
    return { error, kept: Buffer.alloc(0), text: '', type: null, headers: answer.headers }
  }
  const kept = Buffer.from(await answer.arrayBuffer())
  const { headers } = answer
  return { error, kept, text: kept.toString(), type: headers.get('content-type'), headers }
}

const NOT_AN_IMAGE = { status: 415, statusCode: '415', message: 'Please upload an image file' }
const MARKER = 'SECRET-MARKER'

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
      () => Buffer.concat([pngClaiming(8, 8), Buffer.from('<script>alert(1)</script>')]),
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
    ['a PNG of 4 billion by 1', () => pngClaiming(0xffffffff, 1)],
    ['a PNG of 5,000 by 5,000', () => pngClaiming(5000, 5000)],
    [
      'a GIF of 60,000 by 60,000',
      () =>
        Buffer.from([
          ...Buffer.from('GIF89a'),
          0x60,
          0xea,
          0x60,
          0xea,
          0,
          0,
          0,
          0x2c,
          0,
          0,
          0,
          0,
          1,
          0,
          1,
          0,
          0,
          2,
          1,
          0,
          0,
          0x3b,
        ]),
    ],
    ['a GIF of 600 frames', () => animation('gif', 600, 2)],
    ['a WebP of 600 frames', () => animation('webp', 600, 2)],
    ['a JPEG of 60,000 by 60,000', () => Buffer.from('ffd8ffc0000b08ea60ea6001011100', 'hex')],
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

describe('a drawing keeps its shapes and nothing that acts', () => {
  const FINE = '<circle cx="5" cy="5" r="4"/>'
  const hostile: [string, string][] = [
    ['a script', '<script>MARK()</script>'],
    ['a script in CDATA', '<script><![CDATA[MARK()]]></script>'],
    ['a script of another namespace', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">MARK()</h:script>'],
    ['a script under another prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">MARK()</s:script>'],
    ['a handler', '<g onload="MARK()" onclick="MARK()"><rect onmouseover="MARK()"/></g>'],
    ['a handler with a namespace', '<g xmlns:x="http://x" x:onload="MARK()"/>'],
    [
      'foreign content',
      '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://MARK.example"/></foreignObject>',
    ],
    ['a link', '<a href="javascript:MARK()"><rect/></a>'],
    [
      'a link by xlink',
      '<a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:MARK()"><rect/></a>',
    ],
    ['an external reference', '<use href="https://MARK.example/a.svg#x"/>'],
    [
      'an external reference by xlink',
      '<use xmlns:l="http://www.w3.org/1999/xlink" l:href="https://MARK.example/a.svg#x"/>',
    ],
    ['a data document', '<use href="data:image/svg+xml;base64,MARK#x"/>'],
    ['an external picture', '<image href="https://MARK.example/pixel.png" width="1" height="1"/>'],
    ['an embedded drawing', '<image href="data:image/svg+xml,MARK"/>'],
    ['an embedded something', '<image href="data:image/png;base64,TUFSSw=="/>'],
    ['a filter that fetches', '<filter id="f"><feImage href="https://MARK.example/"/></filter>'],
    [
      'an animation',
      '<animate attributeName="href" to="javascript:MARK()"/><set attributeName="onload" to="MARK()"/>',
    ],
    ['a handler by set', '<rect><set attributeName="fill" onbegin="MARK()"/></rect>'],
    ['an external fill', '<rect fill="url(https://MARK.example/#p)"/>'],
    ['an external fill in style', '<rect style="fill:url(//MARK.example/#p);stroke:red"/>'],
    ['an escaped address in style', '<rect style="fill:u\\72l(https://MARK.example/)"/>'],
    ['a style import', '<style>@import url(https://MARK.example/x.css);</style>'],
    ['a style import as text', '<style>@import "https://MARK.example/x.css"; .a{fill:red}</style>'],
    ['a font', '<style>@font-face{font-family:x;src:url(https://MARK.example/x.woff)}</style>'],
    ['a background', '<style>.a{background:url("https://MARK.example/")}</style>'],
    ['a background among comments', '<style>.a{background:u/**/rl(https://MARK.example/)}</style>'],
    ['an image set', '<style>.a{background:image-set("https://MARK.example/" 1x)}</style>'],
    ['an end of style', '<style>.a{fill:red}&lt;/style>&lt;script>MARK()&lt;/script></style>'],
    ['an old expression', '<rect style="width:expression(MARK())"/>'],
    ['a base', '<g xml:base="https://MARK.example/"><use href="#a"/></g>'],
    [
      'metadata',
      '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">MARK</rdf:RDF></metadata>',
    ],
    ['an editor’s namespace', '<g xmlns:i="http://inkscape" i:label="MARK" data-name="MARK"/>'],
    ['an embedded page', '<iframe src="https://MARK.example/"/><embed src="MARK"/><object data="MARK"/>'],
    ['a comment', '<!-- MARK -->'],
    ['a style sheet of its own', '<?xml-stylesheet href="https://MARK.example/x.css"?>'],
    ['sound and pictures that move', '<audio src="https://MARK.example/"/><video src="MARK"/>'],
  ]
  test.each(hostile)('%s is taken out', async (_what, content) => {
    const { error, text } = await keep(svg(content.replaceAll('MARK', MARKER) + FINE))
    expect(error).toBeNull()
    expect(text).not.toContain(MARKER)
    expect(text).not.toMatch(/script|javascript|onload|foreignObject|iframe|@import|https:|xlink/i)
    expect(text).toContain('<circle cx="5" cy="5" r="4"/>')
  })

  test('the document type goes, with its entities', async () => {
    const doctype =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">'
    const { error, text } = await keep(Buffer.concat([Buffer.from(doctype), svg()]))
    expect(error).toBeNull()
    expect(text).not.toContain('DOCTYPE')
  })

  const refused: [string, Buffer][] = [
    ['entities that read a file', withDoctype('<!ENTITY x SYSTEM "file:///etc/passwd">', '<text>&x;</text>')],
    ['entities that multiply', withDoctype('<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">', '<text>&b;</text>')],
    ['text that is not well-formed', svg('<g><rect></g>')],
    ['no end', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/>')],
    ['two roots', Buffer.concat([svg(), svg()])],
    [
      'bytes that are no text',
      Buffer.concat([
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'),
        Buffer.from([0xff, 0xfe, 0x80]),
      ]),
    ],
    ['uses that multiply', svg(multiplying(24))],
    ['a use of itself', svg('<g id="a"><use href="#a"/></g>')],
    ['depth', svg('<g>'.repeat(5000) + '</g>'.repeat(5000))],
    ['too many elements', svg('<g/>'.repeat(30_000))],
    ['another root', Buffer.from('<svg:g xmlns:svg="http://www.w3.org/2000/svg"/>')],
  ]
  test.each(refused)('%s: refused', async (_what, body) => {
    expect((await keep(body)).error).toMatchObject(NOT_AN_IMAGE)
  })

  test('shapes, gradients, classes, text and local references stay', async () => {
    const content = `<defs><linearGradient id="g" x1="0" x2="1"><stop offset="0" stop-color="#fff"/></linearGradient>
      <style>.cls-1{fill:url(#g);stroke:#123 !important}/* note */ text > tspan{font-family:"Geist", sans-serif}</style></defs>
      <path class="cls-1" d="M0 0L10 10Z" transform="rotate(3)"/><use href="#p"/><g id="p" filter="url(#f)"/>
      <rect style="fill:rgb(1,2,3);mask:url('#m')"/><text x="1">A &amp; B &lt;3</text>`
    const { error, text } = await keep(svg(content, 'width="64"'))
    expect(error).toBeNull()
    for (const part of [
      'xmlns="http://www.w3.org/2000/svg"',
      'width="64"',
      '<stop offset="0" stop-color="#fff"/>',
      '.cls-1{fill:url(#g);stroke:#123 !important}',
      'text &gt; tspan{font-family:&quot;Geist&quot;, sans-serif}',
      '<path class="cls-1" d="M0 0L10 10Z" transform="rotate(3)"/>',
      '<use href="#p"/>',
      'filter="url(#f)"',
      `style="fill:rgb(1,2,3);mask:url('#m')"`,
      'A &amp; B &lt;3',
    ])
      expect(text).toContain(part)
  })

  test('a picture within stays, without what it told', async () => {
    const photo = await plain(12)
      .withExif({ IFD0: { Artist: MARKER } })
      .jpeg()
      .toBuffer()
    const bomb = pngClaiming(30_000, 30_000).toString('base64')
    const { text } = await keep(
      svg(
        `<image width="9" href="data:image/jpeg;base64,${photo.toString('base64')}"/><image href="data:image/png;base64,${bomb}"/>`,
      ),
    )
    const [, embedded = ''] = /data:image\/jpeg;base64,([^"]+)/.exec(text) ?? []
    expect((await sharp(Buffer.from(embedded, 'base64')).metadata()).width).toBe(12)
    expect(Buffer.from(embedded, 'base64').includes(MARKER)).toBe(false)
    expect(text).not.toContain(bomb)
  })

  test('one that names no size of its own takes that of its view', async () => {
    const sizes = async (attributes: string) =>
      /^<svg[^>]*>/.exec((await keep(svg('<g/>', attributes))).text)?.[0]
    expect(await sizes('')).toContain('width="10" height="10"')
    expect(await sizes('width="100%" height="100%"')).toContain('width="10" height="10"')
    expect(await sizes('width="64"')).not.toContain('height')
  })

  test('UTF-16 with its mark is read', async () => {
    const text = Buffer.from(`\ufeff${svg().toString()}`, 'utf16le')
    expect((await keep(text)).error).toBeNull()
  })

  test('opened by itself it is a document that may do nothing', async () => {
    const { headers } = await keep(svg())
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  function withDoctype(subset: string, content: string): Buffer {
    return Buffer.concat([Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [${subset}]>`), svg(content)])
  }

  function multiplying(levels: number): string {
    let content = '<g id="l0"><rect/></g>'
    for (let level = 1; level <= levels; level++)
      content += `<g id="l${level}"><use href="#l${level - 1}"/><use href="#l${level - 1}"/></g>`
    return content
  }
})

test('a picture that takes its process down costs nothing but its own answer', async () => {
  const child = () => {
    const list = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(server.process.pid)], {
      encoding: 'utf8',
    })
    return Number(/^\s*(\d+).*image-child/m.exec(list.stdout)?.[1] ?? 0)
  }
  await keep(await png())
  const before = child()
  expect(before).toBeGreaterThan(0)
  // Stopped, so that it cannot be done before it is ended.
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
