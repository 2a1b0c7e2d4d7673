import { expect, it } from 'vitest'
import { FACTS } from '#shared/tool-fields.ts'
import {
  cutText,
  mendAddress,
  mendAnswer,
  mendChoice,
  mendLetters,
  mendNumber,
  nameOfAddress,
  splitNames,
} from './heal-values.ts'
import { slugOfName } from './slug-of-name.ts'

it.each([
  ['https://tool.example/', 'https://tool.example/'],
  ['https://en.example.org/wiki/A_(b)', 'https://en.example.org/wiki/A_(b)'],
  ['example.com', 'https://example.com'],
  ['www.example.co.uk/a?b=c', 'https://www.example.co.uk/a?b=c'],
  ['//example.com/a', 'https://example.com/a'],
  ['http:/example.com', 'https://example.com'],
  ['ttps://example.com', 'https://example.com'],
  ['https;//example.com', 'https://example.com'],
  ['<https://example.com>', 'https://example.com'],
  ['"example.com"', 'https://example.com'],
  ['example .com', 'https://example.com'],
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['see example.com', 'see example.com'],
  ['https://a b.example', 'https://a b.example'],
  ['[Tool](https://example.com/a)', 'https://example.com/a'],
  ['Tool (https://example.com/a)', 'https://example.com/a'],
  ['<a href="https://example.com">Tool</a>', 'https://example.com'],
  ['https://example.com/?utm_source=a&UTM_Medium=b', 'https://example.com/'],
  ['https://example.com/?a=1&gclid=2&ref=3#c', 'https://example.com/?a=1#c'],
  ['https://example.com/?reference=1', 'https://example.com/?reference=1'],
  ['бюро.рф', 'https://бюро.рф'],
  ['', ''],
  ['nowhere', 'nowhere'],
  ['tool.exampl', 'tool.exampl'],
  ['me@example.com', 'me@example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['ftp://example.com', 'ftp://example.com'],
])('the address %j becomes %j', (address, mended) => {
  expect(mendAddress(address)).toBe(mended)
  expect(mendAddress(mended)).toBe(mended)
})

it.each([
  ['WÃ¼rfel', 'Würfel'],
  ['Donâ€™t', 'Don’t'],
  ['è§†é¢‘', '视频'],
  ['WÃƒÂ¼rfel', 'Würfel'],
  ['Würfel', 'Würfel'],
  ['Ãœbung – 視', 'Ãœbung – 視'],
  ['São Paulo', 'São Paulo'],
])('the letters of %j become %j', (text, mended) => {
  expect(mendLetters(text)).toBe(mended)
})

it.each([
  ['Würfelbecher', 'wuerfelbecher'],
  ['Игры', 'igry'],
  ['视频', 'shi-pin'],
  ['Crème Brûlée & Co.', 'creme-brulee-co'],
  ['C++ Tools', 'c-tools'],
  ['🎉', ''],
])('the slug of %j is %j', (name, slug) => {
  expect(slugOfName(name, 200)).toBe(slug)
})

it('is cut to its limit', () => {
  expect(slugOfName('视频'.repeat(100), 10)).toBe('shi-pin-sh')
  expect(cutText('one two three', 13)).toBe('one two three')
  expect(cutText('one two three', 10)).toBe('one two…')
  expect(cutText('😀'.repeat(12), 10)).toBe(`${'😀'.repeat(9)}…`)
})

it.each([
  ['pricing', 'Free plan, paid from $9', 'freemium'],
  ['pricing', '€9.99 / Monat', 'paid'],
  ['pricing', '$0', 'free'],
  ['pricing', 'Contact us', 'contact-sales'],
  ['pricing', 'who knows', undefined],
  ['platforms', 'Chrome Extension', 'browser-extension'],
  ['platforms', 'OS X', 'macos'],
  ['platforms', 'amiga', undefined],
])('%s %j is %j', (column, word, value) => {
  const fact = FACTS.find((each) => each.column === column)
  expect(fact && mendChoice(fact, word)).toBe(value)
})

it('reads answers, numbers, names and lists', () => {
  expect(['Ja', '✔️', 'checked', 'nein', '✗', 'perhaps'].map(mendAnswer)).toEqual([
    true,
    true,
    true,
    false,
    false,
    undefined,
  ])
  expect(['60 Minuten', '1,5 h', '1.000', '2-4', 'many'].map(mendNumber)).toEqual([
    '60',
    '1.5',
    undefined,
    undefined,
    undefined,
  ])
  expect(nameOfAddress('https://www.example.com/a')).toBe('Example')
  expect(splitNames('A, B;C')).toEqual(['A, B', 'C'])
  expect(splitNames('A, B\nC')).toEqual(['A, B', 'C'])
  expect(splitNames(' A,B, Software > C ')).toEqual(['A', 'B', 'C'])
})
