import type { Facet } from '~/rules/facts'
import type { Sort } from '~/rules/sort-orders'

/** Texts of the screen: catalogue. */

/** The orders of the public lists. */
export const sortNames: Readonly<Record<Sort | 'newest', string>> = {
  newest: 'Newest',
  top: 'Most recommended',
  trending: 'Trending',
}

export const filterByCategory = 'Filter by category'
export const selected = 'selected: '
export const categories = 'Categories'
export const noCategoriesFound = 'No categories found'
export const loadingCategories = 'Loading categories...'
export const tryAgain = 'Try again'
export const searchCategories = 'Search categories'
export const countAtMost = ' at most'
export const clear = 'Clear'
export const addsCount = 'adds '
export const noCategories = 'No categories found.'
export const noToolsInCategory = 'No tools in this category yet'
export const home = 'Home'
export const moreFilters = 'More filters'
export const notOpenSource = 'Not open source'
export const notStated = 'Not stated'
/** Each facet where nobody entered the fact, as a selected filter. */
export const factNotStated: Record<Facet, string> = {
  pricing: 'Price not stated',
  open_source: 'Open source not stated',
  platforms: 'Platforms not stated',
}
export const clearTheFilters = 'Clear the filters'
export const apply = 'Apply'
export const quickFilters = 'Quick filters'
export const clearAll = 'Clear all'
export const lookElsewhere = 'Looking for something else? Choose a category or search.'
export const loading = 'Loading...'
export const loadMore = 'Load More'
export const loadingTools = 'Loading tools'
export const loadingTool = 'Loading tool'
export const orderOfTheList = 'Order of the list'
export const featured = 'Featured'
export const tools = 'Tools'
export const allCategories = 'All Categories'
export const noToolsMatch = 'No tools found matching your filter criteria.'
export const accountDeleted = 'Your account has been deleted'
export const userRecommendations = 'User Recommendations'
export const alternatives = 'Alternatives'

export const toolCount = (count: number) => (count === 1 ? '1 tool' : `${count} tools`)
export const showTools = (count: number | undefined) =>
  count === undefined ? 'Show tools' : `Show ${toolCount(count)}`

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
export const removeFilter = (name: string) => `Remove filter ${name}`
export const allToolsAreShown = (total: number) => `All ${total} tools are shown`
export const logo = (name: string) => `${name} logo`
export const bestMatch = 'Best match'
export const compare = 'Compare'
export const compareTool = (name: string) => `Compare ${name}`
export const aiTools = 'AI Tools'
