import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** What others keep in `public`, as extensions do, is none of our business and keeps nothing from working. */

const OTHER = 'plaudit_test_other'
let first: TestServer
let server: TestServer
beforeAll(async () => {
  first = await startTestServer()
  const { sql } = first
  await sql.unsafe(`
    do $$ begin create role ${OTHER} nologin; exception when duplicate_object then null; end $$;
    grant ${OTHER} to current_user;
    create table public.spatial_ref_sys (srid integer primary key, srtext text);
    create table public.parted (id integer primary key) partition by range (id);
    create table public.parted_1 partition of public.parted for values from (0) to (10);
    create view public.geography_columns as select srid from public.spatial_ref_sys;
    create materialized view public.kept_columns as select srid from public.spatial_ref_sys;
    grant create on schema public to ${OTHER};
    alter table public.spatial_ref_sys owner to ${OTHER};
    alter table public.parted owner to ${OTHER};
    alter table public.parted_1 owner to ${OTHER};
    alter view public.geography_columns owner to ${OTHER};
    alter materialized view public.kept_columns owner to ${OTHER};
    revoke ${OTHER} from current_user`)
  // The same database, as the next start finds it.
  server = await startTestServer({ DATABASE_URL: first.databaseUrl })
}, 60_000)
afterAll(async () => {
  await server?.close()
  await first?.close()
  const cluster = postgres(process.env.TEST_CLUSTER_URL ?? '', { max: 1, onnotice: () => undefined })
  await cluster.unsafe(`drop role if exists ${OTHER}`).catch(() => undefined)
  await cluster.end()
})

test('the start', async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${server.url}/`)).status).toBe(200)
  expect((await visitor(server).from('tools').select('id, categories(name)')).error).toBeNull()
})

test('no trigger of ours is on them', async () => {
  const triggers = await first.sql`
    select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relname in ('spatial_ref_sys', 'parted', 'parted_1')`
  expect(triggers).toEqual([])
})
