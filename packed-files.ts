import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Files without a compressed copy are compressed by the server per request, fast and 15 % larger
 * (`server/http/pages/assets.ts`).
 */
const PACKERS = [
  { ending: '.br', pack: promisify(brotliCompress), options: undefined },
  { ending: '.gz', pack: promisify(gzip), options: { level: constants.Z_BEST_COMPRESSION } },
]

/** The same limit as in the server: smaller files are sent uncompressed. */
const MIN_BYTES = 1024

/** Writes maximally compressed copies of the browser's files beside them. */
export function packedFiles(): Plugin {
  return {
    name: 'packed-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
      await Promise.all(
        files.map(async (name) => {
          const file = path.join(dir, name)
          const bytes = await readFile(file)
          if (bytes.byteLength < MIN_BYTES) return
          for (const { ending, pack, options } of PACKERS)
            await writeFile(file + ending, await pack(bytes, options))
        }),
      )
    },
  }
}
