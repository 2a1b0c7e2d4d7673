import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 64 * 1024

/**
 * Streams a file from its beginning, read at the speed of its reader. It is closed at its end, after an error, and when
 * the reader goes away.
 */
export function streamFile(handle: FileHandle): ReadableStream<Uint8Array> {
  let position = 0
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position)
        position += bytesRead
        if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead))
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      await handle.close()
    },
    cancel: () => handle.close(),
  })
}
