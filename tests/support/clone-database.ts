import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { dropDatabase, withDatabase } from './cluster.ts'

/** A migrated, empty database, for tests that need no server. */
export interface ClonedDatabase {
  url: string
  sql: Sql
  close(): Promise<void>
}

/** One that exists, and stays. */
export function connectTo(url: string): ClonedDatabase {
  const sql = postgres(url, { max: 4, onnotice: () => undefined })
  return { url, sql, close: () => sql.end({ timeout: 1 }) }
}

/** Made while the tests before it run, as dropping one is not waited for: both take as long as a small test. */
let ahead: Promise<string> | undefined

export async function cloneDatabase(): Promise<ClonedDatabase> {
  const made = ahead ?? createClone()
  ahead = createClone()
  // It is thrown when it is used.
  ahead.catch(() => undefined)
  const url = await made
  const connected = connectTo(url)
  return {
    ...connected,
    close: async () => {
      await connected.close()
      const name = new URL(url).pathname.slice(1)
      // What a run leaves its end drops.
      void dropDatabase(asAdmin(), name).catch(() => undefined)
    },
  }
}

async function createClone(): Promise<string> {
  const { TEST_CLUSTER_URL: clusterUrl, TEST_TEMPLATE: template } = process.env
  if (!clusterUrl || !template)
    throw new Error('tests run through npm test, which starts the database they share')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  // PostgreSQL waits five seconds for its autovacuum to leave the template, which takes longer on a busy machine.
  for (let tries = 5; ; tries--)
    try {
      await asAdmin().unsafe(`create database ${name} template ${template}`)
      break
    } catch (error) {
      if (tries === 0 || !(error instanceof postgres.PostgresError && error.code === '55006')) throw error
    }
  return withDatabase(clusterUrl, name)
}

/** Of the process: a connection costs as much as a small statement. */
let admin: Sql | undefined
function asAdmin(): Sql {
  admin ??= postgres(process.env.TEST_CLUSTER_URL ?? '', {
    max: 2,
    idle_timeout: 20,
    onnotice: () => undefined,
  })
  return admin
}
