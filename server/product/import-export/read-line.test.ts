import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FACTS } from '#shared/tool-fields.ts'
import { readLine } from './read-line.ts'

const given = { name: 'Tool', short_description: 'Does one thing.', website_url: 'https://tool.example/' }

const rowOf = (changes: Record<string, unknown>) => {
  const read = readLine({ line: 1, value: { ...given, ...changes } })
  if (read.kind === 'rejected') throw new Error(read.reason)
  return read
}

const reasonOf = (value: unknown) => {
  const read = readLine({ line: 1, value })
  return read.kind === 'rejected' ? read.reason : undefined
}

it('makes a row of a line and ignores other columns', () => {
  const categories = ['Writing', 'Fish &amp; Chips']
  expect(rowOf({ categories, featured: true, upvote_count: 9, logo: 'https://a.example/a.png' })).toEqual({
    kind: 'tool',
    line: 1,
    columns: { ...given, slug: 'tool', featured: true },
    categories: [
      { name: 'Writing', slug: 'writing', exact: false },
      { name: 'Fish & Chips', slug: 'fish-chips', exact: false },
    ],
  })
})

describe('texts', () => {
  it('are cleaned', () => {
    const row = rowOf({
      name: '**Q&amp;A**',
      short_description: '- [It](https://a.example) <b>works</b>\u0000',
    })
    expect(row.columns).toMatchObject({ name: 'Q&A', slug: 'q-a', short_description: 'It works' })
  })

  it.each([undefined, null, '', ' \n', 7, '<br>', '\u0000'])('%j is missing', (value) => {
    expect(reasonOf({ ...given, name: value, slug: 'tool' })).toBe('Name is required')
    expect(reasonOf({ ...given, short_description: value })).toBe('Description is required')
  })

  it('are counted in code points, after markup is gone', () => {
    expect(rowOf({ short_description: `**${'😀'.repeat(500)}**` }).columns.short_description).toHaveLength(
      1000,
    )
    expect(reasonOf({ ...given, short_description: '😀'.repeat(501) })).toBe(
      'Description must be less than 500 characters',
    )
    expect(reasonOf({ ...given, name: 'n'.repeat(201) })).toBe('Name must be 200 characters or less')
  })

  it('that are too long even as markup are not processed', () => {
    expect(reasonOf({ ...given, short_description: '&'.repeat(5001) })).toBe(
      'Description must be less than 500 characters',
    )
  })
})

describe('slug', () => {
  it.each([undefined, null, '', ' '])('is made from the name when it is %j', (slug) => {
    expect(rowOf({ name: 'Émile & Co.', slug }).columns.slug).toBe('emile-co')
  })

  it('is required when the name gives none', () => {
    expect(reasonOf({ ...given, name: '🎉' })).toBe('Slug is required')
  })

  it.each(['Tool', 'a b', 'a_b', 'ä', '../x', 7])('%j is refused', (slug) => {
    expect(reasonOf({ ...given, slug })).toBe(
      'Slug must contain only lowercase letters, numbers, and hyphens',
    )
  })
})

describe('website_url', () => {
  it.each([
    ['http://tool.example', 'http://tool.example'],
    ['HTTPS://Tool.example:8080/a?b=c#d', 'HTTPS://Tool.example:8080/a?b=c#d'],
    [' https://tool.example/?a=1&amp;b=2 ', 'https://tool.example/?a=1&b=2'],
    ['https://bücher.example/', 'https://bücher.example/'],
    ['http://[::1]/', 'http://[::1]/'],
  ])('%j is accepted as %j', (address, kept) => {
    expect(rowOf({ website_url: address }).columns.website_url).toBe(kept)
  })

  it.each([
    undefined,
    '',
    'tool.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://tool.example',
    '//tool.example',
    'http://',
    'https://a b.example',
    'https://bank.example@evil.example/',
    'https://tool.example/a b',
    `https://tool.example/${'a'.repeat(2048)}`,
  ])('%j is refused', (address) => {
    expect(reasonOf({ ...given, website_url: address })).toBe('Must be a valid URL')
  })
})

describe('categories', () => {
  it.each([undefined, null])('%j says nothing about them', (categories) => {
    expect(rowOf({ categories }).categories).toBeUndefined()
  })

  it.each([
    [[], []],
    ['', []],
    [
      ['B', 'A', ' ', 'b'],
      ['B', 'A'],
    ],
    ['Sales &amp; Marketing; Text|Video', ['Sales & Marketing', 'Text', 'Video']],
  ])('%j are %j', (categories, names) => {
    expect(rowOf({ categories }).categories?.map((category) => category.name)).toEqual(names)
  })

  it('are refused when they are not names', () => {
    expect(reasonOf({ ...given, categories: ['A', 7] })).toBe('Categories must be a list of names')
    expect(reasonOf({ ...given, categories: { A: 1 } })).toBe('Categories must be a list of names')
    expect(reasonOf({ ...given, categories: ['🎉'] })).toBe(
      'The category "🎉" needs at least one letter a-z or digit',
    )
    expect(reasonOf({ ...given, categories: ['c'.repeat(101)] })).toBe(
      'Category name must be 100 characters or less',
    )
  })
})

