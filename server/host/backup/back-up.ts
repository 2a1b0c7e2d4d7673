import { createReadStream, type Dirent } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Sql } from 'postgres'
import * as z from 'zod'
import type { Config } from '../../lib/config.ts'
import { Failure } from '../../lib/errors.ts'
import { codeOf } from '../../lib/unknown.ts'
import { VERSION } from '../../lib/version.ts'
import type { Database } from '../database/open-database.ts'
import { type ArchiveEntry, showName, writeArchive } from './archive.ts'
import { readBaseBackup } from './base-backup.ts'
import { isPlainMember, isPlainName } from './members.ts'

/** Metadata of a backup, its first entry. */
export const description = z.object({
  /** Format version; a file with another number cannot be read. */
  format: z.literal(1),
  version: z.string().max(100),
  /** When the backup began. */
  made: z.iso.datetime(),
  /** Database files fit one platform only. */
  platform: z.string().regex(/^[\w-]{1,40}$/),
  /** Whether it contains the embedded database. */
  database: z.boolean(),
})
export type Description = z.infer<typeof description>

export const DESCRIPTION = 'plaudit-backup.json'
export const PLATFORM = `${process.platform}-${process.arch}`

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
  if (!inside.startsWith('..') && !path.isAbsolute(inside) && isPlainMember(inside.split(path.sep).join('/')))
    throw new Failure(`${file} is in DATA_DIR, which is what is backed up: choose another place`)
  await expectReadable(dataDir)
  const expected = database ? await estimateBytes(database) : 0
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    const about: Description = {
      format: 1,
      version: VERSION,
      made: new Date().toISOString(),
      platform: PLATFORM,
      database: database !== undefined,
    }
    const text = Buffer.from(`${JSON.stringify(about, null, 2)}\n`)
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

/** A link, or what may not be read, would be missing in the backup: throws a Failure that names them. */
async function expectReadable(root: string): Promise<void> {
  const left: string[] = []
  for await (const { name, entry } of walk(root, (below) => left.push(`${below} cannot be read`))) {
    const isPlain = entry.isFile() || entry.isDirectory()
    if (!isPlainName(entry.name))
      left.push(`${showName(name)} has a control character or backslash in its name`)
    else if (!isPlain)
      left.push(`${name} is ${entry.isSymbolicLink() ? 'a link' : 'neither file nor folder'}`)
    else if (entry.isFile())
      await open(path.join(root, name)).then(
        (handle) => handle.close(),
        (error: unknown) => {
          if (!isGone(error)) left.push(`${name} cannot be read`)
        },
      )
  }
  if (left.length === 0) return
  const more = left.length > 5 ? ` and ${left.length - 5} more` : ''
  throw new Failure(
    `DATA_DIR ${root} would not be whole in the backup: ${left.slice(0, 5).join(', ')}${more}. Put the files ` +
      'themselves there (another disk: mount it), and let this user read them',
  )
}

const isGone = (error: unknown) => codeOf(error) === 'ENOENT'

/** What is below a folder and belongs into a backup, folders first. Those removed meanwhile are left out. */
async function* walk(
  root: string,
  onUnreadable: (folder: string) => void,
  below = '',
): AsyncGenerator<{ name: string; entry: Dirent }> {
  const entries = await readdir(path.join(root, below), { withFileTypes: true }).catch((error: unknown) => {
    if (!isGone(error)) onUnreadable(below || '.')
    return []
  })
  for (const entry of entries) {
    const name = path.posix.join(below, entry.name)
    if (!isPlainMember(name)) continue
    yield { name, entry }
    if (entry.isDirectory()) yield* walk(root, onUnreadable, name)
  }
}

/** The files and folders that are not in `taken` yet. */
async function* readFiles(root: string, taken: Set<string>): AsyncGenerator<ArchiveEntry> {
  const unreadable = (name: string) => {
    throw new Failure(`DATA_DIR ${root}: ${name} cannot be read`)
  }
  for await (const { name, entry } of walk(root, unreadable)) {
    if (taken.has(name)) continue
    taken.add(name)
    if (entry.isDirectory()) yield { name: `${name}/`, type: 'directory', mode: 0o700, size: 0, body: only() }
    else if (entry.isFile()) {
      const content = await openOne(path.join(root, name)).catch((error: unknown) =>
        isGone(error) ? undefined : unreadable(name),
      )
      if (content) yield { name, type: 'file', mode: 0o600, ...content }
    } else unreadable(name)
  }
}

/**
 * Small files are read into memory, so that a concurrent change cannot make the content differ from the announced size.
 */
const LARGE = 16 * 1024 * 1024

async function openOne(file: string): Promise<Pick<ArchiveEntry, 'size' | 'body'>> {
  const { size } = await stat(file)
  if (size > LARGE) return { size, body: createReadStream(file, { end: size - 1 }) }
  const content = await readFile(file)
  return { size: content.length, body: only(content) }
}

async function* only(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
