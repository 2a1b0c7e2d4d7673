import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { ANSWER_ROWS } from '#shared/api-rules.ts'
import { dataOf, type ErrorCode } from './errors'

type Answer<Row> = PromiseLike<PostgrestSingleResponse<Row[]>>
type Question<Row> = Answer<Row> & { range(from: number, to: number): Answer<Row> }

/** All rows of a query with a fixed order, fetched page by page. Throws as {@link dataOf}. */
export async function readAll<Row>(
  ask: () => Question<Row>,
  code: ErrorCode,
  signal: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const from = rows.length
    const page = from === 0 ? ask() : ask().range(from, from + ANSWER_ROWS - 1)
    const data = await dataOf(page, code, signal)
    rows.push(...data)
    if (data.length < ANSWER_ROWS) return rows
  }
}
