import { expect, it } from 'vitest'
import { countCharacters, shortenText } from './limited-text'

it('counts an emoji as one character, trimmed', () => {
  expect(countCharacters(' 👏 ')).toBe(1)
})

it('keeps everything up to the limit unchanged', () => {
  expect(shortenText('  a b ', 3)).toBe('  a b ')
  expect(shortenText(`${'👏'.repeat(3)} `, 3)).toBe(`${'👏'.repeat(3)} `)
})

it('cuts the rest, never inside a character', () => {
  expect(shortenText(` ${'👏'.repeat(8)}`, 3)).toBe(` ${'👏'.repeat(3)}`)
})
