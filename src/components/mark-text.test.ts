import { expect, it } from 'vitest'
import { markText, splitMarked } from './mark-text'

it('finds the whole query in a name, in any case and at any place', () => {
  expect(markText('Perplexity', 'PER')).toEqual(['', 'Per', 'plexity'])
  expect(markText('Whisper', 'per')).toEqual(['Whis', 'per', ''])
  expect(markText('100% (a.b)', '% (a.')).toEqual(['100', '% (a.', 'b)'])
})

it('finds the words of a query, each as a whole word or the beginning of one', () => {
  expect(markText('Otter, the meeting notes', 'notes of meetings, meet')).toEqual([
    'Otter, the ',
    'meeting',
    ' ',
    'notes',
    '',
  ])
  expect(markText('Ün Café', 'café ün')).toEqual(['', 'Ün', ' ', 'Café', ''])
})

it.each([
  ['part of another word', 'Writesonic', 'sonic draw'],
  ['a short word that begins another', 'Forma', 'for my'],
  ['one letter', 'A B', 'x b a'],
  ['no text', 'abc', ' '],
  ['a pattern', 'abc', '.*'],
  ['a name whose lower case has another length', 'İstanbul', 'stan'],
])('marks nothing for %s', (_what, name, query) => {
  const [whole, ...marked] = markText(name, query)
  expect({ whole, marked }).toEqual({ whole: name, marked: [] })
})

it('loses and adds nothing: the parts of a name are the name', () => {
  for (const query of ['', 'ai', 'image ai', 'art–studio', '(pro)'])
    expect(markText('AI Art–Studio (Pro) image', query).join('')).toBe('AI Art–Studio (Pro) image')
})

it('splits at the marks of the database', () => {
  expect(splitMarked('a \u0002b\u0003 c')).toEqual(['a ', 'b', ' c'])
})
