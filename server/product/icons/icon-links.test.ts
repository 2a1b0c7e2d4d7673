import { describe, expect, test } from 'vitest'
import { iconLinks, iconsOfManifest } from './icon-links.ts'

const at = 'https://tool.example/en/index.html'
const links = (head: string) => iconLinks(`<!doctype html><html><head>${head}</head><body></body>`, at)
const CONVENTION = 'https://tool.example/apple-touch-icon.png'

describe('of a page', () => {
  test('drawn icons come first, then the manifest, touch icons by size, large icons and the picture for sharing', () => {
    const found = links(`
      <meta property="og:image" content="/share.png">
      <link rel="icon" sizes="16x16" href="/16.png"><link rel="icon" sizes="192x192" href="192.png">
      <link rel="apple-touch-icon" sizes="120x120" href="/120.png"><link rel="apple-touch-icon" sizes="180x180" href="/180.png">
      <link rel="manifest" href="/site.webmanifest">
      <link rel="SHORTCUT ICON" type="image/svg+xml" href="//cdn.example/icon?v=1"><link rel="icon" href="/b.svg?x">`)
    expect(found).toEqual({
      best: ['https://cdn.example/icon?v=1', 'https://tool.example/b.svg?x'],
      manifest: 'https://tool.example/site.webmanifest',
      others: [
        ...['https://tool.example/180.png', 'https://tool.example/120.png'],
        ...['https://tool.example/en/192.png', 'https://tool.example/share.png'],
      ],
    })
  })

  test('without a touch icon that at the usual address is tried', () => {
    expect(links('')).toEqual({ best: [], manifest: undefined, others: [CONVENTION] })
  })

  test('addresses are read from its base', () => {
    expect(links('<base href="/app/"><link rel=icon href=i.svg>').best).toEqual([
      'https://tool.example/app/i.svg',
    ])
  })

  test('one for dark pages, of one colour for a pin, in the address itself, of another protocol or in the body is none', () => {
    const found = links(`
      <link rel="icon" href="/dark.svg" media="(prefers-color-scheme: dark)"><link rel="mask-icon" href="/mask.svg">
      <link rel="icon" href="data:image/svg+xml,<svg/>"><link rel="icon" href="file:///x.svg"><link rel="icon" href="">
      <div><link rel="icon" href="/body.svg"></div>`)
    expect(found.best).toEqual([])
  })
})

describe('of a manifest', () => {
  test('the smallest that are large enough and for any purpose come first', () => {
    const icons = [
      ...[{ src: '512.png', sizes: '512x512' }, { src: '48.png', sizes: '48x48' }, { src: 'none.png' }],
      ...[
        { src: 'mask.png', sizes: '192x192', purpose: 'maskable' },
        { src: '/192.png', sizes: '192x192', purpose: 'any maskable' },
      ],
      { src: 'javascript:alert(1)', sizes: '256x256' },
    ]
    expect(iconsOfManifest(JSON.stringify({ icons }), 'https://tool.example/m/site.json')).toEqual([
      'https://tool.example/192.png',
      'https://tool.example/m/512.png',
    ])
  })

  test.each([
    '',
    'no',
    '[]',
    '{}',
    '{"icons":5}',
    '{"icons":[null]}',
    '{"icons":[{"src":5,"sizes":"192x192"}]}',
  ])('there are none in %j', (text) => expect(iconsOfManifest(text, at)).toEqual([]))
})
