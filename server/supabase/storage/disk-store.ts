import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PROLOG_BYTES, sniffImageType } from '../../images/image-type.ts'
import { streamFile } from '../../lib/stream-file.ts'
import { syncPath } from '../../lib/sync-path.ts'
import { codeOf } from '../../lib/unknown.ts'
import {
  DEFAULT_MAX_AGE,
  isLogoName,
  type LogoEntry,
  type LogoStore,
  type NewLogo,
  type StoredLogo,
  StoreError,
} from './store.ts'

/**
 * Logos as files in one folder. A file is written under a temporary name, forced to disk and then hard-linked to its
 * own: linking is atomic and fails if the name exists, so no name is overwritten or holds half a file, even when the
 * process is killed.
 */

/** Names of logos never begin with a dot, so these are never served. */
const TEMPORARY = '.tmp-'
/** Beside a logo whose cache lifetime differs from the default. */
const MAX_AGE = '.max-age-'

export function createDiskStore(folder: string): LogoStore {
  const fileOf = (name: string) => path.join(folder, name)

  async function put(name: string, { bytes, maxAge }: NewLogo): Promise<'kept' | 'exists'> {
    await makeFolder(folder)
    const temporary = fileOf(`${TEMPORARY}${randomUUID()}`)
    try {
      await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true })
      try {
        await link(temporary, fileOf(name))
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return 'exists'
        throw error
      }
    } finally {
      await rm(temporary, { force: true }).catch(() => undefined)
    }
    if (maxAge === DEFAULT_MAX_AGE) await rm(fileOf(MAX_AGE + name), { force: true })
    else await writeFile(fileOf(MAX_AGE + name), String(maxAge), { mode: 0o600, flush: true })
    await syncPath(folder)
    return 'kept'
  }

  async function get(name: string): Promise<StoredLogo | undefined> {
    const file = fileOf(name)
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const { mtime, size, ino } = await handle.stat()
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(PROLOG_BYTES), 0, PROLOG_BYTES, 0)
      const type = sniffImageType(buffer.subarray(0, bytesRead))
      // Files from elsewhere that are not images are not served.
      if (!type) return undefined
      return {
        type,
        size,
        maxAge: await readMaxAge(name),
        modified: mtime,
        etag: `"${hex(ino)}-${hex(size)}-${hex(+mtime)}"`,
        read: () => inWords(readFile(file)),
        stream: () => inWords(open(file).then(streamFile)),
      }
    } finally {
      await handle.close()
    }
  }

  async function readMaxAge(name: string): Promise<number> {
    const text = await readFile(fileOf(MAX_AGE + name), 'utf8').catch(() => '')
    return /^\d{1,9}$/.test(text) ? Number(text) : DEFAULT_MAX_AGE
  }

  async function list(): Promise<LogoEntry[]> {
    const entries: LogoEntry[] = []
    for (const name of await namesIn(folder)) {
      if (!isLogoName(name)) continue
      const found = await statOf(fileOf(name))
      if (found?.isFile()) entries.push({ name, size: found.size, modified: found.mtime })
    }
    return entries
  }

  return {
    put: (name, logo) => inWords(put(name, logo)),
    list: () => inWords(list()),
    get: (name) => inWords(unlessMissing(get(name))),
    remove: (name) =>
      inWords(
        unlessMissing(
          unlink(fileOf(name)).then(async () => {
            await rm(fileOf(MAX_AGE + name), { force: true })
            return true
          }),
        ).then((removed) => removed ?? false),
      ),
    removeLeftovers: (before) =>
      inWords(
        (async () => {
          let removed = 0
          for (const name of await namesIn(folder)) {
            if (!name.startsWith(TEMPORARY)) continue
            const found = await statOf(fileOf(name))
            if (!found || found.mtime >= before) continue
            await rm(fileOf(name), { force: true })
            removed++
          }
          return removed
        })(),
      ),
  }
}

const hex = (value: number) => Math.round(value).toString(16)

/** ELOOP: a symbolic link instead of a file is not followed. */
const unlessMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (['ENOENT', 'ELOOP', 'EISDIR'].includes(codeOf(error))) return undefined
    throw error
  })

const namesIn = async (folder: string) => (await unlessMissing(readdir(folder))) ?? []

const statOf = (file: string) => unlessMissing(stat(file))

async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new StoreError(codeOf(error) || 'the folder cannot be used', { cause: error })
  }
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made) await syncPath(path.dirname(made))
}
