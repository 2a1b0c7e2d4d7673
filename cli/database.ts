import type { Sql } from 'postgres'
import { migrateDatabase } from '../server/backend/open-backend.ts'
import { openDatabase } from '../server/backend/open-database.ts'
import { readConfig, StartError } from '../server/config.ts'

/**
 * Runs a command on the directory's database as its owner, whether the app is
 * running or not, and closes it again, also when the command is interrupted.
 * Throws a StartError when there is no database to work on.
 */
export async function withDatabase<Result>(run: (sql: Sql) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env)
  const database = await openDatabase(config, 'share')
  const interrupt = (signal: NodeJS.Signals) => {
    // A transaction that is not finished is taken back by the database.
    void database.close().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    if (config.supabaseUrl) await expectPushed(database.sql)
    else await migrateDatabase(database)
    return await run(database.sql)
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    await database.close()
  }
}

/** A hosted project gets its migrations from the Supabase command line, not from us. */
async function expectPushed(sql: Sql): Promise<void> {
  const [found] = await sql<{ ready: boolean }[]>`
    select to_regclass('public.tools') is not null and to_regclass('private.administrators') is not null as ready`
  if (!found?.ready) throw new StartError('the project has no tables yet: run `supabase db push` first')
}
