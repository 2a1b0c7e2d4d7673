import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../data-dir.ts'

/** Fast mode first (ends sessions, writes everything to disk); after ten seconds immediate mode. */
const SCRIPT = `
runs() { [ "$(head -n 1 "$2" 2>/dev/null)" = "$1" ] && kill -0 "$1" 2>/dev/null; }
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

/** postmaster.pid of the data directory: line 1 is the pid, line 5 the socket folder. */
export async function readPostmaster(
  clusterDir: string,
): Promise<{ pid: number; socketDir: string } | undefined> {
  const lines = (await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  const socketDir = lines[4]?.trim()
  if (!Number.isInteger(pid) || pid <= 0 || !socketDir || !isAlive(pid)) return undefined
  return { pid, socketDir }
}
