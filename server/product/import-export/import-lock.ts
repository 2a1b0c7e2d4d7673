import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservedSql, Row, Sql } from 'postgres'
import { LOCKS } from '../../host/database/locks.ts'

/** One import at a time, over all processes: each holds an advisory lock of the database while it runs. */

/** Another import is in progress. */
export class ImportRunning extends Error {
  override name = 'ImportRunning'
}

/** Throws {@link ImportRunning} while an import is in progress for longer than this; holds nothing afterwards. */
export async function expectNoImport(sql: Sql, timeoutMs: number, signal?: AbortSignal): Promise<void> {
  await untilFree(timeoutMs, signal, () => sql`select pg_try_advisory_xact_lock(${LOCKS.import}) as free`)
}

/** Waits for the lock indefinitely, or throws {@link ImportRunning} after the timeout. */
export async function acquireImportLock(
  connection: ReservedSql,
  timeoutMs: number | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (timeoutMs === undefined) await connection`select pg_advisory_lock(${LOCKS.import})`
  else
    await untilFree(timeoutMs, signal, () => connection`select pg_try_advisory_lock(${LOCKS.import}) as free`)
}

export async function releaseImportLock(connection: ReservedSql): Promise<void> {
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
    if (performance.now() > deadline) throw new ImportRunning('Another import is under way')
    await sleep(100)
  }
}
