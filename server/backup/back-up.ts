import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Sql } from 'postgres'
import type { Config } from '../config.ts'
import { UNFINISHED_RESTORE } from '../data-dir.ts'
import type { Database } from '../database/open-database.ts'
import { Failure } from '../errors.ts'
import { VERSION } from '../version.ts'
import { type ArchiveEntry, writeArchive } from './archive.ts'
import { readBaseBackup } from './base-backup.ts'

/** Metadata of a backup, its first entry. */
export interface Description {
  /** Format version; a file with another number cannot be read. */
  format: 1
  version: string
  /** When the backup began. */
  made: string
  /** Database files fit one platform only. */
  platform: string
  /** Whether it contains the embedded database. */
  database: boolean
}

export const DESCRIPTION = 'plaudit-backup.json'
export const PLATFORM = `${process.platform}-${process.arch}`

/** Folder of the daily backups, below DATA_DIR. */
export const BACKUPS = 'backups'

/** Not copied as files: the database has its own way, the rest belongs to the running process or is a backup. */
const LEFT_OUT = new Set([UNFINISHED_RESTORE, BACKUPS, 'lost+found'])
const isLeftOut = (name: string) => LEFT_OUT.has(name) || /^(postgres|plaudit\.pid|\.write-test-)/.test(name)

interface BackUpOptions {
  config: Pick<Config, 'dataDir'>
  /** The embedded database; undefined with DATABASE_URL. */
  database: Database | undefined
  file: string
  signal?: AbortSignal
  /** `done` from 0 to 1. */
  onProgress?(done: number): void
}

/**
 * Writes a backup of DATA_DIR into one file while the site runs; it contains whatever was acknowledged before the
 * database copy ends. The file appears once it is complete. Throws a Failure with the reason.
 */
export async function backUp({
  config: { dataDir },
  database,
  file,
  signal,
  onProgress,
}: BackUpOptions): Promise<{ bytes: number }> {
  const inside = path.relative(dataDir, path.resolve(file))
  if (!inside.startsWith('..') && !path.isAbsolute(inside) && !isLeftOut(inside.split(path.sep)[0] ?? ''))
    throw new Failure(`${file} is in DATA_DIR, which is what is backed up: choose another place`)
  const expected = database ? await estimateBytes(database) : 0
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    const description: Description = {
      format: 1,
      version: VERSION,
      made: new Date().toISOString(),
      platform: PLATFORM,
      database: database !== undefined,
    }
    const text = Buffer.from(`${JSON.stringify(description, null, 2)}\n`)
    yield { name: DESCRIPTION, type: 'file', mode: 0o600, size: text.length, body: only(text) }
    // A logo is stored before a row names it, and may be removed while the database is copied: so files are copied
    // before the database and, if new, again after it.
    const taken = new Set<string>()
    yield* readFiles(dataDir, taken)
    if (!database) return
    yield* readBaseBackup(database)
    yield* readFiles(dataDir, taken)
  }
  const bytes = await writeArchive(file, entries(), {
    signal,
    onBytes: (done) => onProgress?.(expected > 0 ? Math.min(done / expected, 1) : 0),
  })
  if (database) await recordBackup(database.sql)
  return { bytes }
}

/** Recorded for the dashboard's first steps. A database of an older version lacks the function. */
export async function recordBackup(sql: Sql): Promise<void> {
  const [found] = await sql<{ exists: boolean }[]>`
    select to_regprocedure('private.record_first_step(text)') is not null as exists`
  if (found?.exists) await sql`select private.record_first_step('backup')`
}

async function estimateBytes({ sql }: Database): Promise<number> {
  const [found] = await sql<{ bytes: string }[]>`
    select sum(pg_database_size(oid)) as bytes from pg_database where datallowconn`
  return Number(found?.bytes ?? 0)
}

/** The files below a folder that are not in `taken` yet, folders first. Files removed meanwhile are skipped. */
async function* readFiles(root: string, taken: Set<string>, below = ''): AsyncGenerator<ArchiveEntry> {
  const entries = await readdir(path.join(root, below), { withFileTypes: true })
  for (const entry of entries) {
    const name = path.posix.join(below, entry.name)
    // The file of an upload in progress is incomplete.
    if (isLeftOut(name) || entry.name.startsWith('.tmp-')) continue
    const file = path.join(root, name)
    const found = await stat(file).catch(() => undefined)
    if (!found) continue
    const mode = found.mode & 0o777
    if (entry.isDirectory()) {
      if (!taken.has(name)) yield { name: `${name}/`, type: 'directory', mode, size: 0, body: only() }
      taken.add(name)
      yield* readFiles(root, taken, name)
    } else if (entry.isFile() && !taken.has(name)) {
      taken.add(name)
      yield* readOne(file, name, mode, found.size)
    }
  }
}

/**
 * Small files are read into memory, so that a concurrent change cannot make the content differ from the announced size.
 */
const LARGE = 16 * 1024 * 1024

async function* readOne(
  file: string,
  name: string,
  mode: number,
  size: number,
): AsyncGenerator<ArchiveEntry> {
  if (size > LARGE) {
    yield { name, type: 'file', mode, size, body: createReadStream(file, { end: size - 1 }) }
    return
  }
  const content = await readFile(file).catch(() => undefined)
  if (content) yield { name, type: 'file', mode, size: content.length, body: only(content) }
}

async function* only(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
