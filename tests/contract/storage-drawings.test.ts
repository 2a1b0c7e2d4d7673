import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administrator, type Person } from '../support/actors.ts'
import { plain, pngClaiming, svg } from '../support/logos.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { MARKER, NOT_AN_IMAGE, storageOf } from './storage.ts'

/** What is kept of a drawing: its shapes, and nothing that acts. */
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
})
afterAll(() => server?.close())

const { keep } = storageOf(() => ({ server, admin }))

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
