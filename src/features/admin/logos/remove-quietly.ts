import { loadFiles } from '~/lib/load-files'
import { removeLogo } from './logos-data'

/** Removes a logo nothing points at any more. Section 8: a failed logo deletion is only logged. */
export async function removeQuietly(logo: string): Promise<void> {
  try {
    await removeLogo(await loadFiles(), logo)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification wants it logged and nothing more.
    console.error('Failed to delete logo', error)
  }
}
