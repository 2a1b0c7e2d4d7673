import { describe, expect, it } from 'vitest'
import {
  clearFilters,
  MAX_CATEGORIES,
  parseHomeSearch,
  parseListSearch,
  parseResultsSearch,
  toggleCategory,
  toggleFacet,
} from './list-search'

describe('the length of a list', () => {
  it.each([
    [undefined, undefined],
    ['15', undefined],
    ['30', 30],
    ['31', 45],
    ['-30', undefined],
    ['0', undefined],
    ['abc', undefined],
    ['Infinity', undefined],
    ['75', 75],
    ['76', 75],
    ['1500', 75],
    ['1e9', 75],
  ])('show=%s is %s', (show, expected) => {
    for (const parse of [parseListSearch, parseHomeSearch, parseResultsSearch])
      expect(parse({ show }).show).toBe(expected)
  })
})

// The router leaves what validation does not say as the address has it: `/?q=writer` would be a search without a word.
describe('the parameters of another page', () => {
  it('are said to be absent', () => {
    for (const parse of [parseListSearch, parseHomeSearch])
      expect({ q: 'writer', ...parse({ q: 'writer' }) }).toMatchObject({ q: undefined })
    for (const parse of [parseListSearch, parseResultsSearch])
      expect({ search: 'writer', ...parse({ search: 'writer' }) }).toMatchObject({ search: undefined })
    expect({ categories: ['a'], ...parseListSearch({ categories: 'a' }) }).toMatchObject({
      categories: undefined,
    })
  })
})

describe('the order of a list', () => {
  it.each([
    [undefined, undefined],
    ['newest', undefined],
    ['top', 'top'],
    ['trending', 'trending'],
    ['TOP', undefined],
    ['featured', undefined],
    [['top', 'trending'], undefined],
  ])('sort=%s is %s', (sort, expected) => {
    expect(parseListSearch({ sort }).sort).toBe(expected)
  })

  it('stays when a category is chosen, and the list restarts', () => {
    expect(toggleCategory({ sort: 'top', show: 45 }, 'a')).toEqual({
      categories: ['a'],
      sort: 'top',
      show: undefined,
      search: undefined,
    })
  })
})

describe('a text to search for', () => {
  it('is trimmed, cut and dropped when empty', () => {
    expect(parseHomeSearch({ search: '  writer ' }).search).toBe('writer')
    expect(parseHomeSearch({ search: 'x'.repeat(500) }).search).toHaveLength(200)
    expect(parseHomeSearch({ search: '   ' }).search).toBeUndefined()
    expect(parseHomeSearch({ search: ['a', 'b'] }).search).toBeUndefined()
  })
})

describe('the selected categories', () => {
  it('are read from one text or several, without duplicates and sorted', () => {
    expect(parseHomeSearch({ categories: 'b,a,b' }).categories).toEqual(['a', 'b'])
    expect(parseHomeSearch({ categories: ['b', 'a,c'] }).categories).toEqual(['a', 'b', 'c'])
    expect(parseResultsSearch({ categories: 'b,a,b' }).categories).toEqual(['a', 'b'])
  })

  it('may have every slug a category can have (section 5)', () => {
    expect(parseHomeSearch({ categories: 'c,a--b,-edge-' }).categories).toEqual(['-edge-', 'a--b', 'c'])
  })

  it('omit invalid slugs', () => {
    expect(parseHomeSearch({ categories: 'A,../x,,ok-1,a_b,a b' }).categories).toEqual(['ok-1'])
    expect(parseHomeSearch({ categories: '' }).categories).toBeUndefined()
    expect(parseHomeSearch({ categories: 7 }).categories).toBeUndefined()
  })

  it('are the first ones if there are too many, and stay when another one is chosen', () => {
    const slugs = Array.from({ length: MAX_CATEGORIES + 1 }, (_, index) => `c-${999 - index}`)
    const { categories } = parseHomeSearch({ categories: slugs.join(',') })
    expect(categories).toEqual(slugs.slice(0, -1).sort())
    expect(toggleCategory({ categories }, 'a').categories).toEqual(categories)
  })

  it('are unchanged when read again', () => {
    const once = parseHomeSearch({ categories: 'b,a', show: '40' })
    expect(parseHomeSearch(once)).toEqual(once)
  })
})

describe('choosing a category', () => {
  it('adds it, removes it when chosen again, and restarts the list', () => {
    expect(toggleCategory({ categories: ['b'], show: 45 }, 'a')).toEqual({
      categories: ['a', 'b'],
      show: undefined,
    })
    expect(toggleCategory({ categories: ['a', 'b'] }, 'a').categories).toEqual(['b'])
    expect(toggleCategory({ categories: ['a'] }, 'a').categories).toBeUndefined()
  })
})

describe('the facets', () => {
  it('are read from one text or several, without duplicates and in display order', () => {
    const { pricing, platforms } = parseListSearch({
      pricing: 'paid,free,paid',
      platforms: ['ios', 'api,web'],
    })
    expect(pricing).toEqual(['free', 'paid'])
    expect(platforms).toEqual(['web', 'ios', 'api'])
  })

  it('omit unknown values', () => {
    const { pricing, open_source, platforms } = parseListSearch({
      pricing: 'gratis,FREE',
      open_source: ['maybe', 'no'],
      platforms: 7,
    })
    expect([pricing, open_source, platforms]).toEqual([undefined, ['no'], undefined])
  })

  it('are the same on every list, and unchanged when read again', () => {
    for (const parse of [parseListSearch, parseHomeSearch, parseResultsSearch]) {
      const once = parse({ pricing: 'free', open_source: 'yes', platforms: 'web,linux' })
      expect(once).toMatchObject({ pricing: ['free'], open_source: ['yes'], platforms: ['web', 'linux'] })
      expect(parse(once)).toEqual(once)
    }
  })

  it('are added and removed one by one; the list restarts and the rest is kept', () => {
    const now = { categories: ['video'], sort: 'top' as const, show: 45 }
    const free = toggleFacet(now, 'pricing free')
    expect(free).toMatchObject({ categories: ['video'], sort: 'top', show: undefined, pricing: ['free'] })
    expect(toggleFacet(free, 'pricing free').pricing).toBeUndefined()
    expect(toggleFacet(free, 'platforms web')).toMatchObject({ pricing: ['free'], platforms: ['web'] })
    expect(toggleCategory(free, 'video').pricing).toEqual(['free'])
  })

  it('are cleared with the categories, while order and query stay', () => {
    const all = { q: 'video', sort: 'top' as const, show: 30, categories: ['a'], pricing: ['free' as const] }
    expect(clearFilters(all)).toEqual({ q: 'video', sort: 'top' })
  })
})
