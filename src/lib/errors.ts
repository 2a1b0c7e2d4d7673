import type { PostgrestError } from '@supabase/postgrest-js'
import { type ErrorCode, errors } from '~/messages/en/errors'
import { getServerContext } from './environment'

const texts: Partial<Record<ErrorCode, string>> = { ...errors }

/** Adds the texts of an area that most visitors never see, and do not download. */
export function addErrorTexts(more: Partial<Record<ErrorCode, string>>): void {
  Object.assign(texts, more)
}

type Options = { status?: number; words?: string | undefined }

/**
 * A failed call. Whoever handles it goes by the `code`; its message is the text of that code, or the service's own
 * `words` for the person. Without a status no answer came.
 */
export class DataError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly offline: boolean

  constructor(code: ErrorCode, { status = 0, words }: Options = {}) {
    super(words ?? texts[code] ?? errors.unknown)
    this.name = 'DataError'
    this.code = code
    this.status = status
    this.offline = status === 0
  }
}

/** What a PostgREST call resolves to, as far as failures go. */
type Answer = { error: PostgrestError | null; status: number }

/** Throws a DataError when the call failed; a call that was cancelled throws its cancellation instead. */
export function assertAnswered<A extends Answer>(
  answer: A,
  code: ErrorCode,
  signal?: AbortSignal,
): asserts answer is Extract<A, { error: null }> {
  if (!answer.error) return
  signal?.throwIfAborted()
  throw new DataError(code, { status: answer.status })
}

/** Whether trying again may help: no answer, or a server in trouble. */
export function isTransient(error: unknown): boolean {
  return error instanceof DataError && (error.offline || error.status >= 500)
}

/** Whether the server refused this person: their session or the right to it may be gone. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DataError && (error.status === 401 || error.status === 403)
}

/**
 * What to tell a person about a failed call: the service's own message (section 8). Where no answer came, or none with
 * words, the `fallback` the specification has for the occasion, else a plain sentence of ours.
 */
export function errorMessage(error: unknown, fallback?: string): string {
  if (isUnreachable(error)) return fallback ?? errors.unreachable
  const message = error instanceof Error ? error.message : ''
  // What auth-js makes of an answer without words, for example a gateway's HTML.
  return message === '' || message === '{}' ? (fallback ?? errors.unknown) : message
}

/**
 * Whether no answer came: fetch rejects with a TypeError, as does a failed download of code; auth-js wraps the first and
 * gives it the status 0.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return true
  return (
    error instanceof Error &&
    error.name === 'AuthRetryableFetchError' &&
    'status' in error &&
    error.status === 0
  )
}

/**
 * Writes to the browser's console what section 2 and 8 of the specification want logged, on the server to its log. No
 * tokens, no addresses.
 */
export function logError(what: string, reason: unknown): void {
  if (import.meta.env.SSR) getServerContext().report(what, reason)
  // biome-ignore lint/suspicious/noConsole: the one place that logs in the browser.
  else console.error(what, reason)
}
