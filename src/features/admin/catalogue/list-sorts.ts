import type { Sorts } from '../list-search'

/** How the administrator's lists may be sorted, as the database knows it (list_admin_tools, list_admin_categories). */
export type ToolSort = 'name' | 'slug' | 'category' | 'featured' | 'created'
export type CategorySort = 'name' | 'slug' | 'tools' | 'created'

export const TOOL_SORTS: Sorts<ToolSort> = {
  names: ['name', 'slug', 'category', 'featured', 'created'],
  descending: ['featured', 'created'],
}
export const CATEGORY_SORTS: Sorts<CategorySort> = {
  names: ['name', 'slug', 'tools', 'created'],
  descending: ['tools', 'created'],
}
