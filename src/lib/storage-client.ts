import { StorageClient } from '@supabase/storage-js'
import { getApiUrl, getEnvironment } from './environment'
import { createFetchAsPerson } from './fetch-as-person'
import { createSendWithProgress } from './send-with-progress'

/** The files of the installation, as data functions take them first: `uploadLogo(files, …)`. */
export type Files = StorageClient

/** Two megabytes leave by the slowest of lines in this time. */
const UPLOAD_PATIENCE_MS = 120_000

/** The storage as the person on this page may use it, in the browser. `onProgress` follows what is sent, from 0 to 1. */
export function createFilesClient(onProgress?: (share: number) => void): Files {
  const { publishableKey } = getEnvironment()
  return new StorageClient(
    `${getApiUrl()}/storage/v1`,
    { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    onProgress
      ? createFetchAsPerson({ send: createSendWithProgress(onProgress), patience: UPLOAD_PATIENCE_MS })
      : createFetchAsPerson(),
  )
}
