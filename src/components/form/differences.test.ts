import { describe, expect, it } from 'vitest'
import { findDifferences, merge } from './differences'

const known = { name: 'Known', featured: false, ids: ['a', 'b'] }
const fields = ['name', 'featured', 'ids'] as const

describe('two versions of the same thing', () => {
  it('differ where either changed, but not where both made the same change', () => {
    const theirs = { name: 'Same', featured: true, ids: ['b', 'a'] }
    const mine = { name: 'Same', featured: false, ids: ['a'] }
    expect(findDifferences(fields, { known, theirs, mine })).toEqual([
      { field: 'featured', prefer: 'theirs' },
      { field: 'ids', prefer: 'mine' },
    ])
  })

  it('without a common base differ in favour of the typed values', () => {
    const theirs = { ...known, name: 'Theirs' }
    expect(findDifferences(fields, { known: null, theirs, mine: known })).toEqual([
      { field: 'name', prefer: 'mine' },
    ])
  })

  it('are merged by the choices; other fields stay mine', () => {
    const theirs = { name: 'Theirs', featured: true, ids: [] }
    expect(
      merge({ theirs, mine: known }, new Map([['name', 'theirs'] as const, ['ids', 'mine'] as const])),
    ).toEqual({
      name: 'Theirs',
      featured: false,
      ids: ['a', 'b'],
    })
  })
})
