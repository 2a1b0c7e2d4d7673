import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { ANSWER_ROWS } from '#shared/api-rules.ts'
import type { Db } from './db-client'
import { assertAnswered, DataError, type ErrorCode } from './errors'

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

type Answer<Row> = PromiseLike<PostgrestSingleResponse<Row[]>>
type Question<Row> = Answer<Row> & { range(from: number, to: number): Answer<Row> }

/** All rows of a query with a fixed order, fetched page by page. Throws as {@link assertAnswered}. */
export async function readAll<Row>(
  ask: () => Question<Row>,
  code: ErrorCode,
  signal: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const from = rows.length
    const answer = await (from === 0 ? ask() : ask().range(from, from + ANSWER_ROWS - 1))
    assertAnswered(answer, code, signal)
    rows.push(...answer.data)
    if (answer.data.length < ANSWER_ROWS) return rows
  }
}
