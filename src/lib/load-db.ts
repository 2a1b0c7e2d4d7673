import { DataError } from './data-error'
import type { Db } from './db-client'

/**
 * The database's client, downloaded with the first query: what a page opens with is in its HTML, so the first load does
 * without. Throws a DataError when the download fails, with the message of the call it was wanted for.
 */
export async function loadDb(failure: string): Promise<Db> {
  try {
    const { getDb } = await import('./db-client')
    return getDb()
  } catch {
    throw new DataError(failure)
  }
}
