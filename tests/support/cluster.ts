import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { startEmbeddedPostgres } from '../../server/host/database/embedded-postgres.ts'
import { readConfig } from '../../server/lib/config.ts'
import { createLog } from '../../server/lib/log.ts'
import { openBackend } from '../../server/open-backend.ts'
import { freePort } from './free-port.ts'

/**
 * The PostgreSQL that all tests of a run share: the one of DATABASE_URL, or an embedded one in a temporary folder. It
 * has a migrated template; each test file works on a clone.
 */
interface Cluster {
  /** URL of the template; its database name is replaced by a clone's. */
  url: string
  template: string
  /** Makes a second template, which has the starter catalogue too. */
  starterTemplate(): Promise<string>
  /** Of the run, gone when it is stopped. */
  folder: string
  stop(): Promise<void>
}

export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-tests-'))
  const given = process.env.DATABASE_URL
  const server = given ? undefined : await startOwn(folder)
  const url = given ?? server?.url ?? ''
  const template = `plaudit_template_${process.pid}`
  const create = async (name: string, SEED: string) => {
    const admin = postgres(url, { max: 1, onnotice: () => undefined })
    try {
      await admin.unsafe(`create database ${name}`)
    } finally {
      await admin.end()
    }
    const config = readConfig({ DATABASE_URL: withDatabase(url, name), DATA_DIR: folder, SEED })
    const backend = await openBackend({ config, log: createLog('error'), print: () => undefined })
    await backend.close()
    return name
  }
  await create(template, 'none')
  return {
    url,
    template,
    starterTemplate: () => create(`${template}_starter`, 'starter'),
    folder,
    stop: async () => {
      // Those of our own server go with it.
      if (given) await dropDatabases(given, template)
      await server?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function dropDatabases(url: string, start: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const names = await sql<{ name: string }[]>`
    select datname as name from pg_database where starts_with(datname, ${start})`
  for (const { name } of names) await dropDatabase(sql, name)
  await sql.end()
}

/** Drops it although it has connections. */
export async function dropDatabase(sql: postgres.Sql, name: string): Promise<void> {
  // We cannot end PostgreSQL's autovacuum; without `force` dropping the database ends it.
  await sql
    .unsafe(`drop database if exists ${name} with (force)`)
    .catch(() => sql.unsafe(`drop database if exists ${name}`))
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** These tests do not test durability: without it they take half the time. */
async function startOwn(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const { options, stop } = await startEmbeddedPostgres(folder, {
    listen_addresses: '127.0.0.1',
    port: String(port),
    max_connections: '200',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  })
  return { url: `postgres://${options.user}@127.0.0.1:${port}/${options.database}`, stop }
}
