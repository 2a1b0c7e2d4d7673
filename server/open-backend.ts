import { createHmac, randomBytes } from 'node:crypto'
import { backUpDaily, type DailyBackup } from './host/backup/daily.ts'
import { keepSecret, prepareDataDir } from './host/data-dir.ts'
import { openDatabase, openPool } from './host/database/open-database.ts'
import { prepareDatabase } from './host/database/prepare-database.ts'
import { createReadScheduler, unscheduled } from './host/database/read-scheduler.ts'
import { MEMBER_RULES } from './host/database/scheduler-rules.ts'
import type { BackendFigures } from './http/metrics.ts'
import type { Config } from './lib/config.ts'
import { Deadline, END_MS, RESERVE_MS } from './lib/deadline.ts'
import { createReport, type Report } from './lib/errors.ts'
import type { Logger } from './lib/log.ts'
import { isPublic, networkOf } from './lib/network.ts'
import { withTimeout } from './lib/with-timeout.ts'
import { seedStarter } from './product/import-export/import-starter.ts'
import { type Jobs, startJobs } from './product/jobs.ts'
import { loadLanguages } from './product/languages.ts'
import { answerUnsubscribe, UNSUBSCRIBE_PATH } from './product/mails/notice-mails.ts'
import { readSiteName } from './product/site.ts'
import { type Internet, startWorkers, type Workers } from './product/workers.ts'
import { createMailer } from './supabase/auth/mailer.ts'
import { createAuth } from './supabase/auth/routes.ts'
import { openConnections } from './supabase/rest/connections.ts'
import { createRest } from './supabase/rest/rest.ts'
import { readSchema } from './supabase/rest/schema.ts'

/** About the cost of detecting that a request exceeds a bound. */
const TOO_MUCH_MS = 50

/** Of a statement of the periodic jobs, which wait for each other: beyond them it is given up, and asked again a minute later. */
const JOB_LIMITS = { statement_timeout: 10 * 60_000, lock_timeout: 10_000 }

interface BackendOptions {
  config: Config
  log: Logger
  report?: Report
  /** Cancels the opening: nothing is left running. */
  signal?: AbortSignal
  /** As in {@link openDatabase}. */
  database?: 'lock' | 'share'
  /** For messages to the operator. */
  print(line: string): void
  internet?: Internet | undefined
}

