import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'

/** A file that is unlinked as soon as it is open: the system frees it with its handle, however the process ends. */
export async function openUnnamedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = path.join(folder, randomUUID())
  const handle = await open(name, 'wx+', 0o600)
  await unlink(name)
  return handle
}

/** The upload is larger than allowed. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/**
 * Writes a stream to the file; returns its size and SHA-256. Throws {@link TooLarge} without reading further, and stops
 * when the signal aborts.
 */
export async function keepBody(
  body: AsyncIterable<Uint8Array> | null,
  handle: FileHandle,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of body ?? []) {
    signal.throwIfAborted()
    size += chunk.byteLength
    if (size > maxBytes) throw new TooLarge()
    hash.update(chunk)
    await handle.write(chunk)
  }
  return { size, digest: hash.digest('hex') }
}
