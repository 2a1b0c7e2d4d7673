import { expect, test } from 'vitest'
import { toolFormSchema } from './catalogue-schemas.ts'
import { isFact, toTypedFacts } from './tool-fields.ts'

/** Section 5, Tool form. A contract test holds the database's constraints to these rules. */

test.each([
  ['name', ' \u00a0', 'Name is required'],
  ['slug', ' ', 'Slug is required'],
  ['slug', 'Not a slug', 'Slug must contain only lowercase letters, numbers, and hyphens'],
  ['short_description', '\n', 'Description is required'],
  ['short_description', '😀'.repeat(501), 'Description must be less than 500 characters'],
  ['website_url', '', 'Must be a valid URL'],
  ['website_url', 'example.org', 'Must be a valid URL'],
  ['website_url', 'javascript:alert(1)', 'Must be a valid URL'],
  ['website_url', 'https://example.org/\u200b', 'Must be a valid URL'],
  ['repository_url', 'example.org', 'Must be a valid URL'],
  ['license', 'x'.repeat(101), 'License must be 100 characters or less'],
  ['long_description', 'x'.repeat(10_001), 'Details must be 10000 characters or less'],
])('a wrong %s is answered in the words of the specification', (field, value, message) => {
  const facts = toTypedFacts()
  const texts = { name: 'Name', slug: 'a-slug', short_description: '😀'.repeat(500) }
  const values = { ...texts, website_url: 'https://example.org', featured: false, facts, category_ids: [] }
  expect(toolFormSchema.safeParse(values).success).toBe(true)
  const changed = isFact(field) ? { facts: { ...facts, [field]: value } } : { [field]: value }
  const { error } = toolFormSchema.safeParse({ ...values, ...changed })
  expect(error?.issues[0]).toMatchObject({ path: isFact(field) ? ['facts', field] : [field], message })
})
