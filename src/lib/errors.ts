import type { PostgrestError } from '@supabase/postgrest-js'
import type { adminErrors } from '#messages/admin.js'
import { errors } from '#messages/errors.js'
import type { flagErrors } from '#messages/flags.js'
import type { profileErrors } from '#messages/profile.js'
import { DEFAULT_WORDS, type Words } from '#shared/words.ts'
import { getServerContext } from './environment'

/** The codes of failed calls (section 8); texts of reports, profile and administration are downloaded there. */
export type ErrorCode = keyof (typeof errors & typeof flagErrors & typeof profileErrors & typeof adminErrors)

/** A text that may be made from the site's words. */
type Text = string | ((site: Words) => string)

const texts: Partial<Record<ErrorCode, Text>> = { ...errors }

/** Registers the texts of an area that most visitors never download. */
export function addErrorTexts(more: Partial<Record<ErrorCode, Text>>): void {
  Object.assign(texts, more)
}

type Options = { status?: number; words?: Text | undefined }

/**
 * A failed call. Handlers compare the `code`; its text is that code's, or the service's own `words` for the person. People
 * see {@link failureText}; the `message`, in the default words, is for the log. Without a status there was no response.
 */
export class DataError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly offline: boolean
  readonly text: Text

  constructor(code: ErrorCode, { status = 0, words }: Options = {}) {
    const text = words ?? texts[code] ?? errors.unknown
    super(typeof text === 'function' ? text(DEFAULT_WORDS) : text)
    this.name = 'DataError'
    this.text = text
    this.code = code
    this.status = status
    this.offline = status === 0
  }
}

/** The text of an error in the words of the site. */
export const failureText = (error: Error, site: Words | undefined) =>
  error instanceof DataError && typeof error.text === 'function' && site ? error.text(site) : error.message

/** The result of a PostgREST call, as far as failures are concerned. */
type Answer = { error: PostgrestError | null; status: number }

/** Throws a DataError if the call failed; rethrows the cancellation if it was cancelled. */
export function assertAnswered<A extends Answer>(
  answer: A,
  code: ErrorCode,
  signal?: AbortSignal,
): asserts answer is Extract<A, { error: null }> {
  if (!answer.error) return
  signal?.throwIfAborted()
  throw new DataError(code, { status: answer.status })
}

/** Of a failed write: a limit is told in the words of the service, which know how much and until when. */
export const failureOf = ({ error, status }: Answer): Options => ({
  status,
  words: status === LIMIT_REACHED ? error?.message : undefined,
})

/** Whether a limit was reached: the form shows the message and keeps the text. */
export const isLimit = (error: unknown): error is DataError =>
  error instanceof DataError && error.status === LIMIT_REACHED

const LIMIT_REACHED = 429

/** Whether a retry may help: no response, or a server error. */
export function isTransient(error: unknown): boolean {
  return error instanceof DataError && (error.offline || error.status >= 500)
}

/** Whether nothing answered: a call without a response, or code of the page that could not be downloaded. */
export function isOffline(error: unknown): boolean {
  // Where a page is rendered, whoever reads it has reached the server.
  if (import.meta.env.SSR) return false
  return !navigator.onLine || (error instanceof DataError && error.offline) || isPartMissing(error)
}

export const isPartMissing = (error: unknown) =>
  error instanceof Error && error.message === errors.partMissing

/**
 * Marks code of the page that could not be downloaded, in words for people. The router would recognise the browser's
 * own words and reload the page, which without a network ends in the browser's error page.
 */
export function markMissingPart({ payload }: { payload: Error }): void {
  payload.message = errors.partMissing
}

/** Whether the server refused the person: their session or right may be gone. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DataError && (error.status === 401 || error.status === 403)
}

/**
 * The message for a failed call: the service's own (section 8). Without a response or a usable message, the `fallback`
 * for the occasion, else a general sentence.
 */
export function errorMessage(error: unknown, fallback?: string): string {
  if (isUnreachable(error)) return fallback ?? errors.unreachable
  const message = error instanceof Error ? error.message : ''
  // auth-js's message for a response without one, for example a gateway's HTML.
  return message === '' || message === '{}' ? (fallback ?? errors.unknown) : message
}

/**
 * Whether there was no response: fetch and failed downloads reject with a TypeError; auth-js wraps it with status 0.
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
 * Logs what sections 2 and 8 of the specification require, to the browser's console or the server's log. No tokens, no
 * addresses.
 */
export function logError(what: string, reason: unknown): void {
  if (import.meta.env.SSR) getServerContext().report(what, reason)
  // biome-ignore lint/suspicious/noConsole: the one place that logs in the browser.
  else console.error(what, reason)
}
