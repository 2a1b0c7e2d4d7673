import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { UnusableInput } from '../../lib/errors.ts'
import { codeOf, messageOf } from '../../lib/unknown.ts'
import { type CatalogueFormat, parseRows, type Reading } from './parse-rows.ts'
import { readEncoding } from './read-encoding.ts'
import { readWorkbook } from './read-workbook.ts'
import { readTable } from './table-rows.ts'

const FORMATS: Record<string, CatalogueFormat | 'workbook' | undefined> = {
  '.jsonl': 'json-lines',
  '.ndjson': 'json-lines',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.xlsx': 'workbook',
}

/** The endings of the names of files that can be imported, in words. */
export const IMPORTED = Object.keys(FORMATS).join(', ')

/** The source of a catalogue; it can be read from the beginning any number of times. */
interface CatalogueSource {
  /** Its extension determines the format. */
  name: string
  size: number
  read(): AsyncIterable<Uint8Array>
}

/** Opens a catalogue on disk. Throws {@link UnusableInput} if it cannot be used. */
export async function openCatalogueFile(file: string, reading?: Reading) {
  const stats = await stat(file).catch((error: unknown) => {
    throw new UnusableInput(
      codeOf(error) === 'ENOENT' ? `${file} does not exist` : `${file} cannot be read: ${messageOf(error)}`,
    )
  })
  if (!stats.isFile()) throw new UnusableInput(`${file} is not a file`)
  return openCatalogue({ name: file, size: stats.size, read: () => createReadStream(file) }, reading)
}

/**
 * Opens a catalogue, to be read once: `progress` is the share that has been read, from 0 to 1. Reads it a first time to
 * determine its encoding, because no import is better than half of one. Throws {@link UnusableInput} if it cannot be
 * used.
 */
export async function openCatalogue(source: CatalogueSource, reading: Reading = {}, signal?: AbortSignal) {
  const format = FORMATS[path.extname(source.name).toLowerCase()]
  if (!format)
    throw new UnusableInput(`${source.name} has an unknown format: the name must end with ${IMPORTED}`)
  if (format === 'workbook') {
    const records = await readWorkbook(source.name, source.read(), signal)
    let read = 0
    return {
      rows: readTable(
        counted(records, () => (read += 1)),
        reading,
      ),
      progress: () => (records.length === 0 ? 1 : read / records.length),
    }
  }
  const encoding = await encodingOf(source, format)
  let done = 0
  return {
    rows: parseRows(
      counted(source.read(), (chunk) => (done += chunk.byteLength)),
      format,
      { ...reading, encoding },
    ),
    progress: () => (source.size === 0 ? 1 : Math.min(1, done / source.size)),
  }
}

/** The format of an export by its name; undefined for any other extension. */
export function formatOfName(name: string): CatalogueFormat | undefined {
  const ending = path.extname(name).toLowerCase()
  const format = FORMATS[ending]
  return format === 'workbook' || ending === '.tsv' ? undefined : format
}

/** Whether a file of this name can be imported. */
export const isImported = (name: string) => FORMATS[path.extname(name).toLowerCase()] !== undefined

async function* counted<Part>(parts: AsyncIterable<Part> | Iterable<Part>, count: (part: Part) => void) {
  for await (const part of parts) {
    count(part)
    yield part
  }
}

async function encodingOf({ name, read }: CatalogueSource, format: CatalogueFormat) {
  const encoding = await readEncoding(read()).catch((error: unknown) => {
    throw new UnusableInput(`${name} cannot be read: ${messageOf(error)}`)
  })
  if (encoding === undefined || (format === 'json-lines' && encoding !== 'utf-8'))
    throw new UnusableInput(`${name} is not UTF-8 text`)
  return encoding
}
