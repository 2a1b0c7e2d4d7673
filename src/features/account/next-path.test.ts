import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeNextPath } from './next-path'

describe('where a sign-in leads', () => {
  it.each(['/', '/profile', '/tools/whisper?x=1#reasons', '/categories/speech%20audio'])(
    'back to %s',
    (path) => {
      expect(safeNextPath(path)).toBe(path)
    },
  )

  it.each([
    undefined,
    '',
    'profile',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    42,
  ])('home instead of %j', (path) => {
    expect(safeNextPath(path)).toBe('/')
  })

  it('never leaves the site, for any path', () => {
    const twisted = fc.array(
      fc.constantFrom('/', '\\', '\t', '\n', '\r', '.', '@', ':', 'https:', 'evil.example', '%2f'),
    )
    fc.assert(
      fc.property(twisted, (parts) => {
        const site = 'https://plaudit.example'
        expect(new URL(safeNextPath(`/${parts.join('')}`), site).origin).toBe(site)
      }),
    )
  })
})
