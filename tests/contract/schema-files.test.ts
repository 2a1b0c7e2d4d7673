import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import {
  asMigration,
  BASELINE,
  createSchemaDatabase,
  diffDatabases,
  joinSchemas,
} from '../../scripts/schema-files.ts'
import { testDatabase } from '../support/test-file.ts'
import { listReleases } from '../support/version-data.ts'

/** supabase/schemas is the source of truth, and the migrations lead to it. */

const migrated = await testDatabase()
const schemas = await createSchemaDatabase(process.env.TEST_CLUSTER_URL ?? '')
afterAll(async () => {
  await schemas?.drop()
})

// After the first release the baseline is fixed: tests/contract/upgrade.test.ts checks that.
test.runIf(listReleases().length === 0)(
  'the baseline is the schema files, joined (npm run db:baseline)',
  async () => {
    expect(await readFile(BASELINE, 'utf8')).toBe(await joinSchemas())
  },
)

test('the migrations lead to the schema files (npm run db:diff NAME), also on another day', async () => {
  await migrated.sql`
    create table pgboss.queue_stats_20300101 partition of pgboss.queue_stats
    for values from ('2030-01-01') to ('2030-01-02')`
  expect(await diffDatabases(migrated.url, schemas.url)).toBe('')
})

test('what leads there is written as a migration, which waits for a lock no longer than 10 seconds', async () => {
  await schemas.sql`alter table public.tools add column licence text check (char_length(licence) <= 50)`
  const sql = await diffDatabases(migrated.url, schemas.url)
  expect(sql).toMatch(/alter table "public"."tools" add column "licence" text/i)
  const applied = await migrated.sql
    .unsafe(`${asMigration(sql)}; select current_setting('lock_timeout') as lock_timeout`)
    .simple()
  expect(applied.flat().at(-1)).toEqual({ lock_timeout: '10s' })
  expect(await diffDatabases(migrated.url, schemas.url)).toBe('')
})
