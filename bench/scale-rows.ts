import { POPULAR } from './generate-catalogue.ts'
import { call, LIST, query, type Scene, stated, timed } from './scale-scene.ts'

/** A row of the table: `ask` does it once and returns the milliseconds. */
export interface Row {
  name: string
  /** 30 by default. */
  tries?: number
  ask(scene: Scene, attempt: number): Promise<number>
}

const page = (name: string, path: string, tries?: number): Row => ({
  name,
  tries,
  ask: (scene) => timed(scene, path),
})

const CARD = 'id,name,slug,logo,short_description,featured,upvote_count,created_at,categories(id,name,slug)'
const NEWEST = 'order=created_at.desc,id.desc&limit=15'

/** Further pages of lists, as requested by Load More: after a tool in their middle. */
const FURTHER: Row[] = [
  { name: 'home, fortieth page', ask: (s) => timed(s, `/rest/v1/tools?select=${CARD}&${NEWEST}&offset=585`) },
  ...['newest', 'top', 'trending'].flatMap((sort) =>
    [0, 1, 5].map((chosen) => ({
      name: `home, a further page by ${sort} of ${chosen} categories`,
      ask: (s: Scene) =>
        query(s, 'list_tools', {
          sort,
          category_ids: `{${s.categoryIds.slice(0, chosen)}}`,
          ...(sort !== 'newest' && { after_rank: '0' }),
          after_at: '2026-06-01',
          after_id: '80000000-0000-4000-8000-000000000000',
          max_results: '16',
        }),
    })),
  ),
  ...[1, 5].map((chosen) => ({
    name: `filter, what each category would add to ${chosen}`,
    ask: (s: Scene) => query(s, 'count_categories', { selected: `{${s.categoryIds.slice(0, chosen)}}` }),
  })),
]

/** Lists filtered by facts: many matching tools, few, and hardly any; and the counts beside the values. */
const FEWER: { what: string; facets: Record<string, string> }[] = [
  { what: 'free', facets: { pricings: '{free}' } },
  { what: 'free and open source', facets: { pricings: '{free}', open_sources: '{yes}' } },
  {
    what: 'rare',
    facets: { pricings: '{contact-sales}', open_sources: '{yes}', platforms: '{self-hosted}' },
  },
]
const NARROWED: Row[] = [
  ...FEWER.flatMap(({ what, facets }) =>
    [0, 1, 5].flatMap((chosen) => {
      const category_ids = (s: Scene) => `{${s.categoryIds.slice(0, chosen)}}`
      const of = `${what}, ${chosen} categories`
      return [
        ...['newest', 'trending'].map((sort) => ({
          name: `list by ${sort}, ${of}`,
          ask: (s: Scene) => query(s, 'list_tools', { sort, category_ids: category_ids(s), ...facets }),
        })),
        {
          name: `numbers beside facets, ${of}`,
          ask: (s: Scene) => query(s, 'count_facets', { category_ids: category_ids(s), ...facets }),
        },
        {
          name: `numbers beside categories, ${of}`,
          ask: (s: Scene) => query(s, 'count_categories', { selected: category_ids(s), ...facets }),
        },
      ]
    }),
  ),
  { name: 'numbers beside facets, nothing chosen', ask: (s) => query(s, 'count_facets', {}) },
  page('home, free and open source', '/?pricing=free&open_source=yes'),
]

const AFTER = { after_helpful: '0', after_at: '2026-06-01', after_id: '80000000-0000-4000-8000-000000000000' }
const recommendations = (sort: string, after?: typeof AFTER) => (s: Scene) =>
  query(s, 'list_recommendations', { tool_id: s.popularId, sort, ...after, max_results: '16' })

const search = (what: string, text: string, name = 'search_catalogue'): Row => ({
  name: `search, ${what}: "${text}"`,
  ask: (s) => query(s, name, { query: text, max_results: '20' }),
})

