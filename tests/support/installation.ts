import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { findRunningPostgres } from '../../server/database/embedded-postgres.ts'
import { freePort } from './free-port.ts'
import { type SpawnedServer, spawnServer } from './spawn-server.ts'

/** A data folder of its own with the processes that are started on it, for tests about the process itself. */
export interface Installation {
  dataDir: string
  env: Record<string, string>
  /** Starts a process and waits until it is ready. */
  start(changes?: Record<string, string>): Promise<SpawnedServer>
  /** A process that may still be starting. */
  launch(changes?: Record<string, string>): SpawnedServer
  /** A process that is expected to end by itself: its exit code and what it wrote on the way. */
  startAndFail(changes?: Record<string, string>): Promise<{ code: number | string | null; output: string }>
  /** Works on the database that is running. */
  withSql<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T>
  /** The pid of its database server, as the server wrote it; undefined when there is none. */
  postgresPid(): Promise<number | undefined>
  /** Processes of the operating system that are database servers of this folder. */
  postgresCount(): number
  /** What the helpers for people want to know of a server. */
  context(server: SpawnedServer): { url: string; publishableKey: string; jwtSecret: string }
  /** Ends every process started here. */
  stopAll(): Promise<void>
  remove(): Promise<void>
}

/** The folder of an installation that was started and ended once. Made when it is first asked for. */
let usedFolder: Promise<string> | undefined

async function makeUsedFolder(): Promise<string> {
  const installation = await createInstallation({ isNew: true })
  await installation.start()
  await installation.stopAll()
  process.on('exit', () => rmSync(installation.dataDir, { recursive: true, force: true }))
  return installation.dataDir
}

/** `isNew`: nothing was started on it before, so the first start makes its database, which takes a second or two more. */
export async function createInstallation({ isNew = false } = {}): Promise<Installation> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaudit-process-'))
  if (!isNew) {
    usedFolder ??= makeUsedFolder()
    // Keeps owners, which PostgreSQL looks at.
    execFileSync('cp', ['-a', `${await usedFolder}/.`, dataDir])
  }
  const keys = {
    SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(16).toString('hex')}`,
    JWT_SECRET: randomBytes(32).toString('hex'),
  }
  const env: Record<string, string> = { DATA_DIR: dataDir, PORT: String(await freePort()), ...keys }
  const running: SpawnedServer[] = []

  function launch(changes: Record<string, string> = {}): SpawnedServer {
    const server = spawnServer({ ...env, ...changes })
    running.push(server)
    return server
  }

  async function stopAll(): Promise<void> {
    for (const server of running.splice(0)) {
      server.process.kill('SIGTERM')
      await server.ended
    }
  }

  async function postgresPid(): Promise<number | undefined> {
    const file = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
    return Number(file.split('\n')[0]) || undefined
  }

  return {
    dataDir,
    env,
    launch,
    start: async (changes) => {
      const server = launch(changes)
      await server.ready()
      return server
    },
    startAndFail: async (changes) => {
      const server = launch(changes)
      const code = await Promise.race([server.ended, sleep(15_000, 'still running')])
      server.process.kill('SIGKILL')
      return { code, output: server.output() }
    },
    withSql: async (work) => {
      const at = await findRunningPostgres(dataDir)
      if (!at) throw new Error('no database is running')
      const options = { host: at.socketDir, database: at.database, user: at.user }
      const sql = postgres({ ...options, max: 1, onnotice: () => undefined })
      try {
        return await work(sql)
      } finally {
        await sql.end({ timeout: 1 })
      }
    },
    postgresPid,
    postgresCount: () => {
      const list = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout
      return list.split('\n').filter((line) => line.includes('/postgres') && line.includes(`-D ${dataDir}`))
        .length
    },
    context: (server) => ({
      url: server.url,
      publishableKey: keys.SUPABASE_PUBLISHABLE_KEY,
      jwtSecret: keys.JWT_SECRET,
    }),
    stopAll,
    remove: async () => {
      await stopAll()
      const pid = await postgresPid()
      if (pid) process.kill(pid, 'SIGINT')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
