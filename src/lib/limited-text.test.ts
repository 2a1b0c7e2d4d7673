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

it('cuts what was typed or pasted before the caret, not the end of the text', () => {
  expect(shortenText('abXcd', 4, 3)).toBe('abcd')
  expect(shortenText('ab12345cd', 6, 7)).toBe('ab12cd')
  expect(shortenText('ab👏👏👏cd', 5, 8)).toBe('ab👏cd')
  expect(shortenText('  abXcd  ', 4, 5)).toBe('  abcd  ')
})

it('cuts on where nothing that counts is before the caret', () => {
  expect(shortenText('  abcde', 4, 1)).toBe(' abcd')
  expect(shortenText('abcde', 4, 0)).toBe('abcd')
})

it('cuts at once what is followed or led by much white space', () => {
  const space = ' '.repeat(20_000)
  expect(shortenText(`abcde${space}`, 4)).toBe('abcd')
  expect(shortenText(`${space}abcde`, 4)).toBe(`${space}abcd`)
  expect(shortenText(`${space}abXcde`, 4, 20_003)).toBe(`${space}acde`)
})
