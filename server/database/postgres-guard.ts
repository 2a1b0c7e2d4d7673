import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * Stops the database when this process is gone, however it ended: a small shell holds the other end of a pipe, which the
 * system closes with us. It stops only the server it was started for.
 */
export interface PostgresGuard {
  /** The server has been stopped, or another guard has been set. */
  release(): void
}

/** Fast first (sessions are ended, everything is on disk); after ten seconds at once. */
const SCRIPT = `
runs() { [ "$(head -n 1 "$2" 2>/dev/null)" = "$1" ] && kill -0 "$1" 2>/dev/null; }
read -r _
runs "$1" "$2" && kill -INT "$1"
for _ in 1 2 3 4 5 6 7 8 9 10; do runs "$1" "$2" || break; sleep 1; done
runs "$1" "$2" && kill -QUIT "$1"
rmdir "$3" 2>/dev/null
`

export function guardPostgres(pid: number, pidFile: string, socketDir: string): PostgresGuard {
  // Of a session of its own: a Ctrl-C in the terminal does not reach it.
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'plaudit-guard', String(pid), pidFile, socketDir], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH },
  })
  // Without it a killed process leaves its database running, and the next start stops that.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  return { release: () => guard.stdin.end() }
}
