import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { withDatabase } from './cluster.ts'

/** A migrated, empty database, for tests that need no server. */
export interface ClonedDatabase {
  url: string
  sql: Sql
  close(): Promise<void>
}

export async function cloneDatabase(): Promise<ClonedDatabase> {
  const clusterUrl = process.env.TEST_CLUSTER_URL
  const template = process.env.TEST_TEMPLATE
  if (!clusterUrl || !template)
    throw new Error('tests run through npm test, which starts the database they share')
  const name = `plaudit_test_${randomBytes(6).toString('hex')}`
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => undefined })
  await admin.unsafe(`create database ${name} template ${template}`)
  const url = withDatabase(clusterUrl, name)
  const sql = postgres(url, { max: 4, onnotice: () => undefined })
  return {
    url,
    sql,
    close: async () => {
      await sql.end({ timeout: 1 })
      const drop = (how: string) => admin.unsafe(`drop database if exists ${name} ${how}`)
      // We cannot end PostgreSQL's autovacuum; without `force` dropping the database ends it.
      await drop('with (force)').catch(() => drop(''))
      await admin.end()
    },
  }
}
