import { expect, test } from 'vitest'
import { readConfig } from '../../server/lib/config.ts'
import { createLog } from '../../server/lib/log.ts'
import { openBackend } from '../../server/open-backend.ts'
import { closing, temporaryFolder, testDatabase } from '../support/test-file.ts'

/**
 * Expensive reads of visitors share one connection, and too expensive ones are refused (docs/decisions/047). A read of
 * `leaves` waits for a lock of this test, which the planner does not need.
 */

const LOCK = 85_001
const database = await testDatabase()
await database.sql.unsafe(`
  create function public.hold() returns boolean language plpgsql stable as
    $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return true; end $$;
  create table public.trees (id int primary key, name text not null default 'ash');
  create table public.leaves (tree int references public.trees, body text);
  insert into public.trees (id) select generate_series(1, 1000);
  insert into public.leaves
    select 1 + n % 1000, repeat('x', case when n <= 1000 then 6000 else 1 end) from generate_series(1, 100000) n;
  create table public.rings (body text);
  insert into public.rings select repeat('x', 1500) from generate_series(1, 4000);
  insert into public.trees (id) values (0);
  insert into public.leaves select 0, repeat('x', 6000) from generate_series(1, 600);
  create view public.hedge with (security_invoker = true) as
    select n as id, repeat('x', 100000) as body, 1 / (100 - n) as gap from generate_series(1, 1000) n;
  grant select on public.hedge to anon, service_role;
  alter table public.leaves enable row level security;
  create policy leaves_hold on public.leaves for select using ((select public.hold()));
  alter table public.rings enable row level security;
  create policy rings_hold on public.rings for select using ((select public.hold()));
  grant select on public.trees, public.leaves, public.rings to anon, service_role;
  grant execute on function public.hold() to anon, service_role;
  analyze public.trees, public.leaves, public.rings`)
const folder = await temporaryFolder()
const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: folder, SEED: 'none' })
const backend = closing(await openBackend({ config, log: createLog('silent'), print: () => undefined }))

let networks = 0
/** A read from its own network. */
function read(path: string, key = backend.publishableKey, method = 'GET'): Promise<Response> {
  const request = new Request(`http://127.0.0.1:3000/rest/v1/${path}`, {
    method,
    headers: {
      ...{ apikey: key, authorization: `Bearer ${key}` },
      ...(method === 'HEAD' && { prefer: 'count=exact' }),
    },
  })
  return backend.scheduler.forClient(`network ${++networks}`, () => backend.fetch(request))
}

async function countHeld(): Promise<number> {
  const rows = await database.sql`
    select from pg_stat_activity where application_name = 'plaudit-visitors' and wait_event = 'advisory'
      and datname = current_database()`
  return rows.count
}

const SLOW = [
  'trees?select=id,leaves(tree)&limit=50',
  'leaves?select=tree&body=like.*y*&limit=1',
  'trees?select=id,leaves(tree)&leaves.or=(tree.eq.1,not.and(body.imatch.y))&limit=1',
  'rings?select=body&limit=600',
]

test('expensive reads run one at a time, without delaying others', async () => {
  let slow: Promise<Response>[] = []
  let quick: Promise<Response>[] = []
  await database.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`
    slow = SLOW.map((path) => read(path))
    await expect.poll(countHeld).toBe(1)
    quick = Array.from({ length: 3 }, () => read('leaves?select=tree&limit=1'))
    // They wait for this test's lock in parallel, not for slow reads.
    await expect.poll(countHeld).toBe(4)
    expect((await read('rpc/search_catalogue?query=oak')).status).toBe(200)
    expect((await read('rpc/list_tools?sort=newest&name=ilike.*a*')).status).toBe(200)
    expect(
      (await read('tools?select=*,categories(id,name,slug)&order=created_at.desc&limit=15')).status,
    ).toBe(200)
    expect(await countHeld()).toBe(4)
  })
  for (const { status } of await Promise.all([...slow, ...quick])) expect(status).toBe(200)
})

test('one that takes too long is refused as the caller’s mistake', async () => {
  await database.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`
    const response = await read(SLOW[0] ?? '')
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: '57014', message: 'This read takes too long' }),
    ])
  })
})

test('one that is far too expensive is not started', async () => {
  await database.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`
    const response = await read('trees?select=id,leaves(tree)')
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: '54001',
        message: 'This read takes too long',
        details: null,
        hint: 'Ask for fewer rows, embedded tables, patterns or rows skipped.',
      },
    ])
  })
})

test('no more rows are read than a response has room for, also of an embedded table', async () => {
  // Row 100 of the hedge cannot be read.
  for (const key of [backend.publishableKey, backend.secretKey])
    for (const path of ['hedge?select=body,gap', 'trees?select=id,leaves(body)&id=eq.0']) {
      const response = await read(path, key)
      expect([path, response.status, await response.json()]).toEqual([
        path,
        400,
        {
          code: '54000',
          message: 'The answer has more than 3 MB',
          details: null,
          hint: 'Ask for fewer rows, columns or embedded tables.',
        },
      ])
    }
})

test('the name of a table is no column: it would be the whole row', async () => {
  for (const path of [
    'trees?select=trees',
    'trees?order=trees',
    'trees?trees=eq.1',
    'trees?select=leaves(leaves_1)',
  ]) {
    const response = await read(path)
    expect([path, response.status, await response.json()]).toMatchObject([path, 400, { code: '42703' }])
  }
})

test('a response has at most three megabytes, for every caller', async () => {
  for (const key of [backend.publishableKey, backend.secretKey]) {
    expect((await read('leaves?select=body&limit=400', key)).status).toBe(200)
    const response = await read('leaves?select=body', key)
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: '54000', message: 'The answer has more than 3 MB' }),
    ])
    // Rows that are not sent are only counted.
    const counted = await read('leaves?select=body', key, 'HEAD')
    expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '0-999/100600'])
  }
})
