import { loadFiles } from '~/lib/load-files'
import { logError } from '~/lib/log-error'
import { removeLogo } from './logos-data'

/** Removes a logo nothing points at any more. Section 8: a failed logo deletion is only logged. */
export async function removeQuietly(logo: string): Promise<void> {
  try {
    await removeLogo(await loadFiles(), logo)
  } catch (error) {
    logError('Failed to delete logo', error)
  }
}
