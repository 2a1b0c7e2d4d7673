import { StorageClient } from '@supabase/storage-js'
import { getApiUrl, getEnvironment } from '~/lib/environment'
import { createFetchAsPerson } from '~/lib/fetch-as-person'

/** The storage client, first argument of data functions: `uploadLogo(files, …)`. */
export type Files = StorageClient

/** Enough for two megabytes on a very slow line. */
const UPLOAD_TIMEOUT_MS = 120_000

/**
 * The storage client with the person's rights, in the browser. `onProgress` reports the uploaded share, from 0 to 1.
 */
export function createFilesClient(onProgress?: (share: number) => void): Files {
  const { publishableKey } = getEnvironment()
  return new StorageClient(
    `${getApiUrl()}/storage/v1`,
    { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    onProgress
      ? createFetchAsPerson({ send: createSendWithProgress(onProgress), timeoutMs: UPLOAD_TIMEOUT_MS })
      : createFetchAsPerson(),
  )
}

/**
 * A `fetch` that reports upload progress from 0 to 1, which fetch itself cannot. Rejects like fetch: with a TypeError
 * without a response, with the signal's reason when aborted.
 */
function createSendWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { body = null, signal } = init
      if (body instanceof ReadableStream) throw new TypeError('A stream cannot be sent with progress')
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input)
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.responseType = 'text'
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      }
      request.onload = () => resolve(answerOf(request))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(signal?.reason)
      signal?.throwIfAborted()
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body)
    })
}

const WITHOUT_BODY = [204, 205, 304]

function answerOf(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type')
  return new Response(WITHOUT_BODY.includes(request.status) ? null : request.responseText, {
    status: request.status,
    statusText: request.statusText,
    headers: type ? { 'content-type': type } : {},
  })
}
