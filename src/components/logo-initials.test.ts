import { expect, it } from 'vitest'
import { initials, tintOf } from './logo-initials'

it('takes the first two letters, uppercased, an emoji being one', () => {
  expect(initials('whisper')).toBe('WH')
  expect(initials('X')).toBe('X')
  expect(initials('👏 Plaudit')).toBe('👏 ')
  expect(initials('')).toBe('')
})

it('gives a name one of ten tints, always the same, and uses them all', () => {
  const tints = Array.from({ length: 200 }, (_, n) => tintOf(`Tool ${n}`))
  expect(new Set(tints)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
  expect(tintOf('Whisper')).toBe(tintOf('Whisper'))
})
