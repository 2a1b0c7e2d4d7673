import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { type Connections, openConnections } from './api/connections.ts'
import { createRest } from './api/rest.ts'
import { readSchema } from './api/schema.ts'
import { createMailer, type Mailer } from './auth/mailer.ts'
import { createAuth } from './auth/routes.ts'
import { type Background, createBackground, type Jobs, startJobs } from './background.ts'
import { backUpDaily, type DailyBackup } from './backup/daily.ts'
import type { Config } from './config.ts'
import { keepSecret, prepareDataDir } from './data-dir.ts'
import { type ConnectionOptions, type Database, openDatabase, RECONNECT } from './database/open-database.ts'
import { prepareDatabase } from './database/prepare-database.ts'
import {
  createReadScheduler,
  MEMBER_RULES,
  type ReadScheduler,
  unscheduled,
} from './database/read-scheduler.ts'
import { Deadline, END_MS, RESERVE_MS } from './deadline.ts'
import { createReport, type Report } from './errors.ts'
import { seedStarter } from './import-export/import-starter.ts'
import type { Logger } from './log.ts'
import { readSiteName } from './site.ts'
import { withTimeout } from './with-timeout.ts'

/** About what it costs to find out that an address asks for too much. */
const TOO_MUCH_MS = 50

/** Everything behind /auth/v1 and /rest/v1, open and ready. */
export interface Backend {
  publishableKey: string
  /** Signs sessions; the pipeline reads the person from a token with it. */
  jwtSecret: string
  /** For programs of the operator: what comes with it may do everything. */
  secretKey: string
  /** Answers /auth/v1 and /rest/v1. */
  fetch(request: Request): Promise<Response>
  /** The same for what our own pages read, in process. */
  fetchForPage(request: Request): Promise<Response>
  /** Schedules the reads of visitors. */
  scheduler: ReadScheduler
  /** Migrated, and the database answers. */
  isReady(): Promise<boolean>
  sql: postgres.Sql
  /** Undefined: none is made. */
  backup: Pick<DailyBackup, 'last'> | undefined
  /** What /metrics tells of it. */
  figures(): BackendFigures
  /** Other processes may use the same database: it is not the one this process has to itself. */
  isShared: boolean
  /** For parts that need connections of their own. */
  database: ConnectionOptions
  /** Stops an embedded database, whatever hangs. */
  close(deadline?: Deadline): Promise<void>
}

export interface BackendFigures {
  mails: Mailer['counts']
  jobs: Pick<Jobs, 'runs' | 'failures'>
  /** Work that goes on after its request was answered. */
  tasks: number
  reads: ReturnType<ReadScheduler['figures']>
}

export interface BackendOptions {
  config: Config
  log: Logger
  report?: Report
  /** Calls the opening off: nothing is left running. */
  signal?: AbortSignal
  /** As {@link openDatabase} has it. */
  database?: 'lock' | 'share'
  /** For lines meant for the person at the terminal. */
  print(line: string): void
}

