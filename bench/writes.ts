import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { cloneDatabase } from '../tests/support/clone-database.ts'
import { startCluster } from '../tests/support/cluster.ts'
import { blowStorm } from '../tests/support/write-storm.ts'

/**
 * Concurrent writes: how many of a storm of all kinds deadlock, and how long upvotes wait while a category of many
 * tools is deleted.
 */

const STORM = { writes: 3000, lanes: 16 }
const TOOLS = 20_000

export async function measureWrites(print: (line: string) => void): Promise<void> {
  const cluster = await startCluster()
  Object.assign(process.env, { TEST_CLUSTER_URL: cluster.url, TEST_TEMPLATE: cluster.template })
  try {
    await measureStorm(print)
    await measureDeletion(print)
  } finally {
    await cluster.stop()
  }
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
