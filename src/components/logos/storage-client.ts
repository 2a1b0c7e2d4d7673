import { StorageClient } from '@supabase/storage-js'
import { getApiUrl, getEnvironment } from '~/lib/environment'
import { createFetchAsPerson } from '~/lib/fetch-as-person'
import { sendWithProgress } from '~/lib/send-with-progress'

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
      ? createFetchAsPerson({ send: sendWithProgress(onProgress), timeoutMs: UPLOAD_TIMEOUT_MS })
      : createFetchAsPerson(),
  )
}
