import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect } from '../../../tests/support/collect.ts'
import type { SourceRow } from './parse-rows.ts'
import { type CatalogueFormat, parseRows } from './parse-rows.ts'
import { LONGEST_LINE } from './text-lines.ts'

/** The text's bytes in chunks of a fixed size, so that characters and line ends are cut in two. */
async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function read(text: string, format: CatalogueFormat, size = 3): Promise<SourceRow[]> {
  return collect(parseRows(pieces(text, size), format))
}

describe('JSON Lines', () => {
  it('returns every line with its number, across a byte order mark, CRLF and empty lines', async () => {
    expect(await read('\ufeff{"a":"é😀"}\r\n\r\n  \n{"a":2}', 'json-lines')).toEqual([
      { line: 1, value: { a: 'é😀' } },
      { line: 4, value: { a: 2 } },
    ])
  })

  it('rejects a line that is not JSON and reads on', async () => {
    expect(await read('{"a":1\n{"a":2}\n', 'json-lines')).toEqual([
      { line: 1, reason: { code: 'notJson' } },
      { line: 2, value: { a: 2 } },
    ])
  })

  it('rejects a line too long to be kept and reads on', async () => {
    const long = `"${'x'.repeat(LONGEST_LINE * 2)}"`
    expect(await read(`1\n${long}\n2\n${long}`, 'json-lines', 65_536)).toEqual([
      { line: 1, value: 1 },
      { line: 2, reason: { code: 'lineTooLong' } },
      { line: 3, value: 2 },
      { line: 4, reason: { code: 'lineTooLong' } },
    ])
  })

  it('is empty for an empty file', async () => {
    expect(await read('', 'json-lines')).toEqual([])
  })
})

describe('CSV', () => {
  const header = 'Name,short_description,website_url,categories'
  const cells = (name: string, text: string, url = '', categories = '') => ({
    name,
    short_description: text,
    website_url: url,
    categories,
  })

  it('reads quoted cells with commas, quotes and line ends, and numbers rows by the line they start on', async () => {
    const text = `\ufeff${header}\r\n"A, ""B""","one\r\ntwo",u,c;d\r\n\r\nC,5" screen,u,`
    expect(await read(text, 'csv')).toEqual([
      { line: 2, value: cells('A, "B"', 'one\r\ntwo', 'u', 'c;d') },
      { line: 5, value: cells('C', '5" screen', 'u') },
    ])
  })

  it.each([';', '\t'])('reads tables separated by %j', async (separator) => {
    const text = [header, 'A,"x, y",u,"c;d"'].map((line) => line.replace(/,(?! )/g, separator)).join('\n')
    expect(await read(text, 'csv')).toEqual([{ line: 2, value: cells('A', 'x, y', 'u', 'c;d') }])
  })

  it('loses only the line of an unclosed quotation mark', async () => {
    const text = `${header}\n"A,x,u,\n"B","y","u",""\nC,z,u,\n"D`
    expect(await read(text, 'csv')).toEqual([
      { line: 2, reason: { code: 'quotation' } },
      { line: 3, value: cells('B', 'y', 'u') },
      { line: 4, value: cells('C', 'z', 'u') },
      { line: 5, reason: { code: 'quotation' } },
    ])
  })

  it.each([
    ['quotation marks', '""'],
    ['empty lines', ''],
  ])('takes no longer where %s follow an unclosed one', async (_, line) => {
    const lines = `${line}\n`.repeat(60_000 / (line.length + 1))
    const timed = async (text: string) => {
      const began = performance.now()
      const [first] = await read(`${header}\n${text}`, 'csv', 65_536)
      return { first, took: performance.now() - began }
    }
    const closed = await timed(`"A",x,u\n${lines}`)
    const open = await timed(`"A,x,u,\n${lines}`)
    expect(open.first).toEqual({ line: 2, reason: { code: 'quotation' } })
    // As many times as long on a busy machine; parsed anew at each line it was twenty times.
    expect(open.took).toBeLessThan(5 * Math.max(closed.took, 400))
  })

  it('rejects a row with too few or too many cells', async () => {
    expect(await read(`${header}\nA,x\nB,y,u,c,more`, 'csv')).toEqual([
      {
        ...{ line: 2, reason: { code: 'cells', values: { cells: '2', expected: '4' } } },
        value: { name: 'A', short_description: 'x' },
      },
      {
        ...{ line: 3, reason: { code: 'cells', values: { cells: '5', expected: '4' } } },
        value: cells('B', 'y', 'u', 'c'),
      },
    ])
  })

  it('takes a row that lacks empty cells at its end, or has more', async () => {
    expect(await read(`${header}\nA,x,u\nB,y,u,c,, `, 'csv')).toEqual([
      { line: 2, value: { name: 'A', short_description: 'x', website_url: 'u' } },
      { line: 3, value: cells('B', 'y', 'u', 'c') },
    ])
  })

  it.each(['Our list\n', 'sep=;\nOur list;;;\n\n'])(
    'finds the names of the columns below %j',
    async (above) => {
      const columns: unknown[] = []
      const table = `${above}Titel;Beschreibung;Wohin;Notizen\nA;x;u;n`
      const rows = parseRows(pieces(table, 5), 'csv', {
        columns: { Wohin: 'website_url', Notizen: null },
        onColumns: (told) => columns.push(...told),
      })
      expect((await collect(rows)).map((row) => 'value' in row && row.value)).toEqual([
        { name: 'A', short_description: 'x', website_url: 'u' },
      ])
      expect(columns).toEqual([
        { name: 'Titel', field: 'name', sample: 'A' },
        { name: 'Beschreibung', field: 'short_description', sample: 'x' },
        { name: 'Wohin', field: 'website_url', sample: 'u' },
        { name: 'Notizen', field: null, sample: 'n' },
      ])
    },
  )

  it('is refused without its columns', async () => {
    await expect(read('name,url\nA,b', 'csv')).rejects.toThrow('The header must have at least the columns')
  })

  it('returns any cells written by the rules of CSV', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', '😀', 'é') })
    // A row without any is skipped.
    const row = fc.tuple(cell, cell, cell, cell).filter((values) => values.join('').trim() !== '')
    const table = fc.array(row, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const line = (row: string[]) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join()
        const result = await read([header, ...rows.map(line)].join('\n'), 'csv', size)
        expect(result.map((row) => ('value' in row ? row.value : row))).toEqual(
          rows.map((row) => cells(...row)),
        )
      }),
    )
  })
})

it.each(['json-lines', 'csv'] as const)(
  '%s: any text is read without an error, each line once',
  async (format) => {
    const unit = fc.constantFrom('"', ',', '\n', '\r', '{', '}', ':', 'a', '\u0000', '\ud800', '😀')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 60 }), async (text) => {
        const header = format === 'csv' ? 'name,short_description,website_url\n' : ''
        const rows = await read(header + text, format, 1)
        const lines = rows.map((row) => row.line)
        expect(lines).toEqual([...new Set(lines)].sort((one, other) => one - other))
      }),
    )
  },
)
