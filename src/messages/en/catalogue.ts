import type { Sort } from '#shared/sort-orders.ts'
import { capital, title, topicItems, type Words } from '#shared/words.ts'

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
export const loadingCategories = 'Loading categories...'
export const tryAgain = 'Try again'
export const noCategories = 'No categories found.'
export const noToolsInCategory = ({ items }: Words) => `No ${items} in this category yet`
export const home = 'Home'
export const moreFilters = 'More filters'
export const notOpenSource = 'Not open source'
export const factNotStated = (fact: string) => `${fact} not stated`
export const clearTheFilters = 'Clear the filters'
export const quickFilters = 'Quick filters'
export const clearAll = 'Clear all'
export const lookElsewhere = 'Looking for something else? Choose a category or search.'
export const loading = 'Loading...'
export const loadMore = 'Load More'
export const loadingTools = ({ items }: Words) => `Loading ${items}`
export const loadingTool = ({ item }: Words) => `Loading ${item}`
export const orderOfTheList = 'Order of the list'
export const featured = 'Featured'
export const tools = ({ items }: Words) => title(items)
export const allCategories = 'All Categories'
export const noToolsYet = ({ items }: Words) => `No ${items} yet`
export const toolsWillBeHere = ({ items }: Words) =>
  `${capital(items)} are listed here as soon as the first one is added.`
export const addFirstTool = ({ item }: Words) => `Add your first ${item}`
export const noToolsMatch = ({ items }: Words) => `No ${items} found matching your filter criteria.`
export const accountDeleted = 'Your account has been deleted'
export const userRecommendations = 'User Recommendations'
export const alternatives = 'Alternatives'

export const toolCount = ({ item, items }: Words, count: number) => `${count} ${count === 1 ? item : items}`
export const removeFilter = (name: string) => `Remove filter ${name}`
export const allToolsAreShown = ({ items }: Words, total: number) => `All ${total} ${items} are shown`
export const logo = (name: string) => `${name} logo`
export const bestMatch = 'Best match'
export const compare = 'Compare'
export const compareTool = (name: string) => `Compare ${name}`
export const aiTools = (words: Words) => title(topicItems(words))
