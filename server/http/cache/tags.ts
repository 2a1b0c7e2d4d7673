/**
 * The tags a public response depends on, and those a change notice invalidates (docs/decisions/032):
 *   catalogue              tools, categories and which tool is in which, except for counts
 *   counts                 the number of upvotes of any tool, and every order that follows from it
 *   tool:<id>              the number of upvotes of this tool
 *   recommendations        recommendations and who wrote them, of any tool
 *   recommendations:<id>   recommendations of this tool
 *   chosen                 which recommendations are those of the week and of the categories
 *   lists                  public lists of members, and what is in them
 *   responses:<id>         how many find recommendations of this tool helpful, and answers of its makers
 *   links:<id>             what visitors see of the checks of this tool's website
 *   moderation             the public log of what moderators decided
 * The settings of the site are part of every page: their notice invalidates everything.
 */
export type Tag = string

/** The tags a notice invalidates; undefined: all. */
export function tagsOf(notice: string): readonly Tag[] | undefined {
  const [table = '', id] = notice.split('#')
  if (table === 'tools' && id) return ['counts', `tool:${id}`]
  if (table === 'tool_upvotes' && id) return ['counts', `recommendations:${id}`]
  if (table === 'tool_upvotes') return ['counts', 'recommendations']
  if (table === 'responses' && id) return ['responses', `responses:${id}`]
  if (table === 'link_checks' && id) return ['links', `links:${id}`]
  if (table === 'profiles') return ['recommendations']
  if (table === 'private.moderation_log') return ['moderation']
  if (table === 'private.chosen_recommendations') return ['chosen']
  if (/^private\.member_list/.test(table)) return ['lists']
  // A suspended member's lists are not shown, nor that they make a tool.
  if (table === 'private.suspensions') return ['lists', 'catalogue']
  if (['tools', 'categories', 'tool_categories', 'tool_makers', 'tool_submitters'].includes(table))
    return ['catalogue']
  return undefined
}

/** A read of /rest/v1 for everyone, and the returned rows. */
interface PublicRead {
  parameters: URLSearchParams
  rows: readonly unknown[]
}

/** The dependencies of every public read. A read that is missing here is never cached, nor is a page that uses it. */
export const PUBLIC_READS: Readonly<Record<string, (read: PublicRead) => Tag[]>> = {
  'rpc/get_site_settings': () => ['site'],
  'rpc/count_tools': () => ['catalogue'],
  'rpc/count_categories': () => ['catalogue'],
  'rpc/count_facets': () => ['catalogue'],
  'rpc/find_current_slug': () => ['catalogue'],
  // Its tools have links and names.
  'rpc/list_moderation_log': () => ['moderation', 'catalogue'],
  'rpc/count_moderation_log': () => ['moderation'],
  'rpc/get_list': () => ['lists', 'catalogue', 'counts', 'recommendations'],
  'rpc/list_public_lists': () => ['lists', 'catalogue'],
  'rpc/list_category_samples': () => ['catalogue'],
  'rpc/list_recommendations': ({ parameters }) => {
    const id = parameters.get('tool_id')?.toLowerCase()
    // Who makes the tool is part of the catalogue.
    return [
      ...['recommendations', 'catalogue'],
      ...(id ? [`recommendations:${id}`, `responses:${id}`] : ['counts', 'responses']),
    ]
  },
  // They name their tools and writers.
  'rpc/list_chosen_recommendations': ({ rows }) => [
    ...['chosen', 'catalogue', 'recommendations'],
    ...shown(rows, 'recommendations'),
  ],
  'rpc/search_catalogue': () => ['catalogue'],
  'rpc/search_similar': () => ['catalogue'],
  'rpc/search_tools': () => ['catalogue', 'counts', 'recommendations'],
  'rpc/count_found_categories': () => ['catalogue', 'counts', 'recommendations'],
  'rpc/count_found_facets': () => ['catalogue', 'counts', 'recommendations'],
  'rpc/list_alternatives': () => ['catalogue', 'counts', 'recommendations'],
  'rpc/compare_tools': ({ parameters, rows }) =>
    isPlain(parameters, ['slugs'])
      ? ['catalogue', 'recommendations', ...shown(rows), ...shown(rows, 'recommendations')]
      : ['catalogue', 'counts', 'recommendations'],
  // Counts determine the other orders; in this one they are only shown.
  'rpc/list_tools': ({ parameters, rows }) =>
    parameters.get('sort') === 'newest' && isPlain(parameters, LIST_ARGUMENTS)
      ? ['catalogue', 'recommendations', ...shown(rows), ...shown(rows, 'recommendations')]
      : ['catalogue', 'counts', 'recommendations'],
  tools: ({ parameters, rows }) => [
    'catalogue',
    ...shown(rows),
    // The username of who sent it in.
    ...(parameters.get('select')?.includes('profiles') ? ['recommendations'] : []),
    ...(parameters.get('select')?.includes('link_checks') ? shown(rows, 'links') : []),
  ],
  categories: () => ['catalogue'],
  // A member's page.
  profiles: () => ['catalogue', 'counts', 'recommendations'],
  tool_submitters: () => ['catalogue', 'counts', 'recommendations'],
  tool_upvotes: ({ parameters }) => {
    const [, id] = /^eq\.(.+)$/.exec(parameters.get('tool_id') ?? '') ?? []
    return [
      'recommendations',
      id ? `recommendations:${id.toLowerCase()}` : 'counts',
      ...(parameters.get('select')?.includes('tools') ? ['catalogue'] : []),
    ]
  },
}

const LIST_ARGUMENTS = [
  'sort',
  'category_ids',
  'after_rank',
  'after_at',
  'after_id',
  'max_results',
  'pricings',
  'open_sources',
  'platforms',
  'facts',
]

/** A call with arguments only: filters, orders and selects could make the rows depend on counts. */
function isPlain(parameters: URLSearchParams, known: readonly string[]): boolean {
  const names = [...parameters.keys()]
  return names.every((name) => known.includes(name)) && new Set(names).size === names.length
}

/** For tools in an order that does not depend on counts: the counts, recommendations or checked links of the shown tools. */
function shown(rows: readonly unknown[], what: 'tool' | 'recommendations' | 'links' = 'tool'): Tag[] {
  const ids = rows.map((row) => (typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined))
  return ids.every((id) => typeof id === 'string')
    ? ids.map((id) => `${what}:${id}`)
    : [what === 'links' ? 'links' : 'counts']
}