const PUBLIC: Row[] = [
  page('home', '/'),
  page('home, opened to the fortieth page', '/?show=600', 10),
  page('home, one category of a fifth of all tools', '/?categories=category-1'),
  page('home, five categories', '/?categories=category-1,category-2,category-3,category-4,category-5'),
  page('home, most recommended', '/?sort=top'),
  page(
    'home, trending in five categories',
    '/?sort=trending&categories=category-1,category-2,category-3,category-4,category-5',
  ),
  ...FURTHER,
  ...NARROWED,
  page('the most recommended tool', `/tools/${POPULAR.slug}`),
  ...['newest', 'helpful'].flatMap((sort) => [
    { name: `its recommendations, ${sort} first`, ask: recommendations(sort) },
    { name: `its recommendations, ${sort} first, a further page`, ask: recommendations(sort, AFTER) },
  ]),
  page('its alternatives', `/alternatives/${POPULAR.slug}`),
  ...['5', '20'].map((max_results) => ({
    name: `its alternatives, ${max_results}`,
    ask: (s: Scene) => query(s, 'list_alternatives', { tool_id: s.popularId, max_results }),
  })),
  page('four tools compared', `/compare?tools=${POPULAR.slug},tool-2,tool-3,tool-4`),
  {
    name: 'four tools compared, the call',
    ask: (s) => query(s, 'compare_tools', { slugs: `{${POPULAR.slug},tool-2,tool-3,tool-4}` }),
  },
  page('categories', '/categories', 15),
  page('category of a fifth of all tools', '/categories/category-1'),
  search('one letter', 'q'),
  search('one character nothing has', '~'),
  search('two letters', 'om'),
  search('two letters nothing has together', 'zq'),
  search('ten letters', 'quartz riv'),
  search('ten letters nothing has', 'zzzzzzzzzz'),
  search('similar, two letters', 'zq', 'search_similar'),
  search('similar, ten letters', 'qaurtz rvr', 'search_similar'),
  page('results, two words', '/search?q=quartz+river'),
  ...[
    ['two words', 'quartz river'],
    ['a sentence', 'I need something that writes notes of my meetings in the team'],
    ['two misspelt words', 'qaurtz rivver'],
    ['alternatives', 'alternatives to tool 7'],
    ['nothing', 'zzzzzzzz yyyyyyyy'],
  ].map(([what = '', text = '']) => ({
    name: `search for a task, ${what}: "${text}"`,
    ask: (s: Scene) => query(s, 'search_tools', { query: text, max_results: '15' }),
  })),
  page('moderation log', '/moderation'),
  {
    name: 'moderation log, deep',
    ask: (s) => query(s, 'list_moderation_log', { before_at: halfway(s), before_id: '0' }),
  },
  page('sitemap', '/sitemap.xml', 10),
]

const tools = (
  what: string,
  values: Record<string, string> | ((s: Scene) => Record<string, string>),
): Row => ({
  name: `admin tools, ${what}`,
  ask: (s) => {
    const wanted = typeof values === 'function' ? values(s) : values
    return query(s, 'list_admin_tools', { page_size: '25', ...wanted }, s.admin)
  },
})
const middle = ({ amounts }: Scene) => String(Math.ceil(amounts.tools / 50))

const TOOLS: Row[] = ['name', 'slug', 'category', 'featured', 'created'].flatMap((sort) => [
  tools(`by ${sort}`, { sort }),
  tools(`by ${sort}, middle page`, (s) => ({ sort, page: middle(s) })),
  tools(`by ${sort}, last page`, { sort, page: '1000000' }),
  tools(`by ${sort}, from the end, middle page`, (s) => ({ sort, descending: 'true', page: middle(s) })),
])
const FOUND: Row[] = ['q', '~', 'om', 'zq', 'quartz riv', 'category 1', 'zzzzzzzzzz'].flatMap((text) => [
  tools(`search "${text}"`, { search: text }),
  tools(`search "${text}", by category, second page`, { search: text, sort: 'category', page: '2' }),
])

const flagged = (what: string, values: object): Row => ({
  name: `flags, ${what}`,
  ask: (s) => call(s, 'list_flagged', { page_size: 20, ...values }, s.admin),
})
const people = (what: string, values: object): Row => ({
  name: `people, ${what}`,
  ask: (s) => call(s, 'list_members', { max_results: 25, ...values }, s.admin),
})
const log = (what: string, values: object | ((s: Scene) => object)): Row => ({
  name: `audit log, ${what}`,
  ask: (s) => {
    const wanted = typeof values === 'function' ? values(s) : values
    return call(s, 'list_audit_log', { max_results: 50, ...wanted }, s.admin)
  },
})
/** The middle page of the generated data. */
const halfway = (s: Scene) => new Date(Date.now() - (s.amounts.entries / 2) * 60_000).toISOString()

