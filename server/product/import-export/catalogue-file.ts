import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { UnusableInput } from '../../lib/errors.ts'
import { type CatalogueFormat, parseRows, type SourceRow } from './parse-rows.ts'

const FORMATS: Record<string, CatalogueFormat | undefined> = {
  '.jsonl': 'json-lines',
  '.ndjson': 'json-lines',
  '.csv': 'csv',
}

/** A catalogue file that can be read once. */
interface CatalogueFile {
  rows: AsyncIterable<SourceRow>
  /** The share of the file that has been read, from 0 to 1. */
  progress(): number
}

/** The source of a catalogue; it can be read from the beginning any number of times. */
interface CatalogueSource {
  /** Its extension determines the format. */
  name: string
  size: number
  read(): AsyncIterable<Uint8Array>
}

/** Opens a catalogue on disk. Throws {@link UnusableInput} if it cannot be used. */
export async function openCatalogueFile(file: string): Promise<CatalogueFile> {
  const stats = await stat(file).catch((error: unknown) => {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new UnusableInput(
      missing ? `${file} does not exist` : `${file} cannot be read: ${messageOf(error)}`,
    )
  })
  if (!stats.isFile()) throw new UnusableInput(`${file} is not a file`)
  return openCatalogue({ name: file, size: stats.size, read: () => createReadStream(file) })
}

/**
 * Opens a catalogue. Reads it once to verify that it is UTF-8, because no import is better than half of one. Throws
 * {@link UnusableInput} if it cannot be used.
 */
export async function openCatalogue(source: CatalogueSource): Promise<CatalogueFile> {
  const format = formatOfName(source.name)
  if (!format)
    throw new UnusableInput(`${source.name} has an unknown format: the name must end with ${endings()}`)
  await expectUtf8(source)
  let done = 0
  return {
    rows: parseRows(
      counted(source.read(), (bytes) => (done += bytes)),
      format,
    ),
    progress: () => (source.size === 0 ? 1 : Math.min(1, done / source.size)),
  }
}

/** The format by the file's extension; undefined for any other extension. */
export function formatOfName(name: string): CatalogueFormat | undefined {
  return FORMATS[path.extname(name).toLowerCase()]
}

async function* counted(chunks: AsyncIterable<Uint8Array>, count: (bytes: number) => void) {
  for await (const chunk of chunks) {
    count(chunk.byteLength)
    yield chunk
  }
}

async function expectUtf8({ name, read }: CatalogueSource): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of read()) decoder.decode(chunk, { stream: true })
    decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new UnusableInput(`${name} is not UTF-8 text`)
    throw new UnusableInput(`${name} cannot be read: ${messageOf(error)}`)
  }
}

const endings = () => Object.keys(FORMATS).join(', ')

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
