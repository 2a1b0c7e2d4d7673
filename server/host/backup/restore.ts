import { chown, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../lib/errors.ts'
import { syncPath } from '../../lib/sync-path.ts'
import { lockDataDir, prepareDataDir, reasonOf, UNFINISHED_RESTORE } from '../data-dir.ts'
import { embeddedOwner } from '../database/embedded-postgres.ts'
import { type ArchiveEntry, readArchive, readText, showName } from './archive.ts'
import { DESCRIPTION, type Description, description, PLATFORM } from './back-up.ts'
import { BACKUPS, isPlainMember, isServerMember, SERVER_SETTINGS } from './members.ts'

const MAX_DESCRIPTION_BYTES = 10_000

/** What an empty DATA_DIR may contain: the backup folder, and files of the system or this process. */
const MAY_BE_THERE = new Set([BACKUPS, 'lost+found', 'plaudit.pid', UNFINISHED_RESTORE])

/**
 * Restores a backup into an empty DATA_DIR. Everything is unpacked into a subfolder, verified and forced to disk before
 * anything is moved into place; until the last move no process starts on the folder. Throws a Failure that says what to
 * do.
 */
export async function restore(
  file: string,
  dataDir: string,
  onBytes?: (bytes: number) => void,
): Promise<Description> {
  await prepareDataDir(dataDir, { restoring: true })
  const lock = await lockDataDir(dataDir)
  const aside = path.join(dataDir, UNFINISHED_RESTORE)
  try {
    const there = (await readdir(dataDir)).filter((name) => !MAY_BE_THERE.has(name))
    if (there.length > 0)
      throw new Failure(
        `DATA_DIR ${dataDir} is not empty (${there.slice(0, 5).join(', ')}): a backup is restored into an empty one. ` +
          'Name another folder, or move away what is in it',
      )
    // Left by an interrupted restore.
    await rm(aside, { recursive: true, force: true })
    await mkdir(aside, { mode: 0o700 })
    const made = await unpack(file, aside, onBytes)
    await moveUp(aside, dataDir)
    return made
  } catch (error) {
    // Before the first move the subfolder can be removed without a trace; after it, it stays and blocks the start.
    const moved = (await readdir(dataDir).catch(() => [])).some((name) => !MAY_BE_THERE.has(name))
    if (!moved) await rm(aside, { recursive: true, force: true }).catch(() => undefined)
    return unusable(dataDir)(error)
  } finally {
    lock.release()
  }
}

/** Names the folder in an error of the file system. */
const unusable =
  (dataDir: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'syscall' in error)
      throw new Failure(`DATA_DIR ${dataDir} ${reasonOf(error)}`)
    throw error
  }

const AT_ONCE = 64

async function unpack(file: string, aside: string, onBytes?: (bytes: number) => void): Promise<Description> {
  const written: string[] = [aside]
  let made: Description | undefined
  let owner: Awaited<ReturnType<typeof embeddedOwner>>
  const keep = async (target: string, isServers: boolean, write: (target: string) => Promise<unknown>) => {
    await write(target).catch(unusable(path.dirname(aside)))
    written.push(target)
    if (owner && isServers) await chown(target, owner.uid, owner.gid)
  }
  await readArchive(
    file,
    async (entry) => {
      if (!made) {
        made = await describe(file, entry)
        if (made.database) owner = await embeddedOwner(path.dirname(aside))
        return
      }
      const inServer = pathInServer(entry.name)
      const isMember =
        inServer === undefined
          ? isPlainMember(entry.name)
          : made.database && (inServer === '' || isServerMember(inServer))
      if (!isMember) throw new Failure(`${file} was not written by a backup: it has ${showName(entry.name)}`)
      // Its checksum needs its content.
      if (SERVER_SETTINGS.has(inServer ?? '')) for await (const _ of entry.body);
      else await keep(path.join(aside, entry.name), inServer !== undefined, (target) => place(entry, target))
    },
    onBytes,
  )
  if (!made) throw new Failure(`${file} is no backup of Plaudit`)
  if (made.database)
    for (const [name, text] of SERVER_SETTINGS)
      await keep(path.join(aside, 'postgres', name), true, (target) =>
        writeFile(target, text, { flag: 'wx', mode: 0o600 }),
      )
  // At the end and in parallel, which is ten times as fast as syncing file by file.
  for (let at = 0; at < written.length; at += AT_ONCE)
    await Promise.all(written.slice(at, at + AT_ONCE).map(syncPath))
  return made
}

/** The path below the folder `postgres`; undefined: not in it. */
const pathInServer = (name: string) =>
  name === 'postgres' ? '' : name.startsWith('postgres/') ? name.slice('postgres/'.length) : undefined

async function place({ type, mode, body }: ArchiveEntry, target: string): Promise<void> {
  if (type === 'directory') await mkdir(target, { recursive: true, mode })
  else {
    const handle = await open(target, 'wx', mode)
    await pipeline(body, handle.createWriteStream())
  }
}

async function describe(file: string, entry: ArchiveEntry): Promise<Description> {
  if (entry.name !== DESCRIPTION) throw new Failure(`${file} is no backup of Plaudit`)
  const made = description.safeParse(JSON.parse(await readText(entry, MAX_DESCRIPTION_BYTES)))
  if (!made.success)
    throw new Failure(`${file} was made by another version of Plaudit: restore it with that one`)
  if (made.data.database && made.data.platform !== PLATFORM)
    throw new Failure(
      `${file} was made on ${made.data.platform}, and the files of its database do not fit ${PLATFORM}: restore it on ` +
        'such a machine, then use `move --to` with a PostgreSQL server both can reach',
    )
  return made.data
}

/** The subfolder goes last: while it exists nothing starts. */
async function moveUp(aside: string, dataDir: string): Promise<void> {
  for (const name of await readdir(aside)) await rename(path.join(aside, name), path.join(dataDir, name))
  await syncPath(dataDir)
  await rm(aside, { recursive: true })
  await syncPath(dataDir)
}
