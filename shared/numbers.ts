/** What is counted of visits (docs/decisions/193). */

/** Pages, named by kind: whose they are is counted of tools and categories alone. */
export const PAGE_KINDS = [
  'home',
  'tool',
  'category',
  'categories',
  'search',
  'compare',
  'alternatives',
  'list',
  'member',
  'contribute',
  'account',
  'moderation',
  'ranking',
  'texts',
] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** Where a page tells what its visitor did without asking for another document. */
export const COUNTS_PATH = '/numbers/v1/counts'

/** One such act: a page opened, a tool's website opened, a search. */
export type Act = { page: string } | { click: string } | { search: string; found: boolean }
