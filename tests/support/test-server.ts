import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { listen } from '../../server/http/listen.ts'
import { readConfig } from '../../server/lib/config.ts'
import { createLog } from '../../server/lib/log.ts'
import { openApp } from '../../server/open-app.ts'
import { cloneDatabase, connectTo } from './clone-database.ts'
import { freePort } from './free-port.ts'
import { type MailSink, startMailSink } from './mail-sink.ts'
import { spawnServer } from './spawn-server.ts'
import { openStubInternet, type StubInternet } from './stub-internet.ts'

/** The product on a new database, with a mail server. One per test file. */
export interface TestServer {
  url: string
  publishableKey: string
  secretKey: string
  jwtSecret: string
  /** The database as its owner, for setting up and for checking what the API hides. */
  sql: postgres.Sql
  mail: MailSink
  /** All that it can ask of others; a process of its own has the real one. */
  internet: StubInternet
  databaseUrl: string
  /** Its log. */
  output(): string
  close(): Promise<void>
}

/** The same in a process of its own, for tests of shutdown and of several processes. */
export interface ServerProcess extends TestServer {
  process: ChildProcess
}

type Environment = Record<string, string>

const createKey = (kind: string) => `sb_${kind}_${randomBytes(16).toString('hex')}`

/**
 * The app of this process. The built pages find it by a global, so there can be only one; they keep the address and key
 * of their first app, so all apps of a process have the same.
 */
let open: TestServer | undefined
const ownPort = freePort()
const ownKey = createKey('publishable')

/**
 * Opens and listens in this process, like server/main.ts. `env` adds to or overrides its environment, for tests of
 * configuration.
 */
export async function startTestServer(env: Environment = {}): Promise<TestServer> {
  // Of a file that failed while it was read, so that no test was followed by closing it.
  await open?.close()
  if ('PORT' in env || 'PUBLIC_URL' in env) throw new Error('another address needs startServerProcess')
  const own = { PORT: String(await ownPort), SUPABASE_PUBLISHABLE_KEY: ownKey }
  const server = await listenHere(await prepareGround({ ...env, ...own }), 'built')
  open = {
    ...server,
    close: async () => {
      open = undefined
      await server.close()
    },
  }
  return open
}

/**
 * The product without its pages, in this process too: for what else needs another site, or another process on the database
 * of one (`DATABASE_URL`).
 */
export const startPageless = async (env: Environment = {}): Promise<TestServer> =>
  listenHere(await prepareGround(env), 'elsewhere')

async function listenHere(ground: Ground, pages: 'built' | 'elsewhere'): Promise<TestServer> {
  let output = ''
  const print = (text: string) => {
    output += text
  }
  try {
    const config = readConfig(ground.env)
    const log = createLog(config.logLevel, { write: print })
    const { names, port } = ground.server.internet
    const internet = { names, loopbackPort: port, limits: { pauseMs: 0, wholeMs: 2000 } }
    const app = await openApp({ config, print, log, pages, internet })
    // A busy test must not find its idle connections closed by its own process.
    const listener = listen(app, config, { keepAliveTimeout: 0 })
    await listener.url
    return {
      ...ground.server,
      output: () => output,
      close: async () => {
        app.interrupt()
        const closed = listener.connections?.close()
        listener.connections?.cutOff()
        await closed
        await app.close()
        await ground.close()
      },
    }
  } catch (error) {
    await ground.close()
    throw error
  }
}

/** Starts the app as a process. */
export async function startServerProcess(env: Environment = {}): Promise<ServerProcess> {
  const ground = await prepareGround(env)
  const server = spawnServer(ground.env)
  await server.ready()
  return {
    ...ground.server,
    process: server.process,
    output: server.output,
    close: async () => {
      server.process.kill('SIGTERM')
      await Promise.race([server.ended, sleep(5000)])
      server.process.kill('SIGKILL')
      await ground.close()
    },
  }
}

type Ground = Awaited<ReturnType<typeof prepareGround>>

/** What an app needs before it can start: a database, a folder, a port, keys and a mail server. */
async function prepareGround(changes: Environment) {
  const [database, dataDir, port, mail, internet] = await Promise.all([
    changes.DATABASE_URL ? connectTo(changes.DATABASE_URL) : cloneDatabase(),
    mkdtemp(path.join(tmpdir(), 'plaudit-test-')),
    freePort(),
    startMailSink(),
    openStubInternet(),
  ])
  const keys = {
    SUPABASE_PUBLISHABLE_KEY: createKey('publishable'),
    SUPABASE_SECRET_KEY: createKey('secret'),
    JWT_SECRET: randomBytes(32).toString('hex'),
  }
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    SMTP_URL: mail.url,
    SEED: 'none',
    LOG_LEVEL: 'warn',
    ...keys,
    ...changes,
  }
  return {
    env,
    server: {
      url: `http://127.0.0.1:${env.PORT}`,
      publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
      secretKey: keys.SUPABASE_SECRET_KEY,
      jwtSecret: keys.JWT_SECRET,
      sql: database.sql,
      mail,
      internet,
      databaseUrl: database.url,
    },
    close: async () => {
      await mail.close()
      await internet.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
