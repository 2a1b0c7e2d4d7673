import { expect, test } from 'vitest'
import { nameToolParts } from './sitemap.ts'

test('the sitemap has as many parts as the number of tools requires', () => {
  expect(nameToolParts(0)).toEqual([])
  expect(nameToolParts(45_000)).toEqual(['tools'])
  expect(nameToolParts(720_000)).toHaveLength(16)
  expect(nameToolParts(720_001).slice(0, 17).at(-1)).toBe('tools-10')
  expect(nameToolParts(720_001)).toHaveLength(256)
})
