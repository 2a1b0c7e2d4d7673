import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/universal'

/** Reads the first sheet of a workbook in a thread of its own, whose memory and time are bounded (read-workbook.ts). */

const textOf = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '')

const rows = await readSheet(workerData)
parentPort?.postMessage(rows.map((row) => row.map(textOf)))
