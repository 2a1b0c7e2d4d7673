import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TextKind, withoutHiddenCharacters } from '#shared/hidden-character-rules.ts'
import { FACTS, type Field, TOOL_FIELDS } from '#shared/tool-fields.ts'
import { collect } from '../../../tests/support/collect.ts'
import { exportLine, openingOf } from './export-line.ts'
import { type CatalogueFormat, parseRows } from './parse-rows.ts'
import { readLine } from './read-line.ts'

const FORMATS = ['json-lines', 'csv'] as const

/** The result of importing an export of these, its bytes arriving in small chunks. */
async function throughExport(format: CatalogueFormat, lines: string[]) {
  const bytes = new TextEncoder().encode(openingOf(format, FACTS) + lines.join(''))
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7)
  }
  return (await collect(parseRows(pieces(), format))).map((row) => readLine(row))
}

/** Texts that another catalogue's import would clean, that CSV or a spreadsheet treats specially, and any other. */
const oddText = (longest: number, kind: TextKind) =>
  fc
    .oneof(
      fc.constantFrom(
        ...['<b>bold</b>', '&amp;amp;', '&lt;script&gt;', '**not bold**'],
        ...['[a](https://b.example)', '# 1', '- item'],
        ...[
          '=1+1',
          '+1',
          '-1',
          '@a',
          "'quoted",
          "''",
          "'=1",
          '＝1',
          '"',
          '""',
          '"a"b',
          'a,b;c|d\te',
          '> 1',
          '`x`',
        ],
        ...['one\ntwo', 'one\r\ntwo', 'one\rtwo', '🎉', '👩‍💻', 'null', 'plaudit/1'],
      ),
      fc.string({
        unit: fc.constantFrom('"', ',', ';', '\n', '\r', '=', "'", '&', '<', 'a', ' ', '😀'),
        maxLength: 40,
      }),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    .map((text) => keepable([...text.toWellFormed()].slice(0, longest).join(''), kind))

/** The text as the database stores it. */
function keepable(text: string, kind: TextKind): string {
  const cleaned = withoutHiddenCharacters(text, kind).trim()
  return cleaned === text ? text : keepable(cleaned, kind)
}

const someText = (longest: number, kind: TextKind = 'line') =>
  oddText(longest, kind).map((text) => text || 'x')
const slugs = (longest: number) =>
  fc.string({ unit: fc.constantFrom('a', 'z', '0', '9', '-'), minLength: 1, maxLength: longest })
const logos = fc.constantFrom(null, '/storage/a.png', 'https://cdn.example/a.png?w=1,2;3', 'HTTP://x/’')

/** Any stored value of a field. */
function storedValue({ kind, limit, values, optional }: Field): fc.Arbitrary<unknown> {
  const none = optional ? [fc.constant(null)] : []
  if (kind === 'slug') return slugs(limit)
  if (kind === 'flag') return fc.boolean()
  if (kind === 'answer') return fc.constantFrom(null, true, false)
  if (kind === 'choice') return fc.constantFrom(null, ...values)
  if (kind === 'choices') return fc.subarray([...values])
  if (kind === 'address') return fc.oneof(addresses, ...none)
  return fc.oneof(someText(limit, kind === 'line' ? 'line' : 'lines'), ...none)
}
const addresses = fc.constantFrom(
  'https://a.example',
  'http://a.example/?a=1&amp;b="2",3',
  'https://bücher.example:99999/',
)
const storedValues = (fields: readonly Field[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field.column, storedValue(field)])))

const tools = fc.record({
  columns: storedValues([...TOOL_FIELDS, ...FACTS]),
  logo: logos,
  categories: fc.uniqueArray(fc.record({ slug: slugs(100), name: someText(100) }), {
    selector: ({ slug }) => slug,
    maxLength: 5,
  }),
})

const categories = fc.record({
  name: someText(100),
  slug: slugs(100),
  description: fc.option(someText(2000, 'lines')),
})

/** The categories of a row; a CSV names them by slug, their names are in rows of their own. */
const named = (format: CatalogueFormat, entries: { slug: string; name: string }[]) =>
  entries.map(({ slug, name }) => ({ slug, name: format === 'csv' ? slug : name, exact: true }))

