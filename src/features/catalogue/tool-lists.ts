/** Tools on a page of a list, and how many Load More adds (section 9). */
export const PAGE_SIZE = 15

/** The orders of a list besides newest first: most recommended, and trending (docs/ranking.md). */
export type Sort = 'top' | 'trending'

/** A list of tools: all, or those in any of the categories, each once, newest first or in another order. */
export type ToolListKey = { categoryIds: readonly string[]; sort?: Sort | undefined }