/** Opens and migrates the database and puts the API before it. Throws a StartError for the operator. */
export async function openBackend({
  config,
  log,
  report = createReport(log),
  signal,
  print,
  database: mode = 'lock',
  internet,
}: BackendOptions) {
  await prepareDataDir(config.dataDir)
  const keys = await readKeys(config)
  const database = await openDatabase(config, mode, signal)
  const mailer = createMailer({
    config,
    languages: await loadLanguages(config.languages),
    siteName: () => readSiteName(database.sql, config.overrides),
    print,
  })
  const scheduler = config.rateLimits ? createReadScheduler() : unscheduled
  const connections = openConnections(database.options, {
    visitors: scheduler,
    members: config.rateLimits ? createReadScheduler(MEMBER_RULES) : unscheduled,
  })
  // Separate connections: many sign-ins at once delay nothing else.
  const accounts = openPool(database.options, 'plaudit-auth', {
    max: 4,
    connection: { statement_timeout: 5_000 },
  })
  // What is worked beside requests: four queues and the periodic jobs. Closed while there is nothing to do.
  const work = openPool(database.options, 'plaudit-work', {
    max: 5,
    idle_timeout: 20,
    connection: JOB_LIMITS,
  })
  let workers: Workers | undefined
  let sweeping: Jobs | undefined
  let backup: DailyBackup | undefined
  const close = async (deadline = new Deadline(END_MS)) => {
    // All are told at once: a slow job must not use up the time in which workers could end their transactions.
    const stopped = Promise.all([sweeping?.stop(), backup?.stop(), workers?.stop(deadline)])
    await deadline.wait(stopped, RESERVE_MS.parts)
    const pools = [connections.close(), accounts.end(), work.end({ timeout: 0 })]
    await deadline.wait(Promise.all(pools), RESERVE_MS.connections)
    await database.close(deadline)
  }
  try {
    const { applied } = await prepareDatabase(database, signal)
    if (applied > 0) log.info({ applied }, 'migrations applied')
    await connections.expectVisitors()
    await database.sql`select private.set_admin_emails(${config.adminEmails})`
    if (config.seed === 'starter') await seedStarter(database.sql, log)
    signal?.throwIfAborted()
    const { publishableKey, secretKey, jwtSecret } = keys
    const { sql } = database
    const { publicUrl } = config
    const isDatabaseUp = () =>
      withTimeout(sql`select 1`, 2000).then(
        () => true,
        () => false,
      )
    const auth = createAuth({
      sql: accounts,
      ...{ jwtSecret, publicUrl, languages: config.languages },
      keys: [publishableKey, secretKey],
      onError: (error) => report('a request to /auth/v1 failed', error),
    })
    const rest = createRest({
      keys,
      schema: await readSchema(sql),
      connections,
      isDatabaseUp,
      admit: scheduler.admit,
      onError: (error) => report('a request to /rest/v1 failed', error),
      onTooMuch: () => scheduler.charge(TOO_MUCH_MS),
    })
    // Hashed as in the rate limits. Behind a proxy that TRUST_PROXY does not name, everybody would share its address.
    const nameNetwork = (ip: string | undefined) =>
      config.rateLimits && ip && isPublic(ip)
        ? createHmac('sha256', jwtSecret)
            .update(`writes ${networkOf(ip)}`)
            .digest('base64url')
        : undefined
    const started = startWorkers({
      ...{ sql, queue: work, accounts, mailer, internet, log, report },
      ...{ jwtSecret, publicUrl },
    })
    workers = started
    const jobs = startJobs(work, (error) => report('work done at intervals failed', error))
    sweeping = jobs
    const { backupDays: days } = config
    const daily =
      days !== undefined && mode === 'lock'
        ? await backUpDaily({ config, database, days, log, report })
        : undefined
    backup = daily
    return {
      publishableKey,
      /** Signs sessions; the pipeline verifies tokens with it. */
      jwtSecret,
      /** The secret key, for programs of the operator: requests with it may do everything. */
      secretKey,
      /** Answers /auth/v1 and /rest/v1. `ip` is the client's, where there is one. */
      fetch: async (request: Request, ip?: string): Promise<Response> => {
        const { pathname } = new URL(request.url)
        if (pathname === UNSUBSCRIBE_PATH)
          return answerUnsubscribe({ sql: accounts, jwtSecret, publicUrl }, request)
        return pathname.startsWith('/auth/v1')
          ? auth.fetch(request)
          : rest.fetch(request, { network: nameNetwork(ip) })
      },
      /** The same for reads of our own pages, in process. */
      fetchForPage: (request: Request) => rest.fetch(request, { isPage: true }),
      /** Schedules the reads of visitors. */
      scheduler,
      /** Migrated, and the database answers. */
      isReady: isDatabaseUp,
      sql,
      /** Whether other processes may use the same database. */
      isShared: database.kind === 'server',
      /** For parts that need their own connections. */
      database: database.options,
      /** Daily backups; undefined: disabled. */
      backup,
      /** For /metrics. */
      figures: (): BackendFigures => ({
        mails: started.mails,
        jobs: daily
          ? {
              runs: { ...jobs.runs, daily_backup: daily.runs },
              failures: { ...jobs.failures, daily_backup: daily.failures },
            }
          : jobs,
        reads: scheduler.figures(),
      }),
      /** Stops an embedded database in any case. */
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A new API key in the format of Supabase's keys. */
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
