import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categoryFormSchema, toolFormSchema } from '#shared/catalogue-schemas.ts'
import { isFact, toTypedFacts } from '#shared/tool-fields.ts'
import { administrator } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/**
 * The database accepts exactly what an administrator's form accepts, trimmed as by the form. Beside it, a few URLs that
 * only a URL parser can refuse, such as one with port 99999.
 */

const server = await testServer()
const admin = await administrator(server)

const EMPTY_FORM = { featured: false, facts: toTypedFacts(), category_ids: [] }

/** The form with this field changed, a fact among the facts. */
const withField = (form: { facts: object }, field: string, value: unknown) => ({
  ...form,
  ...(isFact(field) ? { facts: { ...form.facts, [field]: value } } : { [field]: value }),
})

const blank = fc.string({ unit: fc.constantFrom(' ', '\n', '\u00a0', '\ufeff', '\u2003'), maxLength: 2 })
const around = (text: fc.Arbitrary<string>) => fc.tuple(blank, text, blank).map((parts) => parts.join(''))
const withoutNul = (text: fc.Arbitrary<string>) => text.filter((value) => !value.includes('\0'))

/** Texts at and around a limit of code points, including characters of two code units. */
const ofLength = (limit: number) =>
  around(
    fc
      .tuple(fc.constantFrom('x', '😀', 'é', '日'), fc.integer({ min: limit - 1, max: limit + 1 }))
      .map(([unit, length]) => unit.repeat(length)),
  )
const anyText = around(withoutNul(fc.string({ unit: 'binary', maxLength: 20 })))

const slug = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'z', '0', '-', 'A', '_', ' ', 'ä', '\n'), maxLength: 5 }),
  fc.constantFrom('x'.repeat(100), 'x'.repeat(200), 'x'.repeat(201)),
)

const address = around(
  fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .tuple(
        fc.constantFrom(
          'http://',
          'https://',
          'HTTPS://',
          'javascript:',
          'javascript://',
          'data:',
          'ftp://',
          '//',
          '',
        ),
        fc.constantFrom(
          'example.org',
          'localhost:3000',
          'münchen.example',
          'a@b.example',
          '[::1]',
          'ex ample.org',
          'example.org\u200b',
          '',
        ),
        fc.constantFrom('', '/', '/ä?b=c#d', '/a b', '?q', '\\x', '%0aalert(1)', '/\u202e'),
      )
      .map((parts) => parts.join('')),
  ),
)

/** The stored row, or null if the database refuses it. */
async function keep(table: 'tools' | 'categories', row: Record<string, unknown>): Promise<unknown> {
  await server.sql`delete from ${server.sql(`public.${table}`)}`
  const body = JSON.stringify(row)
  const response = await fetch(`${server.url}/rest/v1/${table}`, {
    method: 'POST',
    body,
    headers: {
      ...{ apikey: server.publishableKey, authorization: `Bearer ${admin.accessToken}` },
      ...{ 'content-type': 'application/json', prefer: 'return=representation' },
    },
  })
  const answer: unknown = await response.json()
  if (Array.isArray(answer)) return answer[0]
  expect(answer).toMatchObject({ code: '23514' })
  return null
}

describe('a tool', () => {
  const valid = { name: 'Name', slug: 'slug', short_description: 'Text', website_url: 'https://example.org' }

  test.each<[string, fc.Arbitrary<string>]>([
    ['name', fc.oneof(anyText, ofLength(200))],
    ['slug', slug],
    ['short_description', fc.oneof(anyText, ofLength(500))],
    ['website_url', address],
    ['license', fc.oneof(anyText, ofLength(100))],
    ['repository_url', address],
    ['long_description', fc.oneof(anyText, ofLength(10_000))],
  ])('%s', async (field, values) => {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const { data } = toolFormSchema.safeParse(withField({ ...EMPTY_FORM, ...valid }, field, value))
        const taken: unknown = data && Reflect.get(isFact(field) ? data.facts : data, field)
        const kept = await keep('tools', { ...valid, [field]: data ? taken : value })
        if (data) expect(kept).toMatchObject({ [field]: taken || null })
        // The form trims a slug that the database would refuse untrimmed.
        else expect(kept).toBeNull()
      }),
    )
  })
})

describe('a category', () => {
  const valid = { name: 'Name', slug: 'slug', description: 'Text' }

  test.each<[keyof typeof valid, fc.Arbitrary<string>]>([
    ['name', fc.oneof(anyText, ofLength(100))],
    ['slug', slug.filter((value) => value.length !== 200)],
    ['description', fc.oneof(anyText, ofLength(2000))],
  ])('%s', async (field, values) => {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const taken = categoryFormSchema.safeParse({ ...valid, [field]: value })
        const kept = await keep('categories', {
          ...valid,
          [field]: taken.success ? taken.data[field] : value,
        })
        if (taken.success) expect(kept).toMatchObject({ [field]: taken.data[field] || null })
        else expect(kept).toBeNull()
      }),
    )
  })
})
