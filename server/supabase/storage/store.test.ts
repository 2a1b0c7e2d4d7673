import { expect, test } from 'vitest'
import { isLogoName } from './store.ts'

test.each(['a.png', 'A_b-9.webp', '0f-1.jpeg'])('%s is the name of a logo', (name) => {
  expect(isLogoName(name)).toBe(true)
})

test.each([
  ...[
    '../../evil.png',
    '..\\evil.png',
    'folder/evil.png',
    '/etc/passwd',
    '.hidden.png',
    '.tmp-x',
    'a..b.png',
  ],
  ...['nul\0.png', 'new\nline.png', 'space .png', 'café.png', 'a.png?x', 'con:stream.png', '-rf.png', 'dot.'],
  ...[`${'x'.repeat(300)}.png`, ''],
])('%j is none', (name) => {
  expect(isLogoName(name)).toBe(false)
})
