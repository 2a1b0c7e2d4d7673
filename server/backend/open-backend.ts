import { randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import type { Config } from '../config.ts'
import { keepSecret, prepareDataDir } from '../data-dir.ts'
import { inTime } from '../in-time.ts'
import type { Logger } from '../log.ts'
import { createAuthSeam } from './auth-seam.ts'
import { createBackground } from './background.ts'
import { cleanUp } from './clean-up.ts'
import { makeApiKey, openLite } from './lite.ts'
import { createMailer } from './mail.ts'
import { type ConnectionOptions, type Database, openDatabase } from './open-database.ts'
import { prepareDatabase } from './prepare-database.ts'
import { createRepeatedReads } from './repeated-reads.ts'
import { requestContext, type Statement } from './request-context.ts'
import { createRestSeam } from './rest-seam.ts'
import { listReadOnlyFunctions } from './rpc-by-get.ts'
import { seedStarter } from './seed.ts'
import { createVisitorTurns, type VisitorTurns, withoutTurns } from './visitor-turns.ts'

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
  /** Whose turn it is to read as a visitor. */
  turns: VisitorTurns
  /** Migrated, and the database answers. */
  isReady(): Promise<boolean>
  sql: postgres.Sql
  /** Other processes may use the same database: it is not the one this process has to itself. */
  isShared: boolean
  /** For parts that need connections of their own. */
  database: ConnectionOptions
  close(): Promise<void>
}

export interface BackendOptions {
  config: Config
  log: Logger
  /** For lines meant for the person at the terminal. */
  print(line: string): void
}

/** Opens the database, brings it up to date and puts the API before it. Throws a StartError the person can act on. */
export async function openBackend({ config, log, print }: BackendOptions): Promise<Backend> {
  await prepareDataDir(config.dataDir)
  const keys = await readKeys(config)
  const database = await openDatabase(config)
  const background = createBackground(log)
  const mailer = createMailer({ config, log, salt: keys.jwtSecret, background: background.run, print })
  const turns = config.rateLimits ? createVisitorTurns() : withoutTurns
  const lite = openLite({
    database: database.options,
    publicUrl: config.publicUrl,
    ...keys,
    turns,
    sendMail: ({ to, type, tokenHash }) => {
      const { next, silent } = requestContext.getStore() ?? {}
      if (!silent && (type === 'signup' || type === 'recovery' || type === 'magiclink'))
        mailer.send({ kind: type, to, tokenHash, next })
    },
    onError: (error) => log.error({ error: nameOf(error) }, 'the API reported an error'),
  })
  let sweeping: { stop(): void } | undefined
  const close = async () => {
    sweeping?.stop()
    await background.settle(1500)
    mailer.close()
    await lite.close()
    await database.close()
  }
  try {
    const { applied } = await prepareDatabase(database.sql, lite.ensureSystemSchema)
    if (applied.length > 0) log.info({ applied: applied.length }, 'migrations applied')
    await database.sql`select private.set_admin_emails(${config.adminEmails})`
    if (config.seed === 'starter') await seedStarter(database.sql, log)
    await lite.init()
  } catch (error) {
    await close()
    throw error
  }

  const isDatabaseUp = () =>
    inTime(database.sql`select 1`, 2000).then(
      () => true,
      () => false,
    )
  const auth = await createAuthSeam({
    lite,
    sql: database.sql,
    mailer,
    publicUrl: config.publicUrl,
    keys: [keys.publishableKey, keys.secretKey],
    background: background.run,
  })
  const rest = createRestSeam({
    lite,
    functions: await listReadOnlyFunctions(database.sql),
    isDatabaseUp,
    onError: (error) => log.error({ error: nameOf(error) }, 'a request to /rest/v1 failed'),
    onTooMuch: () => turns.charge(TOO_MUCH_MS),
  })
  const repeated = createRepeatedReads({
    ask: async (request) => {
      const statements: Statement[] = []
      return { response: await rest.fetch(request, statements), statements }
    },
    run: lite.runForPage,
  })
  sweeping = cleanUp(database.sql, (error) =>
    log.error({ error: nameOf(error) }, 'what has had its time could not be removed'),
  )
  return {
    publishableKey: keys.publishableKey,
    jwtSecret: keys.jwtSecret,
    secretKey: keys.secretKey,
    fetch: (request) =>
      new URL(request.url).pathname.startsWith('/auth/v1') ? auth.fetch(request) : rest.fetch(request),
    fetchForPage: repeated.answer,
    turns,
    isReady: isDatabaseUp,
    sql: database.sql,
    isShared: database.kind === 'server',
    database: database.options,
    close,
  }
}

/** Applies what the database lacks, for a command that runs before the app ever did. */
export async function migrateDatabase(config: Config, database: Database): Promise<void> {
  const lite = openLite({
    database: database.options,
    publicUrl: config.publicUrl,
    ...(await readKeys(config)),
    sendMail: () => undefined,
    turns: withoutTurns,
    onError: () => undefined,
  })
  try {
    await prepareDatabase(database.sql, lite.ensureSystemSchema)
  } finally {
    await lite.close()
  }
}

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

/** An error without its data: class and code are enough to look for, values may be a person's. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
