import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { liftDailyLimit } from '../tests/support/actors.ts'
import { cloneDatabase } from '../tests/support/clone-database.ts'
import { blowStorm } from '../tests/support/write-storm.ts'
import { withCluster } from './own-server.ts'

/**
 * Concurrent writes: how many of a storm of all kinds deadlock, and how long upvotes wait while a category of many
 * tools is deleted.
 */

const STORM = { writes: 3000, lanes: 16 }
const TOOLS = 20_000

export const measureWrites = (print: (line: string) => void) =>
  withCluster(async () => {
    await measureStorm(print)
    await measureDeletion(print)
  })

/** What one upvote costs, beside nothing else. */
export const measureUpvotes = (print: (line: string) => void) => withCluster(() => timeUpvotes(print))

/** One at a time, as the API's role: 2,000 of 200 members for 100 tools. */
async function timeUpvotes(print: (line: string) => void): Promise<void> {
  const database = await cloneDatabase()
  const { sql } = database
  await sql`
    insert into public.tools (name, slug, short_description, website_url)
    select 'Quartz River Tool ' || n, 'tool-' || n, 'Does one thing for people, number ' || n, 'https://tool.example'
    from generate_series(1, 100) n`
  await sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'member' || n || '@example.org', now(),
      jsonb_build_object('username', 'member' || n, 'full_name', 'A Member'), now(), now()
    from generate_series(1, 200) n`
  const members = await sql<{ id: string }[]>`select id from public.profiles`
  const tools = await sql<{ id: string }[]>`select id from public.tools`
  await liftDailyLimit(sql, members)
  const taken: number[] = []
  for (let number = 0; number < 2000; number++) {
    const [person, tool] = [
      members[number % 200]?.id ?? '',
      tools[((number * 7 + number / 200) % 100) | 0]?.id ?? '',
    ]
    await sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true),
        set_config('request.network', ${`network ${number % 50}`}, true)`
      await transaction`set local role authenticated`
      const started = performance.now()
      await transaction`
        insert into public.tool_upvotes (tool_id, user_id, reason)
        values (${tool}, ${person}, ${`It saves me an hour a day, number ${number}.`})`
      taken.push(performance.now() - started)
    })
  }
  taken.sort((one, other) => one - other)
  const [median, p95] = [0.5, 0.95].map((share) => (taken[taken.length * share] ?? 0).toFixed(2))
  print(`an upvote, of ${taken.length} one at a time: median ${median} ms, p95 ${p95} ms`)
  await database.close()
}

async function measureStorm(print: (line: string) => void): Promise<void> {
  const database = await cloneDatabase()
  const started = performance.now()
  const { writes, deadlocks } = await blowStorm(database.url, STORM)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  print(
    `storm of ${writes} writes, ${STORM.lanes} at a time: ${seconds} s, ${deadlocks} deadlocks (${((100 * deadlocks) / writes).toFixed(2)} %)`,
  )
  await database.close()
}

/** In a category of 20,000 tools, half of which have another one. */
async function measureDeletion(print: (line: string) => void): Promise<void> {
  const database = await cloneDatabase()
  const { sql } = database
  await sql`
    insert into public.categories (name, slug) select 'Category ' || n, 'category-' || n from generate_series(1, 20) n`
  await sql`
    insert into public.tools (name, slug, short_description, website_url, category_id)
    select 'Quartz River Tool ' || n, 'tool-' || n, 'Does one thing for people, number ' || n,
      'https://tool-' || n || '.example', (select id from public.categories where slug = 'category-1')
    from generate_series(1, ${TOOLS}::int) n`
  await sql`
    insert into public.tool_categories (tool_id, category_id)
    select t.id, c.id from public.tools t
    join public.categories c on c.slug = 'category-' || 2 + (substr(t.slug, 6)::int % 19)
    where substr(t.slug, 6)::int % 2 = 0`
  await sql`analyze public.tools, public.tool_categories, private.tool_stats`
  await sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'member' || n || '@example.org', now(),
      jsonb_build_object('username', 'member' || n, 'full_name', 'A Member'), now(), now()
    from generate_series(1, 8) n`
  const members = await sql<{ id: string }[]>`select id from public.profiles`
  const other = postgres(database.url, { max: members.length, onnotice: () => undefined })
  const started = performance.now()
  const deleting = sql`delete from public.categories where slug = 'category-1'`.then(
    () => performance.now() - started,
  )
  // By then it holds the locks of its tools.
  await sleep(500)
  const waits = await Promise.all(
    members.map(async ({ id }, index) => {
      const asked = performance.now()
      await other`
        insert into public.tool_upvotes (tool_id, user_id, reason)
        select id, ${id}, 'Good' from public.tools where slug = ${`tool-${1 + index * 2000}`}`
      return performance.now() - asked
    }),
  )
  print(
    `deletion of a category of ${TOOLS} tools: ${((await deleting) / 1000).toFixed(1)} s; upvotes of its tools meanwhile: ` +
      `${(Math.max(...waits) / 1000).toFixed(1)} s at most`,
  )
  await other.end()
  await database.close()
}
