import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administrator, type Person } from '../support/actors.ts'
import { hostileDrawing, svg } from '../support/logos.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { NOT_AN_IMAGE, storageOf } from './storage.ts'

/** An SVG that can be rendered is stored unchanged, and served so that nothing in it runs (docs/decisions/067). */
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
})
afterAll(() => server?.close())

const { keep } = storageOf(() => ({ server, admin }))

describe('kept byte for byte', () => {
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
    const { error, kept, type } = await keep(body)
    expect(error).toBeNull()
    expect(kept).toEqual(body)
    expect(type).toBe('image/svg+xml')
  })
})

test('what is served may do nothing, as a document or as anything else', async () => {
  const { headers } = await keep(svg())
  expect(headers.get('content-type')).toBe('image/svg+xml')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
})

describe('refused', () => {
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
    expect((await keep(body)).error).toMatchObject(NOT_AN_IMAGE)
  })

  test('what takes too long to draw', async () => {
    // On a slow machine rendering times out before librsvg has counted the references.
    expect([415, 503]).toContain((await keep(svg(multiplying(24)))).error?.status)
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
