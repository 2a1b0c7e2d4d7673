import type { Db } from './db-client'
import { DataError, type ErrorCode } from './errors'

/**
 * The database client, downloaded with the first query: a page's initial data is in its HTML, so the first load does
 * without. Throws a DataError of this code if the download fails; the next call tries again.
 */
export async function loadDb(failure: ErrorCode): Promise<Db> {
  const { getDb } = await import('./db-client').catch(() => {
    throw new DataError(failure)
  })
  return getDb()
}
