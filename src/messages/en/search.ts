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
