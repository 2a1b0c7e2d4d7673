import { setTimeout as sleep } from 'node:timers/promises'
import type { ISql, Row } from 'postgres'
import { LOCKS } from '../../host/database/locks.ts'
import { Refused } from './answers.ts'

/** One import at a time, over all processes: each holds an advisory lock of the database while it runs. */

/** Throws {@link Refused} while an import is in progress for longer than this; holds nothing afterwards. */
export const expectNoImport = (sql: ISql, timeoutMs: number, signal?: AbortSignal): Promise<void> =>
  untilFree(timeoutMs, signal, () => sql`select pg_try_advisory_xact_lock(${LOCKS.import}) as free`)

/** Waits for the lock indefinitely, or throws {@link Refused} after the timeout. */
export async function acquireImportLock(
  connection: ISql,
  timeoutMs: number | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (timeoutMs === undefined) await connection`select pg_advisory_lock(${LOCKS.import})`
  else
    await untilFree(timeoutMs, signal, () => connection`select pg_try_advisory_lock(${LOCKS.import}) as free`)
}

export async function releaseImportLock(connection: ISql): Promise<void> {
  await connection`select pg_advisory_unlock(${LOCKS.import})`.catch(() => undefined)
}

async function untilFree(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  ask: () => PromiseLike<Row[]>,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    signal?.throwIfAborted()
    const [lock] = await ask()
    if (lock?.free === true) return
    if (performance.now() > deadline)
      throw new Refused(409, 'Another import is in progress. Please try again when it has finished.')
    await sleep(100)
  }
}
