import { expect, it } from 'vitest'
import { randomId } from './use-tool-form'

it('is a random UUID, different every time', () => {
  const made = new Set(Array.from({ length: 200 }, randomId))
  expect(made.size).toBe(200)
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
