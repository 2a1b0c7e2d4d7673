import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../data-dir.ts'

/** Fast mode first (ends sessions, writes everything to disk); after ten seconds immediate mode. */
const SCRIPT = `
runs() {
  [ "$(head -n 1 "$2" 2>/dev/null)" = "$1" ] && kill -0 "$1" 2>/dev/null &&
    [ "$(cat "/proc/$1/comm" 2>/dev/null || echo postgres)" = postgres ]
}
read -r _
runs "$1" "$2" && kill -INT "$1"
for _ in 1 2 3 4 5 6 7 8 9 10; do runs "$1" "$2" || break; sleep 1; done
runs "$1" "$2" && kill -QUIT "$1"
rmdir "$3" 2>/dev/null
`

/**
 * Stops the database when this process ends for any reason: a small shell reads from a pipe that the system closes with
 * us. It stops only the server it was started for. `release`: that one has been stopped, or another guard has been set.
 */
export function guardPostgres(pid: number, pidFile: string, socketDir: string) {
  // In its own session, so that a Ctrl-C does not reach it.
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'plaudit-guard', String(pid), pidFile, socketDir], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH },
  })
  // Without the guard a killed process leaves its database running, and the next start stops it.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  return { release: () => void guard.stdin.end() }
}

/** Restarts a database that died (killed, out of memory, full disk), until it is to be stopped. */
export function superviseRestarts(clusterDir: string, start: () => Promise<void>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(1000, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (stopping.signal.aborted || (await readPostmaster(clusterDir))) continue
      // Retried a second later.
      if (!stopping.signal.aborted) await start().catch(() => undefined)
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      // Waits for a restart in progress, which would otherwise finish after the stop.
      return ended
    },
  }
}

/** The running server of the data directory. */
export async function readPostmaster(
  clusterDir: string,
): Promise<{ pid: number; socketDir: string } | undefined> {
  const { pid, socketDir } = await readPidFile(clusterDir)
  return socketDir && (await stateOf(pid)) === 'postgres' ? { pid, socketDir } : undefined
}

/**
 * Removes postmaster.pid of a server that died and whose pid another process has now: PostgreSQL would not start, and
 * pg_ctl would stop that process, which may be ours.
 */
export async function removeReusedPid(clusterDir: string): Promise<void> {
  const { pid } = await readPidFile(clusterDir)
  if ((await stateOf(pid)) === 'another') await rm(fileIn(clusterDir), { force: true })
}

const fileIn = (clusterDir: string) => path.join(clusterDir, 'postmaster.pid')

/** Line 1 is the pid, line 5 the socket folder. */
async function readPidFile(clusterDir: string): Promise<{ pid: number; socketDir: string | undefined }> {
  const lines = (await readFile(fileIn(clusterDir), 'utf8').catch(() => '')).split('\n')
  return { pid: Number(lines[0]), socketDir: lines[4]?.trim() }
}

/** What has this pid. Where the system does not tell, it is the server. */
async function stateOf(pid: number): Promise<'postgres' | 'another' | 'dead'> {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return 'dead'
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres')
  return name.trim() === 'postgres' ? 'postgres' : 'another'
}
