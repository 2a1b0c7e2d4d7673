import type { Row } from './scale-rows.ts'
import { call, type Scene, timed } from './scale-scene.ts'

/** Writes of people and administrators, one at a time. */

const insertUpvote = (s: Scene) =>
  timed(
    s,
    '/rest/v1/tool_upvotes',
    {
      method: 'POST',
      body: JSON.stringify({ tool_id: s.popularId, user_id: s.person.id, reason: 'It does what it says.' }),
    },
    s.person,
  )
const deleteUpvote = (s: Scene) =>
  timed(
    s,
    `/rest/v1/tool_upvotes?tool_id=eq.${s.popularId}&user_id=eq.${s.person.id}`,
    { method: 'DELETE' },
    s.person,
  )

async function waiting(s: Scene, count: number): Promise<{ id: string; seen: number }[]> {
  const cases = await s.server.sql<{ id: string; seen: number }[]>`
    select upvote_id as id, version as seen from private.moderation_cases
    where state = 'pending' order by activity_at desc limit ${count}`
  if (cases.length < count) throw new Error('There is nothing left to decide')
  return cases
}

const decide = async (s: Scene, count: number): Promise<number> =>
  call(s, 'decide_several', { cases: await waiting(s, count), decision: 'rejected' }, s.admin)

export const WRITES: readonly Row[] = [
  {
    name: 'upvote of the most recommended tool',
    ask: async (s) => {
      const taken = await insertUpvote(s)
      await deleteUpvote(s)
      return taken
    },
  },
  {
    name: 'deletion of an upvote of it',
    ask: async (s) => {
      await insertUpvote(s)
      return deleteUpvote(s)
    },
  },
  { name: 'moderation decision', ask: (s) => decide(s, 1) },
  {
    name: 'twenty decisions at once',
    tries: 5,
    ask: async (s) => {
      const cases = await waiting(s, 20)
      const taken = await call(s, 'decide_several', { cases, decision: 'rejected' }, s.admin)
      const decided = await s.server.sql<{ id: number }[]>`
        select max(id)::int as id from private.moderation_decisions
        where upvote_id in ${s.server.sql(cases.map(({ id }) => id))} and undone_at is null group by upvote_id`
      await call(s, 'undo_decisions', { decision_ids: decided.map(({ id }) => id) }, s.admin)
      return taken
    },
  },
  {
    name: 'the hourly job of weights, nothing to do',
    tries: 3,
    ask: async ({ server: { sql } }) => {
      const started = performance.now()
      await sql`select private.season_upvotes()`
      return performance.now() - started
    },
  },
  {
    name: 'new tool',
    ask: (s, attempt) => {
      const tool = {
        name: `Quartz River ${attempt}`,
        slug: `new-tool-${attempt}`,
        short_description: 'Does one thing.',
        website_url: 'https://tool.example',
        category_id: s.categoryIds[0],
      }
      return timed(s, '/rest/v1/tools', { method: 'POST', body: JSON.stringify(tool) }, s.admin)
    },
  },
  {
    name: 'suspension that hides 1,000 recommendations',
    tries: 3,
    ask: async (s) => {
      const member = { member_id: s.industrious.id }
      const taken = await call(
        s,
        'suspend_member',
        { ...member, reason: 'Spam', hide_upvotes: true },
        s.admin,
      )
      await call(s, 'lift_suspension', member, s.admin)
      return taken
    },
  },
]

const UPVOTED = 10_000

/** Counts after many upvotes since the last vacuum: the first row writes them. */
export const UNVACUUMED: readonly Row[] = [
  {
    name: `${UPVOTED} upvotes of as many tools, if there are`,
    tries: 1,
    ask: async ({ server: { sql }, person }) => {
      const started = performance.now()
      await sql`
        insert into public.tool_upvotes (tool_id, user_id, reason)
        select t.id, ${person.id}, 'It does what it says.' from public.tools t
        where not exists (select from public.tool_upvotes v where v.tool_id = t.id and v.user_id = ${person.id})
        order by t.id limit ${UPVOTED}`
      return performance.now() - started
    },
  },
  { name: 'then: home', ask: (s) => timed(s, '/') },
  { name: 'then: home, free', ask: (s) => timed(s, '/?pricing=free') },
  {
    name: 'then: home, free, one category of a fifth of all tools',
    ask: (s) => timed(s, '/?pricing=free&categories=category-1'),
  },
]

const IMPORTED = 10_000

function importFile(): string {
  const rows = Array.from({ length: IMPORTED }, (_, n) => ({
    name: `Umber Zephyr ${n}`,
    slug: `imported-${n}`,
    short_description: `Does another thing, number ${n}.`,
    website_url: `https://imported-${n}.example`,
    categories: [`category-${1 + (n % 20)}`, `category-${1 + ((n + 7) % 20)}`],
  }))
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

async function importTools(s: Scene): Promise<number> {
  const file = { method: 'POST', body: importFile(), headers: { 'content-type': 'application/octet-stream' } }
  const taken = await timed(s, '/transfer/v1/import?name=tools.jsonl', file, s.admin)
  const [counted] = await s.server.sql<{ tools: number }[]>`
    select count(*)::int as tools from public.tools where slug like 'imported-%'`
  if (counted?.tools !== IMPORTED) throw new Error(`${counted?.tools} of ${IMPORTED} tools were imported`)
  return taken
}

/** Writes that change the catalogue itself: once each, in this order. */
export const LASTING: readonly Row[] = [
  { name: 'import of 10,000 new tools', tries: 1, ask: importTools },
  {
    name: 'deletion of a category of a fifth of all tools, for 1,000 of them',
    tries: 1,
    ask: async (s) => {
      const [category] = await s.server.sql<{ id: string; tools: number }[]>`
        select id, tool_count as tools from public.categories where slug = 'category-1'`
      if (!category) throw new Error('The category is not there')
      const taken = await timed(s, `/rest/v1/categories?id=eq.${category.id}`, { method: 'DELETE' }, s.admin)
      return (taken * 1000) / category.tools
    },
  },
]
