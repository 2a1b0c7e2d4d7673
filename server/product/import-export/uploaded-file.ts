import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { LARGEST_IMPORT, TOO_LARGE } from '#shared/import-export-rules.ts'
import { Refused } from './answers.ts'

/** For display and log: without a path and without characters no file name has. */
export const cleanName = (name: string | null) =>
  (name ?? '')
    .replace(/[\p{Cc}/\\]+/gu, ' ')
    .trim()
    .slice(-200)

/** A file that is unlinked as soon as it is open: the system frees it with its handle, however the process ends. */
export async function openUnnamedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = path.join(folder, randomUUID())
  const handle = await open(name, 'wx+', 0o600)
  await unlink(name)
  return handle
}

/** Writes a body to the file; returns its size and SHA-256. Refuses a larger one without reading further. */
export async function keepBody(
  body: AsyncIterable<Uint8Array> | null,
  handle: FileHandle,
  signal: AbortSignal,
): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of body ?? []) {
    signal.throwIfAborted()
    size += chunk.byteLength
    if (size > LARGEST_IMPORT) throw new Refused(413, TOO_LARGE)
    hash.update(chunk)
    await handle.write(chunk)
  }
  return { size, digest: hash.digest('hex') }
}
