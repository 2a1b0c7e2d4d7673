import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar'
import { Failure } from '../../lib/errors.ts'
import { expectReplaceable } from '../../lib/expect-replaceable.ts'
import { syncPath } from '../../lib/sync-path.ts'
import { reasonOf } from '../data-dir.ts'
import { isPlainName } from './members.ts'

/**
 * A backup file: tar in gzip, ending with the checksums of all entries, so a truncated file is recognised. `tar xf FILE
 * && sha256sum -c SHA256SUMS` verifies it without this program.
 */
export interface ArchiveEntry {
  /** Path below DATA_DIR, with slashes. */
  name: string
  type: 'file' | 'directory'
  mode: number
  /** Exactly the size of `body` in bytes. */
  size: number
  body: AsyncIterable<Uint8Array>
}

const SUMS = 'SHA256SUMS'

interface WriteOptions {
  signal?: AbortSignal
  /** Called with the number of bytes written so far. */
  onBytes?(bytes: number): void
}

/**
 * Writes an archive, readable by its owner only, under a temporary name and renames it once it is complete and on disk;
 * an existing file stays until then. Throws a Failure if the file cannot be written. Resolves with its size.
 */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<ArchiveEntry>,
  { signal, onBytes = () => undefined }: WriteOptions = {},
): Promise<number> {
  await expectReplaceable(file)
  const unfinished = `${file}.part-${process.pid}`
  try {
    // One that a killed backup left. Not written over: it might be a link, or readable by others.
    await rm(unfinished, { force: true }).catch(unwritable(file))
    const handle = await open(unfinished, 'wx', 0o600).catch(unwritable(file))
    const { readable, controller } = createTarPacker()
    // A failure of either ends the other, whose error then says less: the first one is thrown.
    let failed: unknown
    pack(controller, entries, onBytes).catch((error: unknown) => {
      failed = error
      controller.error(error)
    })
    await pipeline(
      Readable.from(readable, { objectMode: false }),
      createGzip({ level: constants.Z_BEST_SPEED }),
      handle.createWriteStream({ flush: true }),
      { signal },
    ).catch((error: unknown) => {
      if (error === failed) throw error
      unwritable(file)(error)
    })
    await rename(unfinished, file).catch(unwritable(file))
    await syncPath(path.dirname(file))
    return (await stat(file)).size
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
}

const unwritable = (file: string) => (error: unknown) => {
  if (error instanceof Error && 'syscall' in error && 'code' in error)
    throw new Failure(`${file} ${reasonOf(error)}`)
  throw error
}

async function pack(
  controller: TarPackController,
  entries: AsyncIterable<ArchiveEntry>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let sums = ''
  let bytes = 0
  for await (const { body, ...header } of entries) {
    const hash = createHash('sha256')
    const writer = controller.add(header).getWriter()
    for await (const chunk of body) {
      hash.update(chunk)
      bytes += chunk.length
      await writer.write(chunk)
      onBytes(bytes)
    }
    await writer.close()
    if (header.type === 'file') sums += `${hash.digest('hex')}  ${header.name}\n`
  }
  const last = Buffer.from(sums)
  const writer = controller.add({ name: SUMS, size: last.length, mode: 0o600 }).getWriter()
  await writer.write(last)
  await writer.close()
  controller.finalize()
}

/** Reports what is wrong with a backup file. */
class NotWhole extends Failure {
  constructor(file: string, why: string) {
    super(`${file} is no whole backup: ${why}`)
  }
}

/**
 * Reads an archive, passing each entry to `take`, which reads its body. Throws a Failure if anything differs from what
 * was written; the content may be trusted only after the end.
 */
export async function readArchive(
  file: string,
  take: (entry: ArchiveEntry) => Promise<void>,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<void> {
  const found = new Map<string, string>()
  /** What `SHA256SUMS` of these files takes. */
  let sumsBytes = 0
  let sums: string | undefined
  let bytes = 0
  const input = createReadStream(file)
  input.on('data', (chunk) => {
    bytes += chunk.length
    onBytes(bytes)
  })
  const gunzip = createGunzip()
  // If this stream fails, the reading one fails too.
  const unpacked = pipeline(input, gunzip).catch(() => undefined)
  try {
    for await (const entry of readTar(gunzip)) {
      const { name, type, body } = entry
      if (sums !== undefined) throw new NotWhole(file, `${name} comes after the checksums`)
      if (name === SUMS) {
        if (entry.size > sumsBytes)
          throw new NotWhole(file, 'files are missing before its checksums, as in one that was packed anew')
        sums = await text(body)
        continue
      }
      if (found.has(name)) throw new NotWhole(file, `it has ${name} twice`)
      const hash = createHash('sha256')
      await take({ ...entry, body: hashed(body, hash) })
      if (type !== 'file') continue
      found.set(name, hash.digest('hex'))
      sumsBytes += Buffer.byteLength(name) + 67
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw explain(file, error)
  } finally {
    input.destroy()
    await unpacked
  }
  if (sums === undefined) throw new NotWhole(file, 'its end with the checksums is missing')
  const expected = sums.split('\n').filter(Boolean)
  const wrong = expected.find((line) => found.get(line.slice(66)) !== line.slice(0, 64))
  if (wrong) throw new NotWhole(file, `the checksum of ${wrong.slice(66)} is wrong`)
  if (expected.length !== found.size) throw new NotWhole(file, 'it has files without a checksum')
}

/** The entries of a tar file. Throws for anything but files and folders with safe relative paths. */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const source = bytes[Symbol.asyncIterator]()
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await source.return?.()
    },
  })
  for await (const { header, body } of stream.pipeThrough(createTarDecoder({ strict: true }))) {
    const { type = 'file', size } = header
    const name = path.posix.normalize(header.name).replace(/\/$/, '')
    if (
      (type !== 'file' && type !== 'directory') ||
      path.posix.isAbsolute(name) ||
      /^\.\.(\/|$)/.test(name) ||
      !isPlainName(name)
    )
      throw new Failure(`${showName(name)} is no file or folder of its own`)
    yield { name, type, mode: type === 'file' ? 0o600 : 0o700, size, body }
  }
}

/** A name out of an archive, for a terminal. */
export const showName = (name: string): string => name.slice(0, 200).replaceAll(/\p{C}/gu, '?')

/** The text of an entry that has at most so many bytes. */
export async function readText({ name, size, body }: ArchiveEntry, maxBytes: number): Promise<string> {
  if (size > maxBytes) throw new Failure(`${showName(name)} is larger than it can be`)
  return text(body)
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}

/** gzip and tar report truncated or changed data; the file itself may be missing or unreadable. */
function explain(file: string, error: unknown): Error {
  if (!(error instanceof Error)) return new NotWhole(file, String(error))
  if ('syscall' in error) return new Failure(`${file} cannot be read: ${error.message}`)
  return new NotWhole(file, error.message)
}
