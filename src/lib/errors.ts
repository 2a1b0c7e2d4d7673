import type { PostgrestError, PostgrestSingleResponse } from '@supabase/postgrest-js'
import type { adminErrors } from '#messages/admin.js'
import type { answerErrors } from '#messages/answers.js'
import type { claimErrors } from '#messages/claims.js'
import type { contributeErrors } from '#messages/contribute.js'
import { errors } from '#messages/errors.js'
import type { flagErrors } from '#messages/flags.js'
import { code as language } from '#messages/language.js'
import type { listErrors } from '#messages/lists.js'
import type { profileErrors } from '#messages/profile.js'
import type { upvoteErrors } from '#messages/upvotes.js'
import { DEFAULT_WORDS, type Words } from '#shared/words.ts'
import { getServerContext } from './environment'
import { type Text, textOf } from './texts'

/** Refusals that a form answers by itself; they are thrown with the words of what failed. */
type Refusal = 'changed' | 'gone' | 'taken' | 'categoriesRefused'

/** The codes of failed calls (section 8); texts of reports, profile and administration are downloaded there. */
export type ErrorCode =
  | Refusal
  | keyof (typeof errors &
      typeof upvoteErrors &
      typeof flagErrors &
      typeof profileErrors &
      typeof contributeErrors &
      typeof listErrors &
      typeof claimErrors &
      typeof answerErrors &
      typeof adminErrors)

/** Made from the words of the site, or of the default one. */
export type FailureText = Text<Words>

const texts: Partial<Record<ErrorCode, FailureText>> = { ...errors }

/** Registers the texts of an area that most visitors never download. */
export function addErrorTexts(more: Partial<Record<ErrorCode, FailureText>>): void {
  Object.assign(texts, more)
}

/** How a call failed: its status, and words about this failure. */
export type FailureOptions = { status?: number; words?: FailureText | undefined }

/**
 * A failed call. Handlers compare the `code`; its text is that code's, or `words` about this failure. People
 * see {@link failureText}; the `message`, in the default words, is for the log. Without a status there was no response.
 */
export class DataError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly offline: boolean
  readonly text: FailureText

  constructor(code: ErrorCode, { status = 0, words }: FailureOptions = {}) {
    const text = words ?? texts[code] ?? errors.unknown
    super(textOf(text, DEFAULT_WORDS))
    this.name = 'DataError'
    this.text = text
    this.code = code
    this.status = status
    this.offline = status === 0
  }
}

/** The text of an error in the words of the site. */
export const failureText = (error: Error, site: Words | undefined) =>
  error instanceof DataError && site ? textOf(error.text, site) : error.message

/**
 * What a page says about a refusal: the sentence of the service, which is English, or in another language the page's own
 * text for the code the service gives. Undefined where it has none: then the text of what failed stands alone.
 */
export const inLanguage = <T>(sentence: string | undefined, text: T): string | T | undefined =>
  language === 'en' ? sentence || undefined : text

/** SQLSTATEs of refusals that the database explains in a sentence. */
const EXPLAINED = ['P0001', '23514']

/** The words of such a refusal; undefined for every other failure, whose words are the page's own. */
export const wordsOfRefusal = (
  { code, message }: PostgrestError,
  text?: FailureText,
  explained: readonly string[] = EXPLAINED,
): FailureText | undefined => (explained.includes(code) ? inLanguage(message, text) : undefined)

/** The result of a PostgREST call, as far as failures are concerned. */
export type Answer = { error: PostgrestError | null; status: number }

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

/** A call of the database; `abortSignal` is missing in the type of one for a single row, which has it all the same. */
type Call<Data> = PromiseLike<PostgrestSingleResponse<Data>> & {
  abortSignal?: (signal: AbortSignal) => unknown
}

/** What a call answers, cancelled by the signal. Throws as {@link assertAnswered}. */
export async function dataOf<Data>(call: Call<Data>, code: ErrorCode, signal?: AbortSignal): Promise<Data> {
  if (signal) call.abortSignal?.(signal)
  const answer = await call
  assertAnswered(answer, code, signal)
  return answer.data
}

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
 * The message for a failed call: the service's own (section 8), or in another language `ofCode`, the text of its code. Without a
 * response or a usable message, the `fallback` for the occasion, else a general sentence.
 */
export function errorMessage(error: unknown, fallback?: string, ofCode?: string): string {
  if (isUnreachable(error)) return fallback ?? errors.unreachable
  if (error instanceof DataError) return error.message
  // '{}' is auth-js's message for a response without one, for example a gateway's HTML.
  const sentence = error instanceof Error && error.message !== '{}' ? error.message : undefined
  return inLanguage(sentence, ofCode) ?? fallback ?? errors.unknown
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
