import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type CatalogueFormat, parseRows } from './parse-rows.ts'
import { type SourceRow, UnusableInput } from './source-row.ts'

const FORMATS: Record<string, CatalogueFormat | undefined> = {
  '.jsonl': 'json-lines',
  '.ndjson': 'json-lines',
  '.csv': 'csv',
}

/** A catalogue on disk, ready to be read once from its beginning. */
export interface CatalogueFile {
  rows: AsyncIterable<SourceRow>
  /** How much of the file has been read, from 0 to 1. */
  progress(): number
}

/**
 * Opens a catalogue, its format told by the ending of its name. The whole file
 * is read once beforehand to see that it is UTF-8: better no import than half
 * of one. Throws {@link UnusableInput} when it cannot be used.
 */
export async function openCatalogueFile(file: string): Promise<CatalogueFile> {
  const format = FORMATS[path.extname(file).toLowerCase()]
  const stats = await stat(file).catch((error: unknown) => {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new UnusableInput(
      missing ? `${file} does not exist` : `${file} cannot be read: ${messageOf(error)}`,
    )
  })
  if (!stats.isFile()) throw new UnusableInput(`${file} is not a file`)
  if (!format) throw new UnusableInput(`${file} has an unknown format: the name must end with ${endings()}`)
  await expectUtf8(file)
  const stream = createReadStream(file)
  return {
    rows: parseRows(stream, format),
    progress: () => (stats.size === 0 ? 1 : Math.min(1, stream.bytesRead / stats.size)),
  }
}

async function expectUtf8(file: string): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const stream: ReadStream = createReadStream(file)
  try {
    for await (const chunk of stream) decoder.decode(chunk, { stream: true })
    decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new UnusableInput(`${file} is not UTF-8 text`)
    throw new UnusableInput(`${file} cannot be read: ${messageOf(error)}`)
  }
}

const endings = () => Object.keys(FORMATS).join(', ')

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
