import { administrator, liftDailyLimit, member, type Person, raw } from '../tests/support/actors.ts'
import type { TestServer } from '../tests/support/test-server.ts'
import { type Amounts, generateCatalogue, POPULAR } from './generate-catalogue.ts'
import { withSite } from './own-server.ts'
import { addNumbers } from './scale-numbers.ts'

/** The product on a catalogue, with the people and ids that the table's rows need. */
export interface Scene {
  server: TestServer
  amounts: Amounts
  admin: Person
  person: Person
  /** Of the tool with the most recommendations. */
  popularId: string
  /** Of the first five categories. */
  categoryIds: string[]
  /** A person with a thousand recommendations. */
  industrious: Person
}

/** Recommendations hidden by a suspension. */
const HIDDEN = 1000

export const withScene = (amounts: Amounts, measure: (scene: Scene) => Promise<void>): Promise<void> =>
  withSite({ CACHE_MB: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }, async (server) => {
    await generateCatalogue(server.sql, amounts)
    await measure(await populate(server, amounts))
  })

/** The address of a public list. */
export const LIST = '000000000001'

/** Adds people who work on it to a generated catalogue. */
async function populate(server: TestServer, amounts: Amounts): Promise<Scene> {
  const { sql } = server
  const [popular] = await sql<{ id: string }[]>`select id from public.tools where slug = ${POPULAR.slug}`
  if (!popular) throw new Error('The catalogue is not generated')
  const categories = await sql<{ id: string }[]>`
    select id from public.categories where slug = any (${[1, 2, 3, 4, 5].map((n) => `category-${n}`)}) order by slug`
  const industrious = await member(server, { username: 'industrious' })
  await sql`
    insert into public.tool_upvotes (tool_id, user_id, reason)
    select id, ${industrious.id}, 'It is one of very many I like.' from public.tools order by slug desc limit ${HIDDEN}`
  await sql`
    insert into private.saved_tools (member_id, tool_id)
    select ${industrious.id}, id from public.tools order by slug desc limit ${HIDDEN}`
  // A list of a hundred tools for every tenth member, followed by a thousand; the last one is asked for.
  await sql`
    insert into private.member_lists (member_id, name, address, is_public)
    select p.id, 'List ' || n, lpad(to_hex(n), 12, '0'), true
    from (select id, row_number() over (order by id) as n from public.profiles) p where n % 10 = 1`
  await sql`
    insert into private.member_list_tools (list_id, tool_id, place)
    select l.id, t.id, t.place from private.member_lists l
    cross join (select id, row_number() over (order by slug) as place from public.tools limit 100) t`
  await sql`
    insert into private.follows (member_id, list_id, told_at)
    select p.id, l.id, now() from (select id from private.member_lists where address = ${LIST}) l
    cross join (select id from public.profiles limit 1000) p`
  // One for every member, and ten thousand for one.
  await sql`
    insert into private.notices (member_id, kind, cause, tool_name)
    select case when n <= 10000 then ${industrious.id} else p.id end, 'report_approved', 'decision:' || n, 'Tool ' || n
    from (select id, row_number() over () as n from public.profiles) p
    right join generate_series(1, greatest(${amounts.members}::int, 10000)) n using (n)
    where n <= 10000 or p.id is not null`
  await sql`
    insert into private.contributions (kind, member_id, subject, address, proposed, created_at)
    select 'submission', p.id, 'Sent in ' || n, 'sent-in-' || n || '.example', jsonb_build_object('name', 'Sent in ' || n,
      'short_description', 'Does one thing well.', 'website_url', 'https://sent-in-' || n || '.example'),
      now() - n * interval '1 minute'
    from (select id, row_number() over () as n from public.profiles limit ${amounts.reports}) p`
  // One of a hundred is at the address of another.
  await sql`
    update public.tools t set website_url = o.website_url
    from (select id, website_url, lag(id) over (order by id) as other, row_number() over (order by id) as n from public.tools) o
    where o.other = t.id and o.n % 100 = 0`
  // A tenth is dead, and a twentieth has moved.
  await sql`
    insert into public.link_checks (tool_id, state, reason, leads_to, checked_at, failed_days, next_at)
    select id, case when n % 10 = 0 then 'dead' when n % 20 = 1 then 'moved' else 'ok' end,
      case when n % 10 = 0 then '404' end, case when n % 20 = 1 then 'https://moved-' || n || '.example' end,
      now() - n * interval '5 seconds', case when n % 10 = 0 then n % 5 + 1 else 0 end, now() + (n % 7) * interval '1 day'
    from (select id, row_number() over (order by id) as n from public.tools) t`
  await addNumbers(sql)
  const person = await member(server)
  await liftDailyLimit(sql, [person, industrious])
  return {
    server,
    amounts,
    admin: await administrator(server),
    person,
    popularId: popular.id,
    categoryIds: categories.map(({ id }) => id),
    industrious,
  }
}

/** Milliseconds until the complete response. Throws unless it succeeds. */
export async function timed(
  { server }: Scene,
  path: string,
  init: RequestInit = {},
  by?: Person,
): Promise<number> {
  const started = performance.now()
  const response = await raw(server, path, init, by?.accessToken)
  const text = await response.text()
  const taken = performance.now() - started
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
  return taken
}

/** Calls a function of the database as the pages do. */
export const call = (scene: Scene, name: string, values: object, by?: Person) =>
  timed(scene, `/rest/v1/rpc/${name}`, { method: 'POST', body: JSON.stringify(values) }, by)

/** Calls a read-only function as the pages do. */
export function query(scene: Scene, name: string, values: Record<string, string>, by?: Person) {
  return timed(scene, `/rest/v1/rpc/${name}?${new URLSearchParams(values)}`, {}, by)
}

/** A statement of the process's own, such as of a job. */
export async function stated({ server: { sql } }: Scene, text: string): Promise<number> {
  const started = performance.now()
  await sql.unsafe(text)
  return performance.now() - started
}
