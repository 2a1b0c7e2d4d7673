import { expect, it } from 'vitest'
import { toPage } from './to-page'

it('ends where no more was read than a page has', () => {
  expect(toPage([1, 2], 2, String)).toEqual({ rows: [1, 2], next: null })
  expect(toPage([], 2, String)).toEqual({ rows: [], next: null })
})

it('goes on after the last row of the page', () => {
  expect(toPage([1, 2, 3], 2, String)).toEqual({ rows: [1, 2], next: '2' })
})
