import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactLine, exactLines, plainAddress, plainLabel, plainParagraph } from './clean-text.ts'

describe('plainParagraph', () => {
  it.each([
    ['App &#9989; Fast &amp; Free', 'App ✅ Fast & Free'],
    ['Twice encoded: Q&amp;amp;A', 'Twice encoded: Q&A'],
    ['AT&T, R&D and &unknown; stay', 'AT&T, R&D and &unknown; stay'],
    [
      'A [link](https://a.example), an ![image](b.png) and **strong _words_**',
      'A link, an image and strong words',
    ],
    ['Runs `npm start`, ~~slowly~~ fast', 'Runs npm start, slowly fast'],
    ['# Heading\n\nFirst.\nSecond.\n\n> Quoted', 'Heading First. Second. Quoted'],
    ['- one\n- [x] two\n* three', 'one two three'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b 1 2'],
    ['```js\nlet snake_case = 1\n```', 'let snake_case = 1'],
    ['    indented by accident', 'indented by accident'],
    ['2024. The year it began', '2024. The year it began'],
    ['5 * 3, snake_case_name, C# and ~5 to ~10', '5 * 3, snake_case_name, C# and ~5 to ~10'],
    ['<p>One</p><p>Two<br>three</p> <b>bo</b>ld', 'One Two three bold'],
    ['<script>alert("x")</script>Safe<!-- hidden -->', 'Safe'],
    ['&lt;b&gt;Bold&lt;/b&gt;', 'Bold'],
    ['Turns <your idea> into List<T>, a < b', 'Turns <your idea> into List<T>, a < b'],
    ['See <https://a.example/x_y_z> or www.a.example', 'See https://a.example/x_y_z or www.a.example'],
    ['nul\u0000 bell\u0007 tab\tbreak\r\nnbsp\u00a0end', 'nul bell tab break nbsp end'],
    ['right-to-left \u202eoverride\u202c, zero\u200bwidth', 'right-to-left override, zerowidth'],
    ['family 👩‍👩‍👧 stays joined', 'family 👩‍👩‍👧 stays joined'],
    ['half an emoji \ud83d', 'half an emoji \ufffd'],
    ['***', ''],
  ])('%j reads %j', (given, expected) => {
    expect(plainParagraph(given)).toBe(expected)
  })

  it.each(['[', '*', '>', '- ', '`', '**a', '<a ', '<script>', '[a](', '\\', '&amp;', '~~a ~'])(
    'survives %j repeated up to the longest text accepted',
    (piece) => {
      const text = piece.repeat(Math.floor(5000 / piece.length))
      expect(typeof plainParagraph(text)).toBe('string')
    },
  )
})

describe('a text of our own exports', () => {
  it('keeps what would be markup in another catalogue', () => {
    expect(exactLine('# A &amp; **B** <b>')).toBe('# A &amp; **B** <b>')
    expect(exactLine('one\ttwo\r\nthree')).toBe('one two three')
    expect(exactLines('one\n\n  two  ')).toBe('one\n\n  two')
  })

  it.each([exactLine, exactLines])('loses what a removal has made misplaced', (exact) => {
    // The filler is removed first; the joiner may not follow the letter before it.
    expect(exact('a\u3164\u200db')).toBe('ab')
  })
})

describe('plainLabel', () => {
  it.each([
    ['1. FC Search', '1. FC Search'],
    ['# One', '# One'],
    ['C# & **F***', 'C# & F*'],
    ['  Fish &amp;\n Chips ', 'Fish & Chips'],
    ['[Linked](https://a.example) <i>name</i>', 'Linked name'],
  ])('%j reads %j', (given, expected) => {
    expect(plainLabel(given)).toBe(expected)
  })
})

describe('plainAddress', () => {
  it.each([
    [' https://a.example/?x=1&amp;y=2\n', 'https://a.example/?x=1&y=2'],
    ['https://a.example/?a=1&copy=2', 'https://a.example/?a=1&copy=2'],
    ['java\u0000script:alert(1)', 'javascript:alert(1)'],
  ])('%j reads %j', (given, expected) => {
    expect(plainAddress(given)).toBe(expected)
  })
})

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...['*', '_', '`', '[', ']', '(', ')', '!', '<', '>', '&', '&amp;', '&lt;', '&gt;', '&#42;', '&#x5b;'],
    ...[
      '\\',
      '~',
      '#',
      '-',
      '|',
      '\n',
      ' ',
      '\t',
      '1.',
      'a',
      'b',
      'http://a.b',
      'www.',
      '<b>',
      '</b>',
      '<br/>',
    ],
    ...['<!--', '-->', '"', '=', ':', '\u0000', '\u200b', '\ud800', '👩‍👧'],
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
  )

  it.each([
    ['plainParagraph', plainParagraph],
    ['plainLabel', plainLabel],
    ['plainAddress', plainAddress],
  ])('%s never throws, and a second time changes nothing', (_name, plain) => {
    fc.assert(
      fc.property(text, (value) => {
        const once = plain(value)
        expect(plain(once)).toBe(once)
        expect(once).not.toMatch(/\p{Cc}|^\s|\s$/u)
      }),
      { numRuns: 1000 },
    )
  })
})