const ADMINISTRATION: Row[] = [
  ...TOOLS,
  ...FOUND,
  ...['name', 'tools'].map((sort) => ({
    name: `admin categories, by ${sort}`,
    ask: (s: Scene) => query(s, 'list_admin_categories', { sort, page_size: '25' }, s.admin),
  })),
  {
    name: 'admin categories, search "q"',
    ask: (s) => query(s, 'list_admin_categories', { search: 'q', page_size: '25' }, s.admin),
  },
  ...['pending', 'approved', 'rejected', 'all'].map((filter) => flagged(filter, { filter })),
  ...['q', '~', 'advertisement', 'zzzzzzzzzz'].map((text) => flagged(`search "${text}"`, { query: text })),
  flagged('oldest', { oldest: true }),
  ...['reports', 'appeals'].map((kind) => flagged(kind, { kind })),
  flagged('of a member, all', { member: 'member77', filter: 'all' }),
  flagged('of the most recommended tool, all', { tool: POPULAR.slug, filter: 'all' }),
  { name: 'flags, how much waits', ask: (s) => call(s, 'count_waiting', {}, s.admin) },
  {
    name: 'people, record of one with a thousand recommendations',
    ask: (s) => call(s, 'get_member_record', { username: s.industrious.username }, s.admin),
  },
  {
    name: 'links, how many are dead, moved and slow',
    ask: (s) => query(s, 'get_link_status', {}, s.admin),
  },
  ...['dead', 'moved'].flatMap((state) =>
    ['1', '50'].map((number) => ({
      name: `links, ${state}, page ${number}`,
      ask: (s: Scene) => query(s, 'list_link_checks', { state, page: number, page_size: '100' }, s.admin),
    })),
  ),
  ...['1', '5'].map((number) => ({
    name: `admin duplicates, page ${number}`,
    ask: (s: Scene) => query(s, 'list_duplicates', { page: number, page_size: '100' }, s.admin),
  })),
  { name: 'links, what is due', ask: (s) => stated(s, 'select * from private.links_to_check(250)') },
  {
    name: 'links, new tools and whether any is due',
    ask: (s) => stated(s, 'select private.queue_link_checks()'),
  },
  { name: 'admin submissions, what waits', ask: (s) => call(s, 'list_contributions', {}, s.admin) },
  { name: 'notices of a member with 10,000', ask: (s) => call(s, 'list_my_notices', {}, s.industrious) },
  { name: 'how many are unread, with the role', ask: (s) => call(s, 'get_my_standing', {}, s.industrious) },
  { name: 'a public list of a hundred tools', ask: (s) => query(s, 'get_list', { address: LIST }) },
  { name: 'what is new in what is followed', ask: (s) => stated(s, 'select private.tell_follows()') },
  { name: 'a thousand saved tools, first page', ask: (s) => call(s, 'list_my_saved', {}, s.industrious) },
  { name: 'flags, alerts', ask: (s) => call(s, 'list_alerts', {}, s.admin) },
  {
    name: 'flags, refresh',
    ask: (s) => call(s, 'watch_flagged', { ids: [], filter: 'pending' }, s.admin),
  },
  people('first page', {}),
  ...['m', '~', '77', 'member1234', 'zzzzzzzzzz'].map((text) => people(`search "${text}"`, { query: text })),
  log('first page', {}),
  log('deep', (s) => ({ before_created_at: halfway(s), before_id: 0 })),
  log('of categories', { kinds: ['categories'] }),
  ...['q', '~', 'zq', 'quartz', 'quartz river', 'zzzzzzzzzz', '@member77'].map((text) =>
    log(`search "${text}"`, { query: text }),
  ),
]

export const READS: readonly Row[] = [...PUBLIC, ...ADMINISTRATION]
