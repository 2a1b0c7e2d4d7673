import { expect, test } from 'vitest'
import { visitor } from '../support/actors.ts'
import { testDatabase, testServer } from '../support/test-file.ts'

/** Tables of others in `public`, such as extensions create, are left alone and break nothing. */

const database = await testDatabase()
await database.sql.unsafe(`
  create table public.spatial_ref_sys (srid integer primary key, srtext text);
  create table public.parted (id integer primary key) partition by range (id);
  create table public.parted_1 partition of public.parted for values from (0) to (10);
  create view public.geography_columns as select srid from public.spatial_ref_sys;
  create materialized view public.kept_columns as select srid from public.spatial_ref_sys`)
// The same database at the next start.
const server = await testServer({ DATABASE_URL: database.url })

test('do not prevent a start', async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${server.url}/`)).status).toBe(200)
  expect((await visitor(server).from('tools').select('id, categories(name)')).error).toBeNull()
})

// A trigger on a table of another owner is refused, which would stop the start.
test('no trigger of ours is on them', async () => {
  const triggers = await database.sql`
    select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relname in ('spatial_ref_sys', 'parted', 'parted_1')`
  expect(triggers).toEqual([])
})
