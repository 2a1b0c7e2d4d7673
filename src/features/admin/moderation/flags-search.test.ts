import { expect, it } from 'vitest'
import { readFlagsSearch } from './flags-search'

it('keeps a known filter and a text, and omits defaults', () => {
  expect(readFlagsSearch({ status: 'approved', q: ' spam ' })).toEqual({ status: 'approved', q: 'spam' })
  expect(readFlagsSearch({ status: 'pending', q: '  ' })).toEqual({ status: undefined, q: undefined })
})

it('ignores invalid values', () => {
  for (const status of ['deleted', 'PENDING', '', ['all', 'approved'], 1, undefined])
    expect(readFlagsSearch({ status })).toEqual({ status: undefined, q: undefined })
  expect(readFlagsSearch({ q: ['a', 'b'] }).q).toBeUndefined()
})

it('compares at most 100 characters, counting an emoji as one', () => {
  expect([...(readFlagsSearch({ q: '🚩'.repeat(150) }).q ?? '')]).toHaveLength(100)
})

it('keeps the part, the order, a member and a tool', () => {
  expect(readFlagsSearch({ tab: 'appeals', order: 'oldest', member: 'ann', tool: 2048 })).toEqual({
    tab: 'appeals',
    order: 'oldest',
    member: 'ann',
    tool: '2048',
  })
  expect(readFlagsSearch({ tab: 'reports', order: 'newest', member: ' ', tool: ['a'] })).toEqual({})
})