/** Opens the database, brings it up to date and puts the API before it. Throws a StartError the person can act on. */
export async function openBackend({
  config,
  log,
  report = createReport(log),
  signal,
  print,
  database: mode = 'lock',
}: BackendOptions): Promise<Backend> {
  await prepareDataDir(config.dataDir)
  const keys = await readKeys(config)
  const database = await openDatabase(config, mode, signal)
  const background = createBackground(report)
  const mailer = createMailer({
    config,
    log,
    salt: keys.jwtSecret,
    siteName: () => readSiteName(database.sql, config.overrides),
    background: background.run,
    print,
  })
  const scheduler = config.rateLimits ? createReadScheduler() : unscheduled
  const connections = openConnections(database.options, {
    visitors: scheduler,
    members: config.rateLimits ? createReadScheduler(MEMBER_RULES) : unscheduled,
  })
  // Connections of their own: a crowd signing in keeps nothing else waiting.
  const accounts = postgres(database.options.url, {
    ...database.options.options,
    ...RECONNECT,
    max: 4,
    connection: { application_name: 'plaudit-auth', TimeZone: 'UTC', statement_timeout: 5_000 },
  })
  let sweeping: Jobs | undefined
  let backup: DailyBackup | undefined
  const close = async (deadline = new Deadline(END_MS)) => {
    sweeping?.stop()
    if (backup) await deadline.wait(backup.stop(), RESERVE_MS.parts)
    await deadline.wait(background.drain(), RESERVE_MS.parts)
    mailer.close()
    await deadline.wait(Promise.all([connections.close(), accounts.end()]), RESERVE_MS.connections)
    await database.close(deadline)
  }
  try {
    const { applied } = await prepareDatabase(database, signal)
    if (applied > 0) log.info({ applied }, 'migrations applied')
    await connections.expectVisitors()
    await database.sql`select private.set_admin_emails(${config.adminEmails})`
    if (config.seed === 'starter') await seedStarter(database.sql, log)
    signal?.throwIfAborted()
    const parts = { config, keys, database, accounts, background, mailer, connections, scheduler, report }
    const backend = await serve(parts)
    const jobs = startJobs(database.sql, mailer, (error) => report('work done at intervals failed', error))
    sweeping = jobs
    const { backupDays: days } = config
    const daily =
      days !== undefined && mode === 'lock'
        ? await backUpDaily({ config, database, days, log, report })
        : undefined
    backup = daily
    return {
      ...backend,
      backup,
      figures: () => ({
        mails: mailer.counts,
        jobs: daily
          ? {
              runs: { ...jobs.runs, daily_backup: daily.runs },
              failures: { ...jobs.failures, daily_backup: daily.failures },
            }
          : jobs,
        tasks: background.pending,
        reads: scheduler.figures(),
      }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface OpenParts {
  config: Config
  keys: Awaited<ReturnType<typeof readKeys>>
  database: Database
  /** Of /auth/v1. */
  accounts: postgres.Sql
  background: Background
  mailer: Mailer
  connections: Connections
  scheduler: ReadScheduler
  report: Report
}

/** Puts the API before what is open. */
async function serve({
  config,
  keys,
  database,
  accounts,
  background,
  mailer,
  connections,
  scheduler,
  report,
}: OpenParts): Promise<Omit<Backend, 'close' | 'figures' | 'backup'>> {
  const isDatabaseUp = () =>
    withTimeout(database.sql`select 1`, 2000).then(
      () => true,
      () => false,
    )
  const auth = createAuth({
    sql: accounts,
    mailer,
    jwtSecret: keys.jwtSecret,
    publicUrl: config.publicUrl,
    keys: [keys.publishableKey, keys.secretKey],
    background: background.run,
  })
  const rest = createRest({
    keys,
    schema: await readSchema(database.sql),
    connections,
    isDatabaseUp,
    onError: (error) => report('a request to /rest/v1 failed', error),
    onTooMuch: () => scheduler.charge(TOO_MUCH_MS),
  })
  return {
    publishableKey: keys.publishableKey,
    jwtSecret: keys.jwtSecret,
    secretKey: keys.secretKey,
    fetch: (request) =>
      new URL(request.url).pathname.startsWith('/auth/v1') ? auth.fetch(request) : rest.fetch(request),
    fetchForPage: (request) => rest.fetch(request, true),
    scheduler,
    isReady: isDatabaseUp,
    sql: database.sql,
    isShared: database.kind === 'server',
    database: database.options,
  }
}

/** A new key of the form clients of Supabase send as `apikey`. */
const makeApiKey = async (kind: 'publishable' | 'secret') =>
  `sb_${kind}_${randomBytes(24).toString('base64url')}`

async function readKeys(config: Config) {
  const { dataDir } = config
  return {
    publishableKey:
      config.publishableKey ??
      (await keepSecret(dataDir, 'publishable-key', () => makeApiKey('publishable'))),
    secretKey: config.secretKey ?? (await keepSecret(dataDir, 'secret-key', () => makeApiKey('secret'))),
    jwtSecret:
      config.jwtSecret ??
      (await keepSecret(dataDir, 'jwt-secret', () => randomBytes(48).toString('base64url'))),
  }
}
