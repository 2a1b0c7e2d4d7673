import type { PostgrestError } from '@supabase/postgrest-js'

/**
 * A failed call, in words fit for a person (section 8). `offline`: no answer came. `code` is the database's own
 * (23505 for a duplicate), for callers that tell failures apart.
 */
export class DataError extends Error {
  readonly offline: boolean
  readonly code: string
  readonly status: number

  constructor(message: string, { status = 0, code = '' }: { status?: number; code?: string } = {}) {
    super(message)
    this.name = 'DataError'
    this.status = status
    this.code = code
    this.offline = status === 0
  }
}

/** What a PostgREST call resolves to, as far as failures go. */
type Answer = { error: PostgrestError | null; status: number }

/** Throws `message` when the call failed; a call that was cancelled throws its cancellation instead. */
export function assertAnswered<A extends Answer>(
  answer: A,
  message: string,
  signal?: AbortSignal,
): asserts answer is Extract<A, { error: null }> {
  if (!answer.error) return
  signal?.throwIfAborted()
  throw new DataError(message, { status: answer.status, code: answer.error.code })
}

/** Whether trying again may help: no answer, or a server in trouble. */
export function isTransient(error: unknown): boolean {
  return error instanceof DataError && (error.offline || error.status >= 500)
}
