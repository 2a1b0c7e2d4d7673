import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { findRunningPostgres, startEmbeddedPostgres } from '../../server/host/database/embedded-postgres.ts'
import { freePort } from './free-port.ts'
import { type SpawnedServer, spawnServer } from './spawn-server.ts'

/** A data folder with the processes started on it, for tests about the process. */
export interface Installation {
  dataDir: string
  env: Record<string, string>
  /** Starts a process and waits until it is ready. */
  start(changes?: Record<string, string>): Promise<SpawnedServer>
  /** Starts a process without waiting. */
  launch(changes?: Record<string, string>): SpawnedServer
  /** Runs a process that should end by itself; returns its exit code and output. */
  startAndFail(changes?: Record<string, string>): Promise<{ code: number | string | null; output: string }>
  /** Works on the running database. */
  withSql<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T>
  /** Works on the database when no process runs: starts it alone, which is a tenth of starting the product. */
  withStoredSql<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T>
  /** The pid of its database server, by its pid file; undefined if there is none. */
  postgresPid(): Promise<number | undefined>
  /** Database server processes of this folder, by the operating system. */
  postgresCount(): number
  /** What the helpers in actors.ts need of a server. */
  context(server: SpawnedServer): { url: string; publishableKey: string; jwtSecret: string }
  /** Ends every process started here. */
  stopAll(): Promise<void>
  remove(): Promise<void>
}

/** The folder of an installation that was started and ended once, made by the first worker of a run that needs it. */
async function findUsedFolder(): Promise<string> {
  const folder = path.join(process.env.TEST_FOLDER ?? '', 'used-installation')
  const lock = `${folder}.lock`
  const isFirst = await mkdir(lock).then(
    () => true,
    () => false,
  )
  if (isFirst)
    try {
      const installation = await createInstallation({ isNew: true })
      await installation.start()
      await installation.stopAll()
      await rename(installation.dataDir, folder)
    } catch (error) {
      await rm(lock, { recursive: true })
      throw error
    }
  while (!existsSync(folder)) {
    if (!existsSync(lock)) return findUsedFolder()
    await sleep(50)
  }
  return folder
}

/** `isNew`: an empty folder, on which the first start takes a second or two longer to create the database. */
export async function createInstallation({ isNew = false } = {}): Promise<Installation> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaudit-process-'))
  if (!isNew) {
    // Keeps owners, which PostgreSQL checks.
    execFileSync('cp', ['-a', `${await findUsedFolder()}/.`, dataDir])
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

  async function withSql<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const options = await findRunningPostgres(dataDir)
    if (!options) throw new Error('no database is running')
    const sql = postgres({ ...options, max: 1, onnotice: () => undefined })
    try {
      return await work(sql)
    } finally {
      await sql.end({ timeout: 1 })
    }
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
    withSql,
    withStoredSql: async (work) => {
      const database = await startEmbeddedPostgres(dataDir)
      return withSql(work).finally(() => database.stop())
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
