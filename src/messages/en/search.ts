/** Texts of the screen: search. */

export const search = 'Search'
export const esc = 'Esc'
export const closeSearch = 'close search'
export const category = 'Category'
export const searchToolsAndCategories = 'Search tools and categories'
export const searchToolsAndCategories2 = 'Search tools and categories...'
export const noResultsFound = 'No results found.'
export const searching = 'Searching…'
export const tryAgain = 'Try again'
export const resultsTitle = 'Search AI Tools'
export const resultsDescription = 'Find an AI tool by what you want to do.'
export const whatToDo = 'What do you want to do?'
export const toolsFor = (query: string) => `AI tools for ${query}`
export const correctedTo = (query: string, corrected: string) =>
  `Nothing is called or described as “${query}”. These are the results for “${corrected}”.`
export const didYouMean = 'Did you mean '
export const tryOtherWords = 'Try other words, or '
export const browseAllCategories = 'browse all categories'
export const howToSearch =
  'Describe a task, such as transcribing meetings, or name a tool you know to find others like it.'
export const recentTools = 'Recent Tools'
export const searchResults = 'Search Results'
export const closeNames = 'No exact match. Close names:'
export const related = 'Related'
export const seeAllResults = 'See all results'
export const searchMore = 'Search descriptions and reasons'
export const results = 'Results'
