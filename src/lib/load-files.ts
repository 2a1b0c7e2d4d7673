import type { Files } from './storage-client'

/** The storage's client, downloaded when a file is first sent or removed. Rejects with a TypeError when that fails. */
export async function loadFiles(onProgress?: (share: number) => void): Promise<Files> {
  const { createFilesClient } = await import('./storage-client')
  return createFilesClient(onProgress)
}
