import process from 'node:process'
import type { Sql } from 'postgres'
import { type Database, openDatabase } from '../server/host/database/open-database.ts'
import { prepareDatabase } from '../server/host/database/prepare-database.ts'
import { stopOnSignals } from '../server/host/stop-on-signals.ts'
import { type Config, readConfig, StartError } from '../server/lib/config.ts'
import { RESERVE_MS } from '../server/lib/deadline.ts'

/** Conventional exit codes of a command ended by a signal. */
const EXIT_CODES: Record<string, number> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

/**
 * Runs a command on the site's database as its owner, after migrating it, whether or not the app is running. Throws a
 * StartError if there is no database.
 */
export function withDatabase<Result>(
  run: (sql: Sql, signal: AbortSignal) => Promise<Result>,
  interruption?: string,
): Promise<Result> {
  const config = readConfig(process.env)
  const prepared = async (database: Database, signal: AbortSignal) => {
    if (config.supabaseUrl) await expectPushed(database.sql)
    else await prepareDatabase(database, signal)
    return run(database.sql, signal)
  }
  return withOpenDatabase(config, 'share', prepared, interruption)
}

/**
 * Runs a command on the database without migrating it, and closes it again. An interrupted command is notified by the
 * signal and has a moment to stop; then the process ends.
 */
export async function withOpenDatabase<Result>(
  config: Config,
  mode: 'lock' | 'share',
  run: (database: Database, signal: AbortSignal) => Promise<Result>,
  interruption = 'what was written until then stays',
): Promise<Result> {
  const interrupted = new AbortController()
  const { signal } = interrupted
  const opening = openDatabase(config, mode, signal)
  const close = async (...deadline: Parameters<Awaited<typeof opening>['close']>) =>
    (await opening.catch(() => undefined))?.close(...deadline)
  const working = opening.then((database) => run(database, signal))
  stopOnSignals(async (deadline, reason) => {
    interrupted.abort()
    // The database rolls back an unfinished transaction.
    await deadline.wait(working, RESERVE_MS.requests)
    await close(deadline)
    process.stderr.write(`plaudit: interrupted by ${reason}; ${interruption}\n`)
    return EXIT_CODES[reason] ?? 1
  })
  try {
    return await working
  } finally {
    // An interrupted command has ended the process above.
    if (signal.aborted) await new Promise(() => undefined)
    await close()
  }
}

/** The Supabase command line migrates a hosted project, not we. */
async function expectPushed(sql: Sql): Promise<void> {
  const [found] = await sql<{ ready: boolean }[]>`
    select to_regclass('public.tools') is not null and to_regclass('private.administrators') is not null as ready`
  if (!found?.ready) throw new StartError('the project has no tables yet: run `supabase db push` first')
}
