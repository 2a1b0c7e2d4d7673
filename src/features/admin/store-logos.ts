import { loadFiles, uploadLogo } from '~/components/logos/logos-data'
import { pngFile } from '~/components/logos/small-png'
import { DataError } from '~/lib/errors'

/** Uploads at once. */
const LANES = 4

/** The answers about a file that is no picture, or too large for one. */
const NO_PICTURE = [400, 413, 415]

/** Stores pictures as every logo is stored, which checks them; their addresses by `id`. What is no picture is left out. */
export async function storeLogos(
  pictures: readonly { id: string; toolId: string; picture: string }[],
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  if (pictures.length === 0) return stored
  const left = [...pictures]
  const files = await loadFiles()
  async function storeNext(): Promise<void> {
    for (let next = left.shift(); next; next = left.shift()) {
      try {
        stored.set(next.id, await uploadLogo(files, next.toolId, pngFile(next.picture)))
      } catch (error) {
        if (!(error instanceof DataError) || !NO_PICTURE.includes(error.status)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, storeNext))
  return stored
}
