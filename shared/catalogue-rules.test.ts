import fc from 'fast-check'
import { expect, it } from 'vitest'
import { slugify } from './catalogue-rules.ts'

it.each([
  ['Notebook LM', 'notebook-lm'],
  ['  C++ & C#  ', 'c-c'],
  ['remove.bg', 'remove-bg'],
  ['Art & Image / Generator!!', 'art-image-generator'],
  ['İstanbul', 'i-stanbul'],
  ['日本', ''],
])('%j becomes %j', (name, slug) => {
  expect(slugify(name)).toBe(slug)
})

it('makes nothing or a slug, and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const slug = slugify(name)
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(slugify(slug)).toBe(slug)
    }),
  )
}, 20_000)
