import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { LOCK_TIMEOUT } from '../server/host/database/migrate.ts'
import { preparePlatform } from '../server/host/database/prepare-database.ts'
import { VERSION } from '../server/lib/version.ts'
import { dropDatabase, startCluster, withDatabase } from '../tests/support/cluster.ts'
import { fileOfRelease, listReleases, makeVersionData, packVersion } from '../tests/support/version-data.ts'
import { generateTypes, TYPES_FILE } from './generate-types.ts'

/**
 * supabase/schemas is the source of truth about the database; the migrations lead to it. After a change of a schema
 * file: `npm run db:baseline` concatenates the files to the only migration, until 0.1 is tagged; from then on `npm run
 * db:diff NAME` writes a migration for review. Both write src/database.types.ts. `npm run db:release` stores the data
 * of a release (docs/decisions/057).
 */

const ROOT = path.join(import.meta.dirname, '..')
const SUPABASE = path.join(ROOT, 'supabase')
const MIGRATIONS = path.join(SUPABASE, 'migrations')
export const BASELINE = path.join(MIGRATIONS, '20261122180000_baseline.sql')

/**
 * The schema files, concatenated in the order of `schema_paths` in config.toml, folder by folder, and the synonyms of
 * the search.
 */
export async function joinSchemas(): Promise<string> {
  const config = await readFile(path.join(SUPABASE, 'config.toml'), 'utf8')
  const [, paths = ''] = /^schema_paths = \[(.*?)\]/ms.exec(config) ?? []
  const texts: string[] = []
  for (const [, folder = ''] of paths.matchAll(/"\.\/(.*?)\/\*\.sql"/g))
    for (const file of (await readdir(path.join(SUPABASE, folder))).sort())
      texts.push(await readFile(path.join(SUPABASE, folder, file), 'utf8'))
  return [...texts, await loadSynonyms()].join('')
}

/** The statement that loads supabase/starter/synonyms.txt. */
async function loadSynonyms(): Promise<string> {
  const groups = await readFile(path.join(ROOT, 'supabase/starter/synonyms.txt'), 'utf8')
  return `select private.load_starter_synonyms($synonyms$\n${groups}$synonyms$);\n`
}

/** The same if the two databases have other synonyms, else nothing. */
async function diffSynonyms(source: string, desired: postgres.Sql): Promise<string> {
  const migrated = postgres(source, { max: 1, onnotice: () => undefined })
  const query = `
    select s.concept, s.said::text, s.fact, array_agg(a.phrase order by a.phrase) as asked
    from private.search_synonyms s join private.search_asked a using (concept) group by s.concept order by s.concept`
  const [before, after] = [await migrated.unsafe(query), await desired.unsafe(query)]
  await migrated.end()
  return JSON.stringify(before) === JSON.stringify(after) ? '' : await loadSynonyms()
}

/** A new database on this server, created from the schema files. */
export async function createSchemaDatabase(
  clusterUrl: string,
): Promise<{ url: string; sql: postgres.Sql; drop(): Promise<void> }> {
  const name = `plaudit_schemas_${randomBytes(6).toString('hex')}`
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => undefined })
  await admin.unsafe(`create database ${name}`)
  const url = withDatabase(clusterUrl, name)
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  await preparePlatform(sql)
  await sql.unsafe(await joinSchemas()).simple()
  return {
    url,
    sql,
    drop: async () => {
      await sql.end()
      await dropDatabase(admin, name)
      await admin.end()
    },
  }
}

/** The queue has a table for each day: databases made on two days, or before and after midnight, have different ones. */
const DROP_DAYS = `
  do $$
  declare each_day regclass;
  begin
    for each_day in select inhrelid from pg_inherits where inhparent = 'pgboss.queue_stats'::regclass loop
      execute format('drop table %s', each_day);
    end loop;
  end $$`

async function onDatabase(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  await sql.unsafe(statement).finally(() => sql.end())
}

/**
 * The SQL that turns a database of the migrations, without their history, into one of the schema files; empty if they
 * are equal. Statistics objects are not compared.
 */
export async function diffDatabases(source: string, desired: string): Promise<string> {
  await onDatabase(source, 'drop schema if exists supabase_migrations cascade')
  for (const url of [source, desired]) await onDatabase(url, DROP_DAYS)
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-diff-'))
  const plan = path.join(folder, 'plan.json')
  const program = path.join(ROOT, 'node_modules/@supabase/pg-delta/dist/cli/main.js')
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], { maxBuffer: 64 * 1024 * 1024 })
  try {
    await run('plan', '--source', source, '--desired', desired, '--out', plan)
    const { actions }: { actions: unknown[] } = JSON.parse(await readFile(plan, 'utf8'))
    if (actions.length === 0) return ''
    await run('render', '--plan', plan, '--out', path.join(folder, 'migration.sql'), '--allow-drops')
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    return (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join('\n')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * This SQL as a migration with a lock timeout of its own, for `supabase db push`, which sets none. Its transaction is
 * implicit there: SET LOCAL would warn.
 */
export const asMigration = (sql: string) =>
  `select set_config('lock_timeout', '${LOCK_TIMEOUT}', true);\n\n${sql}`

/** Made-up data of this version, for later versions to be tested with (tests/contract/upgrade.test.ts). */
async function keepRelease(databaseUrl: string): Promise<() => Promise<void>> {
  const file = fileOfRelease(VERSION)
  if (existsSync(file))
    throw new Error(`${VERSION} was released: npm version X.Y.Z --no-git-tag-version comes first`)
  const data = packVersion(await makeVersionData(databaseUrl))
  return async () => {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, data)
    process.stdout.write(`${path.relative(ROOT, file)}: part of the release\n`)
  }
}

async function main([command, name = '']: string[]): Promise<void> {
  const releases = listReleases()
  if (command === 'baseline') {
    if (releases.length > 0)
      throw new Error(
        `the baseline was released with ${releases[0]}: npm run db:diff NAME writes a migration`,
      )
    await writeFile(BASELINE, await joinSchemas())
  } else if (command === 'diff' && !/^[a-z0-9_]+$/.test(name))
    throw new Error('npm run db:diff NAME, as in add_tool_licence')
  const cluster = await startCluster()
  const schemas = await createSchemaDatabase(cluster.url)
  const migrated = withDatabase(cluster.url, cluster.template)
  try {
    const keep = command === 'release' ? await keepRelease(migrated) : undefined
    const data = await diffSynonyms(migrated, schemas.sql)
    const sql = (await diffDatabases(migrated, schemas.url)) + data
    if (!sql) await keep?.()
    if (command === 'diff' && sql) {
      const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
      const file = path.join(MIGRATIONS, `${time}_${name}.sql`)
      await writeFile(file, asMigration(sql))
      process.stdout.write(`${path.relative(ROOT, file)}: read it before it is applied anywhere\n`)
    } else process.stdout.write(sql || 'The migrations lead to the schema files.\n')
    await writeFile(TYPES_FILE, await generateTypes(schemas.sql))
  } finally {
    await schemas.drop()
    await cluster.stop()
  }
}

if (import.meta.main) await main(process.argv.slice(2))
