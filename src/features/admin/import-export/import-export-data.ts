import { mutationOptions } from '@tanstack/react-query'
import { errors } from '#messages/errors.js'
import { importRefusals } from '#messages/import-export.js'
import { tooManyRequests } from '#messages/limits.js'
import {
  FILE_CHANGED,
  type ImportEvent,
  type ImportSettings,
  importEventSchema,
  LARGEST_IMPORT,
  type StarterCounts,
  starterCountsSchema,
  TOO_LARGE,
  type UndoCounts,
  undoCountsSchema,
} from '#shared/import-export-rules.ts'
import { DataError, inLanguage } from '~/lib/errors'
import { createFetchAsPerson } from '~/lib/fetch-as-person'
import { sendWithProgress } from '~/lib/send-with-progress'

/**
 * The calls to /transfer/v1, which is our server's own API and no table. Each throws a DataError with a message for the
 * person.
 */

/** A large catalogue takes its time. */
const TIMEOUT_MS = 24 * 60 * 60_000

/** What the server answers, read by `read`. */
async function ask<Answer>(
  address: string,
  method: 'GET' | 'POST' | 'DELETE',
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  try {
    const response = await createFetchAsPerson({ timeoutMs: TIMEOUT_MS })(`/transfer/v1/${address}`, {
      method,
    })
    if (response.ok) return await read(response)
    throw await refusalOf(response)
  } catch (error) {
    throw error instanceof DataError ? error : new DataError('unreachable')
  }
}

async function refusalOf(response: Response): Promise<DataError> {
  const { status } = response
  const message = messageOf(await response.text())
  return new DataError('unknown', { status, words: wordsOf({ status, message }) })
}

/** Of the starter catalogue: GET tells how much is as it came, DELETE deletes that, POST brings it back. */
export const callStarter = async (method: 'GET' | 'POST' | 'DELETE'): Promise<StarterCounts> =>
  starterCountsSchema.parse(JSON.parse(await ask('starter', method, (response) => response.text())))

interface ImportCall {
  file: File
  /** `preview` changes nothing. */
  mode: 'preview' | 'import'
  /** The digest of the previewed file: any other file is refused. */
  digest?: string | undefined
  settings: ImportSettings
  signal: AbortSignal
  /** The uploaded share of the file, from 0 to 1. */
  onSent(share: number): void
  onEvent(event: ImportEvent): void
}

/**
 * Uploads a catalogue for a preview or an import. Resolves when the server has finished, with `done` as the last event;
 * a failed or aborted one throws a DataError.
 */
async function sendCatalogue(call: ImportCall): Promise<void> {
  if (call.file.size > LARGEST_IMPORT) throw new DataError('unknown', { status: 413, words: TOO_LARGE })
  let failed: Extract<ImportEvent, { type: 'failed' }> | undefined
  const onEvent = (event: ImportEvent) => {
    const told = event.type === 'failed' ? { ...event, message: wordsOf(event) } : event
    if (told.type === 'failed') failed = told
    call.onEvent(told)
  }
  const { file, mode, digest, settings, signal } = call
  const parameters = new URLSearchParams({
    name: file.name,
    settings: JSON.stringify(settings),
    ...(digest && { digest }),
  })
  const events = readEvents(onEvent)
  const send = sendWithProgress(call.onSent, events.take)
  const headers = { 'Content-Type': 'application/octet-stream' }
  const response = await createFetchAsPerson({ send, timeoutMs: TIMEOUT_MS })(
    `/transfer/v1/${mode}?${parameters}`,
    { method: 'POST', body: file, headers, signal },
  ).catch(async (error: unknown) => {
    throw error instanceof TypeError ? new DataError('unknown', { words: await explainFailure(file) }) : error
  })
  if (failed) throw new DataError('unknown', { status: failed.status, words: failed.message })
  if (response.status !== 200) throw await refusalOf(response)
  if (!events.ended()) throw new DataError('importCutShort')
}

/** Parses the response as far as it has arrived, and reports every complete line once. */
function readEvents(onEvent: (event: ImportEvent) => void) {
  let read = 0
  let last = ''
  return {
    take: (text: string) => {
      for (let end = text.indexOf('\n', read); end >= 0; end = text.indexOf('\n', read)) {
        const event = parseEvent(text.slice(read, end))
        read = end + 1
        last = event.type
        onEvent(event)
      }
    },
    ended: () => last === 'done' || last === 'failed',
  }
}

/** Events after one that cannot be read cannot be trusted either. */
function parseEvent(line: string): ImportEvent {
  try {
    return importEventSchema.parse(JSON.parse(line))
  } catch {
    throw new DataError('importUnreadable')
  }
}

/** A browser refuses to send a file that was changed since it was chosen, and reports a network failure. */
async function explainFailure(file: File): Promise<string> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return errors.unreachable
  } catch {
    return FILE_CHANGED
  }
}

const BY_STATUS: Partial<Record<number, string>> = {
  ...importRefusals,
  429: tooManyRequests,
  412: FILE_CHANGED,
  413: TOO_LARGE,
}

/** What the page says about a refusal. */
const wordsOf = ({ status, message }: { status: number; message: string }): string =>
  inLanguage(message, BY_STATUS[status]) ?? errors.unknown

function messageOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string')
      return body.message
  } catch {
    // A gateway's own error page has no message for people.
  }
  return errors.unknown
}

/** The whole catalogue as a file. */
export const exportMutation = mutationOptions({
  mutationFn: (format: 'jsonl' | 'csv') => ask(`catalogue.${format}`, 'GET', (response) => response.blob()),
  meta: { inForm: true },
})

export const importMutation = mutationOptions({ mutationFn: sendCatalogue, meta: { inForm: true } })

/** Takes an import back. */
export const undoMutation = mutationOptions({
  mutationFn: async (id: string): Promise<UndoCounts> =>
    undoCountsSchema.parse(JSON.parse(await ask(`undo?import=${id}`, 'POST', (response) => response.text()))),
})
