import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { StartError } from '../../lib/config.ts'

/** PostgreSQL refuses to run as root. As root we run it as the system user `postgres`, otherwise as ourselves. */
export interface OsUser {
  uid: number
  gid: number
  /**
   * Set where that user cannot reach our folders (a clone below /root or in a private temporary folder): the one
   * capability that bypasses the permissions of folders.
   */
  capability?: 'dac_read_search' | 'dac_override'
}

const USER_NAME = 'postgres'

/** The user the database runs as, or undefined for our own. Throws a StartError when no user can be used. */
export async function postgresOsUser(clusterDir: string, binary: string): Promise<OsUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const user = (await lookUp()) ?? (await create())
  await mkdir(path.dirname(clusterDir), { recursive: true })
  for (const capability of [undefined, 'dac_read_search', 'dac_override'] as const) {
    const candidate = { ...user, ...(capability && { capability }) }
    const runs = await run('test', ['-x', binary], candidate)
    const enters = await run('test', ['-x', path.dirname(clusterDir)], candidate)
    if (runs.code === 0 && enters.code === 0) return candidate
  }
  throw new StartError(
    `the system user ${USER_NAME}, which runs the database when you are root, cannot reach ${path.dirname(clusterDir)}: ` +
      'start as an ordinary user, or put the project and DATA_DIR where every user may enter',
  )
}

/** How to name the user in a command for the operator. */
export const userName = (user: OsUser | undefined): string => (user ? USER_NAME : userInfo().username)

async function lookUp(): Promise<OsUser | undefined> {
  const id = await run('id', [USER_NAME])
  const [, uid, gid] = /uid=(\d+)\S* gid=(\d+)/.exec(id.output) ?? []
  return uid && gid && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : undefined
}

async function create(): Promise<OsUser> {
  await run('groupadd', ['--system', USER_NAME])
  await run('useradd', ['--system', '-g', USER_NAME, '-M', '-s', '/usr/sbin/nologin', USER_NAME])
  const user = await lookUp()
  if (user) return user
  throw new StartError(
    `PostgreSQL does not run as root and the system user ${USER_NAME} could not be made: start as an ordinary user`,
  )
}

/**
 * Runs a program to its end, as `user` if given. Never throws; `output` combines both streams. The signal kills it with
 * its children.
 */
export async function run(
  command: string,
  args: string[],
  user?: OsUser,
  signal?: AbortSignal,
): Promise<{ code: number; output: string }> {
  const elevated = user?.capability
  const [program, parameters]: [string, string[]] = elevated
    ? ['setpriv', [...setprivArguments(user, elevated), command, ...args]]
    : [command, args]
  const identity = user && !elevated ? { uid: user.uid, gid: user.gid } : {}
  return new Promise((resolve) => {
    // A detached child has its own process group, so a Ctrl-C does not reach it. It must not share our standard streams
    // either: pg_ctl's server would hold them open.
    const child = spawn(program, parameters, {
      ...identity,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    })
    const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM')
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end, { once: true })
    child.on('exit', () => signal?.removeEventListener('abort', end))
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    // 'exit' instead of 'close': a server started by pg_ctl may inherit the pipes, and 'close' would never come.
    child.on('exit', (code) => setImmediate(() => resolve({ code: code ?? 1, output })))
  })
}

function setprivArguments(user: OsUser, capability: string): string[] {
  return [
    // Without this, access(2), which initdb uses, ignores capabilities of users other than root.
    '--securebits=+no_setuid_fixup',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    '--',
  ]
}
