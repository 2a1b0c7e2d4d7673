import type { CategorySort, ToolSort } from '~/rules/sort-orders'

/** Texts of the screen: admin catalogue. */

/** The orders of the dashboard's lists. */
export const toolSortNames: Readonly<Record<ToolSort, string>> = {
  name: 'Name',
  slug: 'Slug',
  category: 'Category',
  featured: 'Featured first',
  created: 'Newest first',
}

export const categorySortNames: Readonly<Record<CategorySort, string>> = {
  name: 'Name',
  slug: 'Slug',
  tools: 'Most tools first',
  created: 'Newest first',
}

export const clearSearch = 'Clear search'
export const edit = 'Edit'
export const deleting = 'Deleting...'
export const deleteLabel = 'Delete'
export const none = 'None'
export const categories = 'Categories'
export const editCategory = 'Edit Category'
export const addNewCategory = 'Add New Category'
export const categoryDescriptionHint = "Optional. Shown below the category's name on its page."
export const yes = 'Yes'
export const featured = 'Featured'
export const tools = 'Tools'

export const search = (word: string) => `Search ${word}`
export const deleteQuestion = (word: string) => `Delete ${word}?`
export const editNamed = (name: string) => `Edit ${name}`
export const deleteNamed = (name: string) => `Delete ${name}`
