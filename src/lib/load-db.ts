import { DataError } from './data-error'
import type { Db } from './db-client'

/**
 * The database's client, downloaded with the first query: what a page opens with is in its HTML, so the first load does
 * without. Throws a DataError when the download fails.
 */
export async function loadDb(): Promise<Db> {
  try {
    const { getDb } = await import('./db-client')
    return getDb()
  } catch {
    throw new DataError('This part of the page could not be loaded')
  }
}
