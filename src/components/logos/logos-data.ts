import { toolSave } from '#messages/admin.js'
import { tooManyRequests } from '#messages/limits.js'
import { uploadRefused } from '#messages/logo-field.js'
import type { Files } from '~/components/logos/storage-client'
import { DataError, inLanguage, logError } from '~/lib/errors'
import { LIMIT_REACHED } from '~/lib/limit-reached'

const BUCKET = 'tool-logos'

/** Uploads the file as a tool's logo and returns its public URL. Errors have the storage's own text, on an English page. */
export async function uploadLogo(files: Files, toolId: string, file: File): Promise<string> {
  const bucket = files.from(BUCKET)
  const name = logoFileName(toolId, file, Date.now())
  const { error } = await bucket.upload(name, file, { cacheControl: '3600', upsert: false })
  if (!error) return bucket.getPublicUrl(name).data.publicUrl
  // A hosted project's storage answers 400 and has the real status in the body.
  const status = Number(error.statusCode ?? ('status' in error ? error.status : 0)) || 0
  throw new DataError('unknown', {
    status,
    words:
      (status > 0 && inLanguage(error.message, status === LIMIT_REACHED ? tooManyRequests : uploadRefused)) ||
      toolSave.unreachable,
  })
}

/** Deletes the file behind a logo's URL, if it is one of ours. Throws the storage's error. */
async function removeLogo(files: Files, logo: string): Promise<void> {
  const name = storedLogoName(logo)
  if (name === null) return
  const { error } = await files.from(BUCKET).remove([decodeURIComponent(name)])
  if (error) throw error
}

/** Deletes a logo that is no longer used. Section 8: a failed logo deletion is only logged. */
export async function removeQuietly(logo: string): Promise<void> {
  try {
    await removeLogo(await loadFiles(), logo)
  } catch (error) {
    logError('Failed to delete logo', error)
  }
}

/** The storage client, downloaded for the first upload or deletion. Rejects with a TypeError if that fails. */
export async function loadFiles(onProgress?: (share: number) => void): Promise<Files> {
  const { createFilesClient } = await import('~/components/logos/storage-client')
  return createFilesClient(onProgress)
}

/** The name of a logo's file in the bucket (section 7): the tool's id, the time and the extension. */
export function logoFileName(
  toolId: string,
  { name, type }: Pick<File, 'name' | 'type'>,
  now: number,
): string {
  const given = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]
  const extension = (given ?? type.replace(/^image\//, '').replace(/\W.*$/, '')).toLowerCase()
  return `${toolId}-${now}.${extension || 'img'}`
}

/**
 * The object name of a logo's URL: its last segment (section 7). Null for a URL elsewhere, which imported logos may
 * have.
 */
export function storedLogoName(logo: string): string | null {
  return /\/object\/public\/tool-logos\/([^/?#]+)$/.exec(logo)?.[1] ?? null
}