describe('featured', () => {
  it.each([
    [true, true],
    ['Yes', true],
    ['1', true],
    [false, false],
    ['no', false],
    ['FALSE', false],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j is %j', (value, featured) => {
    expect(rowOf({ featured: value }).columns.featured).toBe(featured)
  })

  it('is refused for any other value', () => {
    expect(reasonOf({ ...given, featured: 'maybe' })).toBe('Featured must be true or false')
    expect(reasonOf({ ...given, featured: 2 })).toBe('Featured must be true or false')
  })
})

describe('facts', () => {
  it.each([
    ['pricing', 'Contact sales', 'contact-sales'],
    ['pricing', ' Free ', 'free'],
    ['pricing', 'Unknown', null],
    ['pricing', '', null],
    ['open_source', 'Yes', true],
    ['open_source', false, false],
    ['open_source', 'unknown', null],
    ['open_source', null, null],
    ['license', '**MIT** &amp; more', 'MIT & more'],
    ['license', '', null],
    ['repository_url', ' https://code.example/a?b=1&amp;c=2 ', 'https://code.example/a?b=1&c=2'],
    ['repository_url', ' ', null],
    ['platforms', 'Windows; iOS|Browser extension;ios;', ['ios', 'windows', 'browser-extension']],
    ['platforms', ['api', 'macOS'], ['macos', 'api']],
    ['platforms', 'unknown', []],
    ['platforms', '', []],
    ['platforms', null, []],
    ['long_description', '# *One*\r\n\r\n<b>two</b> &amp;', '# *One*\r\n\r\n<b>two</b> &amp;'],
    ['long_description', '😀'.repeat(10_000), '😀'.repeat(10_000)],
    ['long_description', '\u202e', null],
  ])('%s: %#', (column, value, kept) => {
    expect(rowOf({ [column]: value }).columns).toHaveProperty(column, kept)
  })

  it.each([
    ['pricing', 'cheap', 'Pricing must be one of free, freemium, paid, contact-sales, unknown'],
    ['pricing', ['free'], 'Pricing must be one of free, freemium, paid, contact-sales, unknown'],
    ['open_source', 'maybe', 'Open source must be yes, no or unknown'],
    ['open_source', 2, 'Open source must be yes, no or unknown'],
    ['license', 'x'.repeat(101), 'License must be 100 characters or less'],
    ['license', 7, 'License must be text'],
    ['repository_url', 'javascript:alert(1)', 'Repository must be a valid URL'],
    ['repository_url', {}, 'Repository must be a valid URL'],
    [
      'platforms',
      'web;amiga',
      expect.stringMatching(/^Platforms must be one of web, ios, .*self-hosted, unknown$/),
    ],
    ['platforms', 7, expect.stringMatching(/^Platforms must be one of /)],
    ['long_description', 'x'.repeat(10_001), 'Details must be 10000 characters or less'],
  ])('%s is refused: %#', (column, value, reason) => {
    expect(reasonOf({ ...given, [column]: value })).toEqual(reason)
  })

  it('that a row does not mention keep their value', () => {
    expect(Object.keys(rowOf({}).columns)).toEqual(['name', 'slug', 'short_description', 'website_url'])
  })
})

it('names every reason at once', () => {
  expect(reasonOf({})).toBe('Name is required; Description is required; Must be a valid URL')
})

it('never throws, and is idempotent', { timeout: 30_000 }, () => {
  const columns = fc.record(
    {
      name: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
      slug: fc.oneof(fc.string(), fc.jsonValue()),
      short_description: fc.oneof(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
      website_url: fc.oneof(fc.webUrl(), fc.string(), fc.jsonValue()),
      categories: fc.oneof(fc.array(fc.string()), fc.string(), fc.jsonValue()),
      featured: fc.oneof(fc.boolean(), fc.jsonValue()),
      ...Object.fromEntries(
        FACTS.map(({ column, values }) => [
          column,
          fc.oneof(
            fc.jsonValue(),
            fc.webUrl(),
            fc.string({ unit: 'grapheme' }),
            ...(values.length > 0 ? [fc.constantFrom(...values), fc.array(fc.constantFrom(...values))] : []),
          ),
        ]),
      ),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(columns, fc.jsonValue()), (value) => {
      const read = readLine({ line: 1, value })
      if (read.kind === 'rejected') {
        expect(read.reason).not.toBe('')
        return
      }
      const { columns, categories } = read
      const again = { ...columns, categories: categories?.map(({ name }) => name) }
      expect(readLine({ line: 1, value: again })).toEqual(read)
    }),
    { numRuns: 1000 },
  )
})
