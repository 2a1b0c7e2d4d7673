import { mutationOptions } from '@tanstack/react-query'
import { adminErrors } from '#messages/admin.js'
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
import { getAccessToken, replaceRefusedToken } from '~/lib/session-tokens'

/**
 * The calls to /transfer/v1, which is our server's own API and no table. Each throws a DataError with a message for the
 * person.
 */

type ExportFormat = 'jsonl' | 'csv'

/** The whole catalogue as a file. */
async function downloadCatalogue(format: ExportFormat): Promise<Blob> {
  const answer = await withFreshToken((token) => get(`/transfer/v1/catalogue.${format}`, token)).catch(() => {
    throw new DataError('unreachable')
  })
  if (answer.content) return answer.content
  throw new DataError('importExport', { status: answer.status, words: wordsOf(answer) })
}

async function get(address: string, token: string): Promise<Answer & { content: Blob | null }> {
  const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
  const { status, ok } = response
  return ok
    ? { status, message: '', content: await response.blob() }
    : { status, message: messageOf(await response.text()), content: null }
}

/** Of the starter catalogue: GET tells how much is as it came, DELETE deletes that, POST brings it back. */
export const callStarter = async (method: 'GET' | 'POST' | 'DELETE'): Promise<StarterCounts> =>
  starterCountsSchema.parse(await call('/transfer/v1/starter', method))

/** Takes an import back. */
const undoImport = async (id: string): Promise<UndoCounts> =>
  undoCountsSchema.parse(await call(`/transfer/v1/undo?import=${id}`, 'POST'))

async function call(address: string, method: 'GET' | 'POST' | 'DELETE'): Promise<unknown> {
  const { status, text } = await withFreshToken(async (token) => {
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch(address, { method, headers })
    return { status: answer.status, text: await answer.text() }
  }).catch(() => {
    throw new DataError('unreachable')
  })
  if (status !== 200)
    throw new DataError('importExport', { status, words: wordsOf({ status, message: messageOf(text) }) })
  return JSON.parse(text)
}

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
  if (call.file.size > LARGEST_IMPORT) throw new DataError('importExport', { status: 413, words: TOO_LARGE })
  let failed: Extract<ImportEvent, { type: 'failed' }> | undefined
  const onEvent = (event: ImportEvent) => {
    const told = event.type === 'failed' ? { ...event, message: wordsOf(event) } : event
    if (told.type === 'failed') failed = told
    call.onEvent(told)
  }
  const answer = await withFreshToken((token) => post({ ...call, onEvent }, token))
  if (failed) throw new DataError('importExport', { status: failed.status, words: failed.message })
  if (answer.status !== 200)
    throw new DataError('importExport', { status: answer.status, words: wordsOf(answer) })
}

interface Answer {
  status: number
  message: string
}

/** Repeats the request once with a refreshed token if the first was refused. */
async function withFreshToken<A extends { status: number }>(ask: (token: string) => Promise<A>): Promise<A> {
  const token = (await getAccessToken()) ?? ''
  const first = await ask(token)
  const next = first.status === 401 ? await replaceRefusedToken(token) : null
  return next && next !== token ? ask(next) : first
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function post(
  { file, mode, digest, settings, signal, onSent, onEvent }: ImportCall,
  token: string,
): Promise<Answer> {
  // Aborted while waiting for the token: the event is over and would not fire again.
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = new XMLHttpRequest()
  const events = readEvents(onEvent)
  const parameters = new URLSearchParams({
    name: file.name,
    settings: JSON.stringify(settings),
    ...(digest && { digest }),
  })
  request.open('POST', `/transfer/v1/${mode}?${parameters}`)
  request.setRequestHeader('Authorization', `Bearer ${token}`)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 1)
  request.onprogress = () => {
    if (request.status === 200) take()
  }
  request.onload = () => {
    const { status, responseText } = request
    if (status !== 200) return resolve({ status, message: messageOf(responseText) })
    take()
    if (events.ended()) resolve({ status, message: '' })
    else reject(new DataError('importCutShort'))
  }
  request.onerror = () => {
    void explainFailure(file).then((message) => reject(new DataError('importExport', { words: message })))
  }
  request.onabort = () => reject(signal.reason)
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise

  function take(): void {
    try {
      events.take(request.responseText)
    } catch {
      // Later events cannot be trusted either.
      reject(new DataError('importUnreadable'))
      request.abort()
    }
  }
}

/** Parses the response as far as it has arrived, and reports every complete line once. */
function readEvents(onEvent: (event: ImportEvent) => void) {
  let read = 0
  let last = ''
  return {
    take: (text: string) => {
      for (let end = text.indexOf('\n', read); end >= 0; end = text.indexOf('\n', read)) {
        const event = importEventSchema.parse(JSON.parse(text.slice(read, end)))
        read = end + 1
        last = event.type
        onEvent(event)
      }
    },
    ended: () => last === 'done' || last === 'failed',
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
const wordsOf = ({ status, message }: Answer): string =>
  inLanguage(message, BY_STATUS[status]) ?? adminErrors.importExport

function messageOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string')
      return body.message
  } catch {
    // A gateway's own error page has no message for people.
  }
  return adminErrors.importExport
}

export const exportMutation = mutationOptions({ mutationFn: downloadCatalogue, meta: { inForm: true } })

export const importMutation = mutationOptions({ mutationFn: sendCatalogue, meta: { inForm: true } })

export const undoMutation = mutationOptions({ mutationFn: undoImport })
