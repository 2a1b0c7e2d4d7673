import type { CategorySort, ToolSort } from '#shared/sort-orders.ts'
import { title, type Words } from '#shared/words.ts'

/** Texts of the screen: admin catalogue. */

/** The orders of the dashboard's lists. */
export const toolSortNames: Readonly<Record<ToolSort, string>> = {
  name: 'Name',
  slug: 'Slug',
  category: 'Category',
  featured: 'Featured first',
  created: 'Newest first',
}

export const categorySortNames = ({ items }: Words): Readonly<Record<CategorySort, string>> => ({
  name: 'Name',
  slug: 'Slug',
  tools: `Most ${items} first`,
  created: 'Newest first',
})

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
export const tools = ({ items }: Words) => title(items)

export const search = (word: string) => `Search ${word}`
export const deleteQuestion = (word: string) => `Delete ${word}?`
export const confirmDelete = (name: string) => `Are you sure you want to delete "${name}"?`
export const editNamed = (name: string) => `Edit ${name}`
export const deleteNamed = (name: string) => `Delete ${name}`
export const name = 'Name'
export const slug = 'Slug'
export const description = 'Description'
export const category = 'Category'
export const no = 'No'
export const noCategoriesMatch = 'No categories match your search.'
export const noCategoriesYet = 'No categories found. Add your first category to get started.'
export const noToolsMatch = ({ items }: Words) => `No ${items} match your search.`
export const noToolsYet = ({ item, items }: Words) =>
  `No ${items} found. Add your first ${item} to get started.`
export const addNewTool = ({ item }: Words) => `Add New ${title(item)}`
export const updateCategory = 'Update Category'
export const createCategory = 'Create Category'
export const categoryUpdated = 'Category updated successfully'
export const categoryCreated = 'Category created successfully'
export const saving = 'Saving...'

/** What a deletion also deletes. */
export const deletedWithTool = (upvotes: number) => {
  if (upvotes === 0) return 'This action cannot be undone.'
  const what = upvotes === 1 ? 'recommendation is' : 'recommendations are'
  return `Its ${upvotes} ${what} deleted with it. This action cannot be undone.`
}
export const keptWithoutCategory = ({ item, items }: Words, count: number) => {
  if (count === 0) return `It has no ${items}. This action cannot be undone.`
  return count === 1
    ? `1 ${item} is in it and stays in the catalogue. If this is its primary category, its next one becomes primary.`
    : `${count} ${items} are in it and stay in the catalogue. Where this is the primary category, the next one becomes primary.`
}
/** Singular and plural. */
export const toolNoun = ({ item, items }: Words) => [item, items] as const
export const categoryNoun = ['category', 'categories'] as const
export const categoryThing = 'category'
