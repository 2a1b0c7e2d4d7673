import { capital, title, topicItems, type Words } from '#shared/words.ts'

/** Texts of the screen: search. */

export const search = 'Search'
export const esc = 'Esc'
export const closeSearch = 'close search'
export const category = 'Category'
export const searchToolsAndCategories = ({ items }: Words) => `Search ${items} and categories`
export const noResultsFound = 'No results found.'
export const searching = 'Searching…'
export const tryAgain = 'Try again'
export const resultsTitle = (words: Words) => `Search ${title(topicItems(words))}`
export const resultsDescription = (words: Words) => `Find ${topicItems(words)} by what you want to do.`
export const whatToDo = 'What do you want to do?'
export const toolsFor = (words: Words, query: string) => `${capital(topicItems(words))} for ${query}`
export const correctedTo = (query: string, corrected: string) =>
  `Nothing is called or described as “${query}”. These are the results for “${corrected}”.`
export const didYouMean = 'Did you mean '
export const tryOtherWords = 'Try other words, or '
export const browseAllCategories = 'browse all categories'
export const howToSearch = ({ item }: Words) =>
  `Describe what you want to do, or name any ${item} you know to find others like it.`
export const recentTools = ({ items }: Words) => `Recent ${title(items)}`
export const searchResults = 'Search Results'
export const closeNames = 'No exact match. Close names:'
export const related = 'Related'
export const seeAllResults = 'See all results'
export const searchMore = 'Search descriptions and reasons'
export const results = 'Results'
