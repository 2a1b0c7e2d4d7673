import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import process from 'node:process'

/** Forces a file or folder to disk. A new name is durable once its folder is synced. Windows does so by itself. */
export async function syncPath(target: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(target, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
