import { expect, test } from 'vitest'
import { page } from './bucket-answers.ts'

/** A page of the list of logos. */

const entry = (name: string, day = 1) => ({ name, size: 1, modified: new Date(Date.UTC(2026, 0, day)) })
const ENTRIES = [entry('b.png', 1), entry('a.png', 3), entry('C-2.png', 2)]
const names = (body: unknown, entries = ENTRIES) => page([...entries], body).map(({ name }) => name)

test.each([
  [{}, ['C-2.png', 'a.png', 'b.png']],
  [undefined, ['C-2.png', 'a.png', 'b.png']],
  [{ limit: 1, offset: 1 }, ['a.png']],
  [{ sortBy: { column: 'name', order: 'desc' } }, ['b.png', 'a.png', 'C-2.png']],
  [{ sortBy: { column: 'updated_at' } }, ['b.png', 'C-2.png', 'a.png']],
  [{ search: 'c' }, ['C-2.png']],
  [{ prefix: '/' }, ['C-2.png', 'a.png', 'b.png']],
  [{ prefix: 'folder' }, []],
])('%j shows %j', (body, shown) => {
  expect(names(body)).toEqual(shown)
})

test('shows a hundred unless more are asked for, and a thousand at most', () => {
  const many = Array.from({ length: 1200 }, (_, index) => entry(`${String(index).padStart(4, '0')}.png`))
  expect([names({}, many).length, names({ limit: 150 }, many).length]).toEqual([100, 150])
  expect(names({ limit: 5000 }, many)).toHaveLength(1000)
})

test.each([
  { limit: -1 },
  { offset: 1.5 },
  { limit: '1' },
  { search: 1 },
  { prefix: [] },
  { sortBy: { column: 'x' } },
])('%j is refused', (body) => {
  expect(() => names(body)).toThrow(expect.objectContaining({ status: 400 }))
})
