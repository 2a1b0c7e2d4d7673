import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import { UnusableInput } from '../../lib/errors.ts'
import { codeOf } from '../../lib/unknown.ts'
import type { TableRecord } from './table-rows.ts'

/** Largest workbook when unpacked, in bytes: about 30,000 rows. */
const LARGEST_UNPACKED = 32 * 1024 * 1024
const MEGABYTES = 256
const LONGEST_MS = 30_000

/**
 * The rows of the first sheet of an .xlsx file. What it says to hold is added up before anything is unpacked, and the
 * reader gives no file more room than it says; a sheet that is small but claims endless cells meets the bounds of its
 * thread. Throws {@link UnusableInput} for what is no such file, or too large.
 */
export async function readWorkbook(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<TableRecord[]> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const bytes = new Uint8Array(Buffer.concat(parts))
  let unpacked = 0
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unpacked += originalSize
        return false
      },
    })
  } catch {
    throw new UnusableInput(`${name} is not an Excel workbook (.xlsx)`)
  }
  if (unpacked > LARGEST_UNPACKED) throw new UnusableInput(`${name} is too large when unpacked`)
  const rows = await runReader(name, bytes, signal)
  return rows.flatMap((cells, index) =>
    cells.some((cell) => cell.trim()) ? [{ line: index + 1, cells }] : [],
  )
}

async function runReader(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<string[][]> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: bytes.buffer,
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  })
  // Also of one that is given up: an error nobody hears would end the process.
  worker.on('error', () => undefined)
  const late = AbortSignal.timeout(LONGEST_MS)
  try {
    const [rows] = await once(worker, 'message', { signal: signal ? AbortSignal.any([signal, late]) : late })
    return rows
  } catch (error) {
    signal?.throwIfAborted()
    const isFull = late.aborted || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    throw new UnusableInput(`${name} ${isFull ? 'has too many cells' : 'is not an Excel workbook (.xlsx)'}`)
  } finally {
    void worker.terminate()
  }
}
