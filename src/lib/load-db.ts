import { DataError } from './data-error'
import type { Db } from './db-client'
import { once } from './once'

const loadClient = once(() => import('./db-client'))

/**
 * The database's client, downloaded with the first query: what a page opens with is in its HTML, so the first load does
 * without. Throws a DataError when the download fails, with the message of the call it was wanted for.
 */
export async function loadDb(failure: string): Promise<Db> {
  return (await loadCalls(async () => ({}), failure)).db
}

/** The same together with the module whose calls it makes: the build puts those of the public pages into one file. */
export async function loadCalls<Calls>(
  load: () => Promise<Calls>,
  failure: string,
): Promise<Calls & { db: Db }> {
  try {
    const [{ getDb }, calls] = await Promise.all([loadClient(), load()])
    return { ...calls, db: getDb() }
  } catch {
    throw new DataError(failure)
  }
}
