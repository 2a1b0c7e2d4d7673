import { reportRefusal } from '~/lib/refusals'
import type { Files } from '~/lib/storage-client'
import { logoFileName, storedLogoName } from './logo-choice'

const BUCKET = 'tool-logos'

/** Keeps a file as the logo of a tool and gives its public address. Throws the storage's error, in its own words. */
export async function uploadLogo(files: Files, toolId: string, file: File): Promise<string> {
  const bucket = files.from(BUCKET)
  const name = logoFileName(toolId, file, Date.now())
  const { error } = await bucket.upload(name, file, { cacheControl: '3600', upsert: false })
  // A hosted project's storage says 400 in the status line.
  if (error?.statusCode === '403') reportRefusal()
  if (error) throw error
  return bucket.getPublicUrl(name).data.publicUrl
}

/** Removes the file behind a logo's address, if it is one of ours. Throws the storage's error. */
export async function removeLogo(files: Files, logo: string): Promise<void> {
  const name = storedLogoName(logo)
  if (name === null) return
  const { error } = await files.from(BUCKET).remove([decodeURIComponent(name)])
  if (error) throw error
}