describe.each(FORMATS)('an export as %s', (format) => {
  it('is read back to the same tools and categories, for any texts', { timeout: 30_000 }, async () => {
    const catalogues = fc.tuple(fc.array(categories, { maxLength: 4 }), fc.array(tools, { maxLength: 4 }))
    await fc.assert(
      fc.asyncProperty(catalogues, async ([someCategories, someTools]) => {
        const entries = await throughExport(format, [
          ...someCategories.map((category) => exportLine(format, 'category', category, FACTS)),
          ...someTools.map(({ columns, ...tool }) =>
            exportLine(format, 'tool', { ...columns, ...tool }, FACTS),
          ),
        ])
        expect(entries).toMatchObject([
          ...someCategories.map((category) => ({ kind: 'category', columns: category })),
          ...someTools.map(({ columns, logo, categories }) => ({
            kind: 'tool',
            columns: { ...columns, logo },
            categories: named(format, categories),
          })),
        ])
      }),
      { numRuns: 200 },
    )
  })

  it('of an unknown version is rejected, row by row', async () => {
    const line = exportLine(format, 'category', { name: 'A', slug: 'a', description: null }, FACTS).replace(
      'plaudit/1',
      'plaudit/2',
    )
    expect(await throughExport(format, [line])).toMatchObject([
      { kind: 'rejected', reason: 'The format "plaudit/2" is not plaudit/1' },
    ])
  })
})

describe('a table', () => {
  const cell = (text: string) =>
    exportLine('csv', 'category', { name: text, slug: 'a', description: null }, FACTS)
      .split(',a,')[0]
      ?.slice('plaudit/1,category,'.length)

  it.each(['=1+1', '+1', '-1', '@a', "'a"])('has %j guarded against being run as a formula', (text) => {
    expect(cell(text)).toBe(`"'${text}"`)
  })

  it('begins with a byte order mark, for Excel', () => {
    expect(openingOf('csv', FACTS)).toMatch(/^\ufeffformat,kind,name,slug,/)
  })
})

describe('an exported row that was changed by hand', () => {
  const read = (changes: Record<string, unknown>) =>
    readLine({
      line: 1,
      value: {
        format: 'plaudit/1',
        name: 'Tool',
        short_description: 'Does.',
        website_url: 'https://tool.example/',
        ...changes,
      },
    })

  it('may name categories by name, and leave out columns to keep', () => {
    expect(read({ categories: ['Fish & <b>', { slug: 'b' }, ' '] })).toEqual({
      kind: 'tool',
      line: 1,
      columns: {
        name: 'Tool',
        slug: 'tool',
        short_description: 'Does.',
        website_url: 'https://tool.example/',
      },
      categories: [
        { name: 'Fish & <b>', slug: 'fish-b', exact: false },
        { name: 'b', slug: 'b', exact: true },
      ],
    })
    expect(read({ categories: 'a; Big B |c' })).toMatchObject({
      categories: [{ slug: 'a' }, { slug: 'big-b', name: 'Big B' }, { slug: 'c' }],
    })
  })

  it('keeps missing facts, and makes empty ones unknown', () => {
    const unknown = {
      pricing: '',
      open_source: null,
      license: ' ',
      repository_url: '',
      platforms: [],
      long_description: '',
    }
    const nothing = { ...unknown, pricing: null, license: null, repository_url: null, long_description: null }
    expect(read({})).not.toHaveProperty('columns.pricing')
    expect(read(unknown)).toMatchObject({ columns: nothing })
  })

  it.each([
    ['Name is required', { name: '' }],
    ['Name must be 200 characters or less', { name: 'n'.repeat(201) }],
    ['Description must be less than 500 characters', { short_description: 'd'.repeat(501) }],
    ['Must be a valid URL', { website_url: 'javascript:alert(1)' }],
    ['Slug must contain only lowercase letters, numbers, and hyphens', { slug: 'A b' }],
    ['Logo must be a valid URL', { logo: 'javascript:alert(1)' }],
    ['Logo must be a valid URL', { logo: 7 }],
    ['Categories must be a list of names', { categories: 7 }],
    ['Categories must be a list of names', { categories: [{ slug: 'No Slug' }] }],
    ['The category "🎉" needs at least one letter a-z or digit', { categories: ['🎉'] }],
    ['Category name must be 100 characters or less', { categories: ['c'.repeat(101)] }],
    ['Name must be 100 characters or less', { kind: 'category', name: 'c'.repeat(101) }],
    ['Slug must be 100 characters or less', { kind: 'category', slug: 'c'.repeat(101) }],
    ['Description must be 2000 characters or less', { kind: 'category', description: 'd'.repeat(2001) }],
    ['Description must be text', { kind: 'category', description: 7 }],
  ])('is checked like any other: %s', (reason, changes) => {
    expect(read(changes)).toEqual({ kind: 'rejected', line: 1, reason, reasons: [expect.anything()] })
  })

  it('never makes the check throw', { timeout: 30_000 }, () => {
    const value = fc.record({
      format: fc.constant('plaudit/1'),
      // The last one cannot be converted to text.
      kind: fc.oneof(fc.constantFrom('tool', 'category', { toString: null }), fc.jsonValue()),
      name: fc.jsonValue(),
      slug: fc.jsonValue(),
      categories: fc.jsonValue(),
      logo: fc.jsonValue(),
      description: fc.jsonValue(),
    })
    fc.assert(
      fc.property(value, (given) => {
        expect(read(given).line).toBe(1)
      }),
    )
  })
})
