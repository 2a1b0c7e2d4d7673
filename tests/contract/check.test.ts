import { truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOwnTables } from '../../server/host/backup/own-tables.ts'
import { checkFigures, summarise } from '../../server/product/check/check-figures.ts'
import { checkLogos } from '../../server/product/check/check-logos.ts'
import { checkRows } from '../../server/product/check/check-rows.ts'
import { createDiskStore } from '../../server/supabase/storage/disk-store.ts'
import { cloneDatabase } from '../support/clone-database.ts'
import { runPlaudit } from '../support/command-line.ts'
import { temporaryFolder, testDatabase } from '../support/test-file.ts'
import { blowStorm } from '../support/write-storm.ts'
import { addTool, addUpvote } from './rows.ts'

const database = await testDatabase()
const folder = await temporaryFolder()
await blowStorm(database.url, { writes: 120, lanes: 6 })
// The storm may have taken back every recommendation, or deleted who wrote one.
const [person] = await database.sql<{ id: string }[]>`
  insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', 'stays@example.org', now(),
      '{"full_name": "Who Stays", "username": "who-stays"}', now(), now())
    returning id`
if (person) await addUpvote(database.sql, await addTool(database.sql), person)

test('data written by the site passes, and checking changes nothing', async () => {
  const { sql } = database
  const tools = () => sql`select *, xmin::text from public.tools order by id`
  const before = await tools()
  expect(await checkRows(sql)).toMatchObject({ problems: [] })
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
  expect(await tools()).toEqual(before)
})

test('rows that bypassed a rule are counted, and unvalidated rules are named', async () => {
  const spoiled = await cloneDatabase()
  onTestFinished(() => spoiled.close())
  const { sql } = spoiled
  await sql.unsafe(`
    alter table public.tools disable trigger user;
    insert into public.tools (name, slug, short_description, website_url)
      values ('One', 'one', 'Does one thing.', 'https://one.example'), ('Two', 'two', 'Two.', 'https://two.example');
    alter table public.tools drop constraint tools_category_id_fkey;
    update public.tools set category_id = gen_random_uuid();
    alter table public.tools add constraint tools_category_id_fkey
      foreign key (category_id) references public.categories (id) not valid;
    alter table public.tools enable trigger user;
    alter table public.tools disable trigger tools_audit;
    alter table public.tools add constraint tools_named_one check (name = 'One') not valid;
    select setval(pg_get_serial_sequence('auth.refresh_tokens', 'id'), 1, false);
    insert into auth.refresh_tokens (id, token, user_id) values (5, 'hash', 'nobody');`)
  expect((await checkRows(sql)).problems.sort()).toEqual([
    'auth.refresh_tokens: auth.refresh_tokens_id_seq is behind the highest id',
    'public.tools: 1 of its triggers are off',
    'public.tools: 1 row against tools_named_one',
    'public.tools: 2 rows whose tools_category_id_fkey leads nowhere',
    'public.tools: the constraint tools_category_id_fkey was never validated',
    'public.tools: the constraint tools_named_one was never validated',
  ])
})

test('a wrong derived figure is named with its row', async () => {
  const { sql } = database
  const [tool] = await sql<{ id: string }[]>`
    update public.tools set upvote_count = upvote_count + 7
    where id = (select id from public.tools limit 1) returning id`
  const { problems } = await checkFigures(sql)
  expect(problems.join('\n')).toContain(
    `public.tools: 1 row is not what it is computed from, such as ${tool?.id}`,
  )
  await sql`select private.rebuild(array[${tool?.id ?? ''}::uuid])`
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
})

test('every figure that was spoiled is noticed, and rebuilt', async () => {
  const { sql } = database
  const tables = await readOwnTables(sql)
  const read = async () => ({
    tables: await Promise.all(
      tables
        // Its version grows with a count of reports.
        .filter(({ name }) => name !== 'public.tool_upvotes')
        .map(async (table) => [table.name, await summarise(sql, table)]),
    ),
    upvotes: await sql`select id, flag_count, is_withheld from public.tool_upvotes order by id`,
  })
  const before = await read()
  await sql.unsafe(`
    update public.tool_upvotes set flag_count = flag_count + 1, is_withheld = not is_withheld;
    update public.tools set upvote_count = upvote_count + 7;
    update public.categories set tool_count = 99;
    update private.tool_stats set listed_at = now(), trend = 1;
    delete from private.tool_stats where tool_id = (select id from public.tools limit 1);
    update private.code_sets set tools = ~ tools;
    update private.members set search = '';
    update private.search_documents set document = '';
    delete from private.search_categories;`)
  const { problems } = await checkFigures(sql)
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    'private.code_sets',
    'private.members',
    'private.search_categories',
    'private.search_documents',
    'private.tool_stats',
    'public.categories',
    'public.tool_upvotes',
    'public.tools',
  ])
  await sql`select private.rebuild()`
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
  expect(await read()).toEqual(before)
})

test('a logo in use without its file is named; the command ends with 1', async () => {
  const { sql } = database
  const store = createDiskStore(path.join(folder, 'logos'))
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  for (const name of ['kept.svg', 'emptied.svg', 'unused.svg'])
    await store.put(name, { bytes, type: 'image/svg+xml', maxAge: 3600 })
  await truncate(path.join(folder, 'logos/emptied.svg'))
  await writeFile(path.join(folder, 'logos/.tmp-1'), '')
  const tools = await sql<{ id: string }[]>`select id from public.tools order by id limit 4`
  const logos = [
    '/storage/v1/object/public/tool-logos/kept.svg',
    '/storage/v1/object/public/tool-logos/emptied.svg',
    '/storage/v1/object/public/tool-logos/gone.svg',
    'https://elsewhere.example/logo.svg',
  ]
  for (const [index, logo] of logos.entries())
    await sql`update public.tools set logo = ${logo} where id = ${tools[index]?.id ?? ''}`
  const { problems } = await checkLogos(sql, store)
  expect(problems).toEqual(['logo emptied.svg: its file is empty', 'logo gone.svg: there is no such file'])
  const ended = await runPlaudit(['check'], { DATABASE_URL: database.url, DATA_DIR: folder })
  expect(ended).toMatchObject({ code: 1, error: '' })
  expect(ended.out).toMatch(
    /^rows: .* all right\nfigures: .* all right\nlogos: 3 logos in use, 3 files, 2 wrong\n/,
  )
})
