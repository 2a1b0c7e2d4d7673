import { describe, expect, test } from 'vitest'
import type { Sorts } from '#shared/sort-orders.ts'
import { parseListSearch, toListRequest } from './list-search'

const SORTS: Sorts<'name' | 'slug' | 'created'> = {
  names: ['name', 'slug', 'created'],
  descending: ['created'],
}
const read = (search: Record<string, unknown>) => {
  const parsed = parseListSearch(search, SORTS)
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined))
}

describe('the URL of an admin list', () => {
  test.each([
    [{}, {}],
    [
      { search: '  a b ', sort: 'slug', order: 'desc', page: '3' },
      { search: 'a b', sort: 'slug', order: 'desc', page: 3 },
    ],
    [{ search: '   ', sort: 'name', order: 'asc', page: '1' }, {}],
    [{ sort: 'created', order: 'desc' }, { sort: 'created' }],
    [
      { sort: 'created', order: 'asc' },
      { sort: 'created', order: 'asc' },
    ],
    [{ search: ['a', 'b'], sort: 'drop table', order: 'up', page: 'x' }, {}],
    [{ page: '-4' }, {}],
    [{ page: '2.9' }, { page: 2 }],
    [{ page: 'Infinity' }, { page: 1_000_000 }],
    [{ search: 'x'.repeat(300) }, { search: 'x'.repeat(200) }],
  ])('%j is read as %j', (given, expected) => {
    expect(read(given)).toEqual(expected)
  })

  test('fills in defaults for the database', () => {
    const page = { search: '', page: 1 }
    expect(toListRequest({}, SORTS)).toEqual({ ...page, sort: 'name', descending: false })
    expect(toListRequest({ order: 'desc' }, SORTS)).toEqual({ ...page, sort: 'name', descending: true })
    expect(toListRequest({ sort: 'created' }, SORTS)).toEqual({ ...page, sort: 'created', descending: true })
    expect(toListRequest({ sort: 'created', order: 'asc', page: 4, search: 'a' }, SORTS)).toEqual({
      ...{ search: 'a', sort: 'created', descending: false, page: 4 },
    })
  })
})
