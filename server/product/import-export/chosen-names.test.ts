import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { factsOf, toFacts, toTypedFacts } from '#shared/tool-fields.ts'
import { collect } from '../../../tests/support/collect.ts'
import { exportLine, openingOf } from './export-line.ts'
import { healRow } from './heal-row.ts'
import { parseRows } from './parse-rows.ts'
import { readLine } from './read-line.ts'

/** Columns, facts and categories that are called what every object has. */

const facts = factsOf([
  { key: 'constructor', label: 'Builder', kind: 'choice', options: [{ value: 'ann', label: 'Ann' }] },
])
const given = { name: 'Tool', short_description: 'Does one thing.', website_url: 'https://tool.example/' }

const read = (text: string, format: 'csv' | 'json-lines') =>
  collect(parseRows(Readable.from([Buffer.from(text)]), format, { columns: {}, facts }))
const columnsOf = (value: unknown) => {
  const line = readLine(healRow(facts, { line: 1, value }, {}).row, facts)
  return line.kind === 'rejected' ? line.reason : line.columns
}

test('a table may have columns of these names', async () => {
  const header = 'name,short_description,website_url,constructor,toString,__proto__'
  const [row] = await read(`${header}\n${Object.values(given).join()},Ann,x,y`, 'csv')
  expect(row && 'value' in row && columnsOf(row.value)).toMatchObject({ ...given, constructor: 'ann' })
  expect(row && 'value' in row && Object.keys(row.value ?? {})).toContain('constructor')
})

test('a row without such a fact is taken, and one with it keeps it', () => {
  expect(columnsOf(given)).toMatchObject(given)
  expect(columnsOf({ ...given, constructor: 'Bert' })).toContain('Builder')
})

test('such a category is not renamed', () => {
  const source = { line: 1, value: { ...given, categories: ['constructor', 'valueOf'] } }
  expect(healRow(facts, source, { categories: { Other: 'Another' } }).row).toEqual(source)
})

test.each(['csv', 'json-lines'] as const)(
  'a file of %s has them only where a tool has them',
  async (format) => {
    const tool = { ...given, slug: 'tool', featured: false, categories: [], logo: null, own_facts: {} }
    const text = [
      openingOf(format, facts),
      exportLine(format, 'category', { name: 'A', slug: 'a', description: null }, facts),
      exportLine(format, 'tool', tool, facts),
      exportLine(format, 'tool', { ...tool, own_facts: { constructor: 'ann' } }, facts),
    ].join('')
    const lines = (await read(text, format)).map((row) => readLine(row, facts))
    expect(lines).toMatchObject([
      { kind: 'category' },
      { kind: 'tool', columns: { constructor: null } },
      { kind: 'tool', columns: { constructor: 'ann' } },
    ])
  },
)

test('a form shows and sends them', () => {
  expect(toTypedFacts({}, facts)).toEqual({ constructor: '' })
  expect(toFacts({}, facts)).toEqual({ constructor: null })
})
