import postgres from 'postgres'
import { type Config, StartError } from '../../lib/config.ts'
import { Deadline, END_MS, RESERVE_MS } from '../../lib/deadline.ts'
import { messageOf } from '../../lib/unknown.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import { findHolder, lockDataDir, prepareDataDir } from '../data-dir.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

/** Connections to the database as the owner of its schema. */
export type Database = ReturnType<typeof connect>

type Options = postgres.Options<Record<string, postgres.PostgresType>>

export interface ConnectionOptions {
  url: string
  options: Options
}

/**
 * Those of the database or the role would end an import, the wait for another process, the connection that holds a lock
 * meanwhile, or the transaction of a mail that is being sent, which would then be sent again. As texts: the driver leaves
 * out a number 0.
 */
const NO_TIMEOUTS: Record<string, string> = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
}

/** Connections to a database, by this name there. */
export const openPool = (
  { url, options }: ConnectionOptions,
  name: string,
  { connection, ...more }: Options,
) =>
  postgres(url, {
    ...options,
    // Quickly when the database is back; the driver's own pause grows to 20 seconds.
    backoff: () => 0.2,
    connect_timeout: 5,
    onnotice: () => undefined,
    ...more,
    connection: { application_name: name, TimeZone: 'UTC', ...NO_TIMEOUTS, ...connection },
  })

/**
 * Opens the configured database: DATABASE_URL, or the embedded one, which is started and held by this process (`lock`)
 * or, for a command beside a running app, used where it runs (`share`). The signal cancels.
 */
export async function openDatabase(
  config: Config,
  mode: 'lock' | 'share' = 'lock',
  signal?: AbortSignal,
): Promise<Database> {
  if (config.databaseUrl) return openServer(config.databaseUrl, config.supabaseUrl !== undefined)
  if (config.supabaseUrl)
    throw new StartError(
      "SUPABASE_URL names a hosted project: set DATABASE_URL to that project's database as well for this command",
    )
  const name = `DATA_DIR ${config.dataDir}`
  if (mode === 'share') {
    const running = (await findHolder(config.dataDir)) && (await findRunningPostgres(config.dataDir))
    if (running) return connect('embedded', name, { url: '', options: running })
  }
  await prepareDataDir(config.dataDir)
  const lock = await lockDataDir(config.dataDir, undefined, signal)
  try {
    const embedded = await startEmbeddedPostgres(config.dataDir, {}, signal)
    return connect('embedded', name, { url: '', options: embedded.options }, async (deadline) => {
      await embedded.stop(deadline)
      lock.release()
    })
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Where something else answers, or hangs up each time, the driver would try again for ever without a word. */
const OPEN_MS = 10_000

async function openServer(url: string, isHosted: boolean): Promise<Database> {
  let database: Database | undefined
  try {
    database = connect('server', 'DATABASE_URL', { url, options: {} })
    const [row] = await withTimeout(
      database.sql<{ version: number; encoding: string; folds: boolean; direct: string | null }[]>`
        select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
          lower('I') = 'i' as folds, current_setting('plaudit.direct', true) as direct`,
      OPEN_MS,
    )
    if (row && row.version < 150_000)
      throw new StartError(
        `DATABASE_URL is PostgreSQL ${Math.floor(row.version / 10_000)}: 15 or newer is needed`,
      )
    // There @INGO and @ingo would be two members.
    if (row && !(row.encoding === 'UTF8' && row.folds))
      throw new StartError(
        `DATABASE_URL is a database ${
          row.folds ? `with the encoding ${row.encoding}` : 'whose locale does not take I for a capital i'
        }: make it anew with \`template template0 encoding 'UTF8' locale_provider icu icu_locale 'und' locale 'C'\``,
      )
    // A pooler that drops it may change connections between statements, so that locks and migrations would wait for ever. The
    // commands for a hosted project may use its pooler: in session mode a connection stays the same.
    if (row && row.direct !== 'on' && !isHosted)
      throw new StartError(
        'DATABASE_URL leads to a pooler that drops startup parameters: name PostgreSQL itself',
      )
    return database
  } catch (error) {
    await database?.close()
    if (error instanceof StartError) throw error
    throw new StartError(`DATABASE_URL cannot be used: ${messageOf(error)}`)
  }
}

function connect(
  kind: 'embedded' | 'server',
  name: string,
  options: ConnectionOptions,
  after?: (deadline: Deadline) => Promise<void>,
) {
  const sql = openPool(options, 'plaudit', { max: 4, connection: { 'plaudit.direct': 'on' } })
  return {
    /** For our own statements; the API has its own pool. */
    sql,
    /** For further connections to the same database. */
    options,
    kind,
    /** Its location, for messages to the operator. */
    name,
    /** Stops the embedded database in any case. */
    close: async (deadline = new Deadline(END_MS)): Promise<void> => {
      await deadline.wait(sql.end(), RESERVE_MS.connections)
      await after?.(deadline)
    },
  }
}
