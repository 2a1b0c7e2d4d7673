import { afterEach, describe, expect, test } from 'vitest'
import { NO_SETTINGS, resolveSite } from '#shared/site.ts'
import { logoAddress, logoSource, previewLogo } from './logo-url'

const PLAUDIT = Symbol.for('plaudit en')
afterEach(() => Reflect.deleteProperty(globalThis, PLAUDIT))

/** The environment as the server provides it. */
function offer(apiUrl = 'https://tools.example.org'): void {
  const environment = {
    publicUrl: 'https://tools.example.org',
    apiUrl,
    publishableKey: 'k',
    overrides: {},
  }
  Reflect.set(globalThis, PLAUDIT, {
    environment,
    fetch,
    site: async () => resolveSite(NO_SETTINGS, {}),
    respond: (text: string) => new Response(text),
    report: () => undefined,
  })
}

const NAME = '0190-17.png'
const OBJECT = `/storage/v1/object/public/tool-logos/${NAME}`
const RENDER = `/storage/v1/render/image/public/tool-logos/${NAME}`

describe('a logo of our own storage', () => {
  test.each([
    `https://tools.example.org${OBJECT}`,
    `http://127.0.0.1:3000${OBJECT}`,
    `https://the.old.name:8443${OBJECT}?x=1`,
    OBJECT,
  ])('is asked of this site in the size it is shown in: %s', (logo) => {
    offer()
    expect(logoSource(logo, 56)).toEqual({
      src: `${RENDER}?width=56&height=56&resize=contain`,
      srcSet: `${RENDER}?width=112&height=112&resize=contain 2x`,
    })
    expect(logoAddress(logo)).toBe(OBJECT)
    expect(previewLogo(logo)).toBe(OBJECT)
  })
})

test('a logo shown smaller on telephones is offered in their size too', () => {
  offer()
  const sized = (side: number) => `${RENDER}?width=${side}&height=${side}&resize=contain ${side}w`
  expect(logoSource(OBJECT, 56, 44)).toEqual({
    src: `${RENDER}?width=56&height=56&resize=contain`,
    srcSet: [sized(56), sized(88), sized(112)].join(),
    sizes: '(width<48rem)44px,56px',
  })
})

describe('any other logo is unchanged', () => {
  test.each([
    'https://cdn.example.com/logo.png',
    '/favicon.svg',
    `https://abc.supabase.co${OBJECT}`,
    'https://x.example/storage/v1/object/public/avatars/a.png',
    'https://x.example/storage/v1/object/public/tool-logos/a/b.png',
    'https://x.example/storage/v1/object/public/tool-logos/%2e%2e%2fsecret',
    'not an address',
  ])('%s', (logo) => {
    offer()
    expect(logoSource(logo, 32)).toEqual({ src: logo })
    expect(logoAddress(logo)).toBe(logo)
  })

  test('and so are all with a hosted project', () => {
    offer('https://abc.example')
    expect(logoSource(`https://abc.example${OBJECT}`, 32)).toEqual({ src: `https://abc.example${OBJECT}` })
  })
})

test('an SVG is not used for previews', () => {
  offer()
  expect(previewLogo('https://x.example/logo.svg?v=2')).toBeNull()
  expect(previewLogo(null)).toBeNull()
})
