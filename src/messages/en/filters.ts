import type { Facet } from '#shared/facts.ts'
import type { Words } from '#shared/words.ts'
import { toolCount } from './catalogue'

/** Texts of the screen: the filter panels and what filters hide, downloaded when they are needed. */

export const notStated = 'Not stated'
export const searchCategories = 'Search categories'
export const countAtMost = ' at most'
export const addsCount = 'adds '
export const noCategoriesFound = 'No categories found'
export const clear = 'Clear'
export const apply = 'Apply'

export const showTools = (words: Words, count: number | undefined) =>
  `Show ${count === undefined ? words.items : toolCount(words, count)}`

const statements: Record<Facet, string> = {
  pricing: 'price',
  open_source: 'open-source status',
  platforms: 'platform',
}

export const moreWithoutFacts = (count: number, facets: readonly Facet[]) => {
  const named = facets.map((facet) => statements[facet])
  const last = named.pop()
  return `${count} more without a stated ${named.length > 0 ? `${named.join(', ')} or ` : ''}${last}`
}
