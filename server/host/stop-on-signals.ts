import process from 'node:process'
import { Deadline, END_MS } from '../lib/deadline.ts'

/** Ctrl-C in a terminal reaches a process several times: from the terminal, from npm and from the launcher. */
const SAME_REQUEST_MS = 500

/**
 * Calls `end` once, on a signal or when the launcher is gone, and ends the process after it. A further signal brings
 * the deadline forward. `end` resolves with the exit code; the process ends even if it hangs.
 */
export function stopOnSignals(end: (deadline: Deadline, reason: string) => Promise<number>) {
  let deadline: Deadline | undefined
  let begun = 0

  const stop = (reason: string) => {
    if (deadline) {
      if (performance.now() - begun > SAME_REQUEST_MS) deadline.bringForward()
      return
    }
    begun = performance.now()
    deadline = new Deadline(END_MS)
    // The process ends in any case, and the guard stops the database (database/postgres-guard.ts).
    setTimeout(() => process.exit(1), END_MS + 100).unref()
    void end(deadline, reason).then(
      (code) => process.exit(code),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  // The launcher holds the other end: when it is gone, even killed, nobody else will tell us to stop.
  if (process.connected) process.on('disconnect', () => stop('launcher gone'))
  return { isStopping: () => deadline !== undefined, stop }
}
