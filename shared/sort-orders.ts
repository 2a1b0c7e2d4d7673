/**
 * The orders of lists, with the database's names. To add one: here, in the listing function (supabase/schemas), and its
 * label in languages/, which the compiler requires.
 */

/** Of public lists (list_tools), besides newest first: most recommended, and trending (docs/ranking.md). */
export const LIST_SORTS = ['top', 'trending'] as const
export type Sort = (typeof LIST_SORTS)[number]

/** Of search_tools, besides relevance. Independent of the lists' orders. */
export const SEARCH_SORTS = ['newest', 'top', 'trending'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** The orders of a dashboard list; the first is the default. `descending`: those that start descending. */
export type Sorts<Name extends string> = { names: readonly [Name, ...Name[]]; descending: readonly Name[] }

const toolSorts = ['name', 'slug', 'category', 'featured', 'created'] as const
export type ToolSort = (typeof toolSorts)[number]
/** Of list_admin_tools. */
export const TOOL_SORTS: Sorts<ToolSort> = { names: toolSorts, descending: ['featured', 'created'] }

const categorySorts = ['name', 'slug', 'tools', 'created'] as const
export type CategorySort = (typeof categorySorts)[number]
/** Of list_admin_categories. */
export const CATEGORY_SORTS: Sorts<CategorySort> = { names: categorySorts, descending: ['tools', 'created'] }
