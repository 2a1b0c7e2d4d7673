import type { Files } from '~/features/admin/logos/storage-client'
import { DataError, logError } from '~/lib/errors'
import { logoFileName, storedLogoName } from './logo-choice'

const BUCKET = 'tool-logos'

/** Keeps a file as the logo of a tool and gives its public address. In the storage's own words where it refuses. */
export async function uploadLogo(files: Files, toolId: string, file: File): Promise<string> {
  const bucket = files.from(BUCKET)
  const name = logoFileName(toolId, file, Date.now())
  const { error } = await bucket.upload(name, file, { cacheControl: '3600', upsert: false })
  if (!error) return bucket.getPublicUrl(name).data.publicUrl
  // A hosted project's storage says 400 in the status line.
  const status = Number(error.statusCode ?? ('status' in error ? error.status : 0)) || 0
  throw new DataError('uploadLogo', {
    status,
    words: status > 0 && error.message ? error.message : undefined,
  })
}

/** Removes the file behind a logo's address, if it is one of ours. Throws the storage's error. */
async function removeLogo(files: Files, logo: string): Promise<void> {
  const name = storedLogoName(logo)
  if (name === null) return
  const { error } = await files.from(BUCKET).remove([decodeURIComponent(name)])
  if (error) throw error
}

/** Removes a logo nothing points at any more. Section 8: a failed logo deletion is only logged. */
export async function removeQuietly(logo: string): Promise<void> {
  try {
    await removeLogo(await loadFiles(), logo)
  } catch (error) {
    logError('Failed to delete logo', error)
  }
}

/** The storage's client, downloaded when a file is first sent or removed. Rejects with a TypeError when that fails. */
export async function loadFiles(onProgress?: (share: number) => void): Promise<Files> {
  const { createFilesClient } = await import('~/features/admin/logos/storage-client')
  return createFilesClient(onProgress)
}
