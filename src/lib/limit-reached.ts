import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { code as language } from '#messages/language.js'
import { limits, tooManyRequests } from '#messages/limits.js'
import { type Answer, DataError, type ErrorCode, type FailureOptions, type FailureText } from './errors'

/** Of a failed write: the service knows which limit was reached. */
export function failureOf({ error, status }: Answer): FailureOptions {
  if (status !== LIMIT_REACHED) return { status }
  return {
    status,
    words: language === 'en' ? error?.message : limitText(error?.hint),
  }
}

/** What a write answers. Throws the failure, or the refusal that the detail or code of the database stands for. */
export async function resultOf<Data>(
  call: PromiseLike<PostgrestSingleResponse<Data>>,
  failure: ErrorCode,
  refusals: Partial<Record<string, ErrorCode>> = {},
): Promise<Data> {
  const answer = await call
  if (!answer.error) return answer.data
  const refused = refusals[answer.error.details ?? ''] ?? refusals[answer.error.code]
  throw new DataError(refused ?? failure, failureOf(answer))
}

/** Whether a limit was reached: the form shows the message and keeps the text. */
export const isLimit = (error: unknown): error is DataError =>
  error instanceof DataError && error.status === LIMIT_REACHED

export const LIMIT_REACHED = 429

/** Which limit was reached, by the hint of private.refuse_write; the limits of the server give none. */
function limitText(hint?: string | null): FailureText {
  const [name, allowed = '', since] = (hint ?? '').split(' ')
  const limit = Object.entries(limits).find(([known]) => known === name)?.[1]
  if (typeof limit !== 'function') return limit ?? tooManyRequests
  return (site) => limit({ ...site, allowed, isNew: since === 'new' })
}
