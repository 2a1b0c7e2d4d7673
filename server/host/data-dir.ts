import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../lib/config.ts'
import { codeOf, messageOf } from '../lib/unknown.ts'

/**
 * DATA_DIR, the folder of this installation: database, logos, mails, secrets, and the lock against a second process.
 */

/** A subfolder of DATA_DIR that exists during a restore and after an interrupted one (backup/restore.ts). */
export const UNFINISHED_RESTORE = 'restore.unfinished'

/**
 * Creates the folder and verifies that it is writable. Throws a StartError with the folder and the reason, also when a
 * restore was interrupted there, unless the caller is a restore.
 */
export async function prepareDataDir(dataDir: string, { restoring = false } = {}): Promise<void> {
  if (!restoring && existsSync(path.join(dataDir, UNFINISHED_RESTORE)))
    throw new StartError(
      `DATA_DIR ${dataDir} holds a backup that was not restored to its end: empty the folder and restore it again`,
    )
  const probe = path.join(dataDir, `.write-test-${process.pid}`)
  try {
    await makeFolder(dataDir)
    await writeFile(probe, randomBytes(64 * 1024), { flush: true })
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} ${reasonOf(error)}`)
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

/**
 * Creates a folder and its parents, one by one: node's `recursive` loops for ever in /proc, where the system reports a
 * missing parent that exists, and hides the reason on a read-only disk.
 */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error
  })
}

/** An error of the file system in words. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `cannot be written (${code}): give this user the right to, or choose another folder`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `is on a full disk (${code}): free some space and start again`
  if (code === 'ENOENT') return 'cannot be made (ENOENT): choose a folder where files can be kept'
  if (code === 'ENOTDIR' || code === 'EEXIST') return `is not a folder (${code})`
  return `cannot be used: ${messageOf(error)}`
}

/** Whether a process with this id is alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** When the process was started, in clock ticks since boot: distinguishes a reused pid. */
function startTicks(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

/** A lock file without a pid older than this is stale; a newer one is being written. */
const UNREADABLE_MS = 10_000

/**
 * Acquires the folder's lock, or throws a StartError with the pid of its holder. The lock of a killed process is taken
 * over. A holder that is shutting down is waited for, for at most `timeoutMs`.
 */
export async function lockDataDir(dataDir: string, timeoutMs = 3000, signal?: AbortSignal) {
  const file = path.join(dataDir, 'plaudit.pid')
  const mine = `${process.pid} ${startTicks(process.pid) ?? ''}\n`
  const deadline = Date.now() + timeoutMs
  for (;;) {
    signal?.throwIfAborted()
    if (await createFile(dataDir, file, mine, 0o644))
      return {
        release: (): void => {
          if (existsSync(file) && readFileSync(file, 'utf8') === mine) rmSync(file, { force: true })
        },
      }
    const holder = await readHolder(file)
    if (holder === 'stale') {
      await removeStale(file)
      continue
    }
    if (Date.now() >= deadline)
      throw new StartError(
        `DATA_DIR ${dataDir} is in use by ${
          holder === 'starting' ? 'a process that is just starting' : `a process with the pid ${holder}`
        }: stop that one first, or choose another folder`,
      )
    await sleep(100)
  }
}

/**
 * Creates a file unless there is one; false if there is. Written under a temporary name and linked, so that it is never
 * seen half written.
 */
async function createFile(dataDir: string, file: string, content: string, mode: number): Promise<boolean> {
  const aside = `${file}.${randomBytes(6).toString('hex')}.new`
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(aside, content, { mode, flush: true })
    await link(aside, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw new StartError(`DATA_DIR ${dataDir} ${reasonOf(error)}`)
  } finally {
    await rm(aside, { force: true }).catch(() => undefined)
  }
}

/** The pid of the process that holds the lock, if any. */
export async function findHolder(dataDir: string): Promise<number | undefined> {
  const holder = await readHolder(path.join(dataDir, 'plaudit.pid'))
  return typeof holder === 'number' ? holder : undefined
}

async function readHolder(file: string): Promise<number | 'starting' | 'stale'> {
  const content = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (content === '') {
    const age = Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? 0)
    return age < UNREADABLE_MS ? 'starting' : 'stale'
  }
  const [pid, ticks] = content.split(' ')
  const id = Number(pid)
  if (!Number.isInteger(id) || id <= 0 || !isAlive(id)) return 'stale'
  const now = startTicks(id)
  return ticks && now && ticks !== now ? 'stale' : id
}

/** Renamed before it is removed: of two processes that both found it stale only one succeeds. */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.${process.pid}.stale`
  await rename(file, aside).catch(() => undefined)
  // The other process was faster and holds its own lock since: that one is restored.
  if (existsSync(aside) && (await readHolder(aside)) !== 'stale')
    await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}

/**
 * Reads a secret stored in the folder with mode 0600, or creates it on first use. One that is there but cannot be read is
 * never replaced: that would end all sessions.
 */
export async function keepSecret(
  dataDir: string,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const file = path.join(dataDir, 'secrets', name)
  const read = () =>
    readFile(file, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw new StartError(
        `DATA_DIR ${dataDir}: secrets/${name} cannot be read (${codeOf(error)}): give this user the right to, or put it back from a backup`,
      )
    })
  let kept = await read()
  if (kept === undefined) {
    await createFile(dataDir, file, `${await make()}\n`, 0o600)
    // Another process may have been faster.
    kept = await read()
  }
  const secret = kept?.trim()
  if (!secret)
    throw new StartError(
      `DATA_DIR ${dataDir}: secrets/${name} is empty: put it back from a backup, or delete it for a new one`,
    )
  return secret
}
