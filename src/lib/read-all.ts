import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import type { ErrorCode } from '~/messages/en/errors'
import { ANSWER_ROWS } from '../rules/api-rules'
import { assertAnswered } from './data-error'

type Answer<Row> = PromiseLike<PostgrestSingleResponse<Row[]>>
type Question<Row> = Answer<Row> & { range(from: number, to: number): Answer<Row> }

/**
 * Every row a question in a fixed order has, asked for again as long as there are more. Throws as {@link assertAnswered}.
 */
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
