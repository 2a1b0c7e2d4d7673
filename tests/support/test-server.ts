import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { cloneDatabase } from './clone-database.ts'
import { freePort } from './free-port.ts'
import { type MailSink, startMailSink } from './mail-sink.ts'
import { spawnServer } from './spawn-server.ts'

/**
 * The product as it runs for others: a process of its own, on a fresh database, with a mail server beside it. Made once
 * a test file.
 */
export interface TestServer {
  url: string
  publishableKey: string
  secretKey: string
  jwtSecret: string
  /** The database as its owner, for setting up and for looking behind the API. */
  sql: postgres.Sql
  mail: MailSink
  databaseUrl: string
  process: ChildProcess
  /** What the process wrote, both streams. */
  output(): string
  close(): Promise<void>
}

/** Starts it. `env` adds to or overrides the process's environment, for tests about configuration. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const database = await cloneDatabase()
  const [dataDir, port, mail] = await Promise.all([
    mkdtemp(path.join(tmpdir(), 'plaudit-test-')),
    freePort(),
    startMailSink(),
  ])
  const keys = {
    SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(16).toString('hex')}`,
    SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(16).toString('hex')}`,
    JWT_SECRET: randomBytes(32).toString('hex'),
  }
  const server = spawnServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    SMTP_URL: mail.url,
    SEED: 'none',
    ...keys,
    ...env,
  })
  await server.ready()
  return {
    url: server.url,
    publishableKey: keys.SUPABASE_PUBLISHABLE_KEY,
    secretKey: keys.SUPABASE_SECRET_KEY,
    jwtSecret: keys.JWT_SECRET,
    sql: database.sql,
    mail,
    databaseUrl: database.url,
    process: server.process,
    output: server.output,
    close: async () => {
      server.process.kill('SIGTERM')
      await Promise.race([server.ended, sleep(5000)])
      server.process.kill('SIGKILL')
      await mail.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
