import type { ErrorCode } from '~/messages/en/errors'
import { DataError } from './data-error'
import type { Db } from './db-client'

/**
 * The database client, downloaded with the first query: what a page opens with is in its HTML, so the first load does
 * without. Throws a DataError of this code when the download fails; the next call tries again.
 */
export async function loadDb(failure: ErrorCode): Promise<Db> {
  const { getDb } = await import('./db-client').catch(() => {
    throw new DataError(failure)
  })
  return getDb()
}
