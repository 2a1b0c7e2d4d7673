import { readFile } from 'node:fs/promises'
import type { Sql } from 'postgres'

/** The amounts to generate. */
export interface Amounts {
  tools: number
  categories: number
  members: number
  upvotes: number
  reports: number
  /** Of the audit log. */
  entries: number
}

/** The small catalogue to compare with, and the large one that Plaudit must support. */
export const SMALL: Amounts = {
  tools: 1000,
  categories: 30,
  members: 2000,
  upvotes: 10_000,
  reports: 100,
  entries: 1000,
}
export const LARGE: Amounts = {
  tools: 100_000,
  categories: 500,
  members: 200_000,
  upvotes: 1_000_000,
  reports: 10_000,
  entries: 100_000,
}

/** The tool with many recommendations; the first category contains a fifth of the tools. */
export const POPULAR = { slug: 'tool-1', upvotes: 5000 }

/**
 * Fills an empty, migrated database. Counts are those of the product: statement triggers run; row triggers (which trim
 * texts or restore withdrawn upvotes) have nothing to do here and are off. Deterministic: the same amounts produce the
 * same names, categories and recommendations.
 */
export async function generateCatalogue(pool: Sql, amounts: Amounts): Promise<void> {
  // One connection, because of a temporary table.
  const sql = await pool.reserve()
  const { tools, categories, members, upvotes, reports, entries } = amounts
  const sentences = await makeSentences()
  await sql`create temporary table sentences as
    select * from jsonb_to_recordset(${sql.json(sentences)}) s (id int, description text, reason text, word text)`
  await sql`create unique index on sentences (id)`
  await switchRowTriggers(sql, 'disable')
  await sql`
    insert into public.categories (name, slug, description)
    select 'Category ' || n || ' ' || s.word, 'category-' || n, 'Tools of kind ' || n || '.'
    from generate_series(1, ${categories}::int) n join sentences s on s.id = n`
  for (const [from, to] of parts(tools)) {
    await sql`
      insert into public.tools (
        name, slug, short_description, website_url, featured, created_at, pricing, open_source, platforms)
      select initcap(${word(sql, 1)} || ' ' || ${word(sql, 2)}) || ' ' || n, 'tool-' || n,
        s.description,
        'https://tool-' || n || '.example', n % 50 = 0, now() - n * interval '7 minutes',
        (array['freemium', 'freemium', 'paid', 'free', 'contact-sales', null])[1 + (n * 5 + n / 7) % 6],
        (array[false, true, null, null])[1 + (n * 3 + n / 11) % 4],
        array_remove(array[
          case when n % 10 < 8 then 'web' end, case when n % 3 = 0 then 'ios' end,
          case when n % 4 = 0 then 'android' end, case when n % 11 = 0 then 'macos' end,
          case when n % 13 = 0 then 'windows' end, case when n % 17 = 0 then 'linux' end,
          case when n % 19 = 0 then 'browser-extension' end, case when n % 5 = 0 then 'api' end,
          case when n % 97 = 0 then 'self-hosted' end], null)
      from generate_series(${from}::int, ${to}::int) n join sentences s on s.id = n % ${sentences.length}`
    // A fifth of the tools in the first category, the rest spread; every third tool has a second one.
    await sql`
      insert into public.tool_categories (tool_id, category_id)
      select t.id, c.id
      from generate_series(${from}::int, ${to}::int) n
      join public.tools t on t.slug = 'tool-' || n
      cross join lateral (
        select 0 as position, case when n % 5 = 0 then 1 else 2 + n % (${categories}::int - 1) end as category
        union all
        select 1, 2 + (n * 7 + 3) % (${categories}::int - 1) where n % 3 = 0 and (n * 7 + 3 - n) % (${categories}::int - 1) <> 0
      ) wanted
      join public.categories c on c.slug = 'category-' || wanted.category
      order by t.id, wanted.position`
    await sql`analyze`
  }
  await sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'member' || n || '@example.org', now(),
      jsonb_build_object('username', 'member' || n, 'full_name', 'Member ' || n), now(), now()
    from generate_series(1, ${members}::int) n`
  await sql`
    insert into public.profiles (id, full_name, username, created_at)
    select id, raw_user_meta_data ->> 'full_name', raw_user_meta_data ->> 'username',
      now() - (hashtext(id::text) & 511) * interval '1 day'
    from auth.users`
  await sql`select private.record_members(array(select id from public.profiles))`
  await sql`create temporary table numbered_members as
    select id, row_number() over (order by username) - 1 as n from public.profiles`
  await sql`create unique index on numbered_members (n)`
  const popular = Math.min(POPULAR.upvotes, members)
  const each = Math.max(1, Math.round((upvotes - popular) / tools))
  for (const [from, to] of parts(tools))
    await sql`
    insert into public.tool_upvotes (tool_id, user_id, reason, created_at)
    select t.id, m.id, s.reason, now() - chosen.n * interval '1 second'
    from generate_series(${from}::int, ${to}::int) number (n)
    join public.tools t on t.slug = 'tool-' || number.n
    cross join lateral generate_series(1, case when t.slug = ${POPULAR.slug} then ${popular}::int else ${each}::int end) k
    cross join lateral (select (number.n::bigint * 31 + k) % ${members}::int as member, number.n + k as n) chosen
    join sentences s on s.id = chosen.n % ${sentences.length}
    join numbered_members m on m.n = chosen.member`
  // Five administrators gave tools other descriptions, one a minute.
  await sql`
    insert into public.audit_log (actor_id, action, table_name, row_id, before, after, search, created_at, subject_id, subject)
    select m.id, 'update', 'tools', t.id, jsonb_build_object('name', t.name, 'slug', t.slug, 'short_description', 'Other.'),
      jsonb_build_object('name', t.name, 'slug', t.slug, 'short_description', t.short_description),
      'changed tool ' || lower(t.name) || ' ' || t.slug, now() - (${entries}::int - entry.n) * interval '1 minute',
      t.id, t.name
    from generate_series(1, ${entries}::int) entry (n)
    join public.tools t on t.slug = 'tool-' || (1 + entry.n % ${tools}::int)
    join numbered_members m on m.n = entry.n % 5
    order by entry.n`
  // As many decisions in the public log, one a minute. Real ones have ids above 0.
  await sql`
    insert into private.moderation_log (id, decision, decided_at, tool_id, tool_name, on_appeal)
    select -n, (array['approved', 'rejected', 'deleted'])[1 + n % 3], now() - n * interval '1 minute', t.id, t.name,
      n % 20 = 0
    from generate_series(1, ${entries}::int) n join public.tools t on t.slug = 'tool-' || (1 + n % ${tools}::int)`
  await switchRowTriggers(sql, 'enable')
  await sql`
    insert into public.upvote_flags (upvote_id, reason, flagged_by, flagged_at)
    select u.id, 'Reads like an advertisement, number ' || u.n, m.id, now() - u.n * interval '1 minute'
    from (
      select id, user_id, row_number() over (order by created_at desc, id) as n from public.tool_upvotes
      order by created_at desc, id limit ${reports}::int
    ) u
    join numbered_members m on m.n = (u.n * 13 + 7) % ${members}::int and m.id <> u.user_id`
  await sql`drop table numbered_members, sentences`
  await sql`select private.season_upvotes(${upvotes}::int)`
  await sql`vacuum analyze`
  sql.release()
}

/** Ranges of numbers: triggers see one part at a time, as in an import. */
function parts(count: number): [from: number, to: number][] {
  const size = 100_000
  return Array.from({ length: Math.ceil(count / size) }, (_, place) => [
    place * size + 1,
    Math.min(count, (place + 1) * size),
  ])
}

async function switchRowTriggers(sql: Sql, to: 'enable' | 'disable'): Promise<void> {
  const triggers = await sql<{ statement: string }[]>`
    select format('alter table %s ${sql.unsafe(to)} trigger %I', tgrelid::regclass, tgname) as statement
    from pg_trigger
    where not tgisinternal and tgtype & 1 = 1
      and tgrelid in ('auth.users'::regclass, 'public.tools'::regclass, 'public.tool_categories'::regclass,
        'public.tool_upvotes'::regclass, 'public.profiles'::regclass, 'public.categories'::regclass,
        'public.audit_log'::regclass)`
  for (const { statement } of triggers) await sql.unsafe(statement)
}

const WORDS =
  'amber brisk cedar delta ember fable grove hazel indigo juniper kestrel lumen maple nectar orbit pebble quartz river sable tundra umber velvet willow xenon yonder zephyr'

/** A word of a name, determined by the row's number and the word's position. */
function word(sql: Sql, place: number) {
  return sql`split_part(${WORDS}, ' ', (1 + (n * ${place * 7 + 1} + n / ${place * 11}) % 26)::int)`
}

/** Descriptions and recommendations of the starter catalogue's words, each as frequent as there; always the same. */
async function makeSentences() {
  const starter = await readFile(new URL('../supabase/starter/catalogue.jsonl', import.meta.url), 'utf8')
  const words = [...starter.matchAll(/"short_description": "([^"]*)"/g)].flatMap(([, text = '']) =>
    text.split(' '),
  )
  let seed = 1
  const draw = () => {
    seed = (seed * 48271) % 2147483647
    return words[seed % words.length] ?? ''
  }
  const say = (count: number) => Array.from({ length: count }, draw).join(' ')
  return Array.from({ length: 5000 }, (_, id) => ({ id, description: say(14), reason: say(9), word: draw() }))
}
