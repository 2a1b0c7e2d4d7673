import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservedSql, Row, Sql } from 'postgres'
import { LOCKS } from '../backend/locks.ts'

/** Imports take turns, over all processes: each holds a lock of the database while it runs. */

/** Another import is under way. */
export class ImportRunning extends Error {
  override name = 'ImportRunning'
}

/** Throws {@link ImportRunning} while one is under way for longer than this; nothing is held afterwards. */
export async function expectNoImport(sql: Sql, patienceMs: number, signal?: AbortSignal): Promise<void> {
  await untilFree(patienceMs, signal, () => sql`select pg_try_advisory_xact_lock(${LOCKS.import}) as free`)
}

/** Waits for the turn of this connection as long as it takes, or throws {@link ImportRunning} after this long. */
export async function takeTurn(
  connection: ReservedSql,
  patienceMs: number | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (patienceMs === undefined) await connection`select pg_advisory_lock(${LOCKS.import})`
  else
    await untilFree(
      patienceMs,
      signal,
      () => connection`select pg_try_advisory_lock(${LOCKS.import}) as free`,
    )
}

export async function giveTurn(connection: ReservedSql): Promise<void> {
  await connection`select pg_advisory_unlock(${LOCKS.import})`.catch(() => undefined)
}

async function untilFree(
  patienceMs: number,
  signal: AbortSignal | undefined,
  ask: () => PromiseLike<Row[]>,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    signal?.throwIfAborted()
    const [turn] = await ask()
    if (turn?.free === true) return
    if (performance.now() > deadline) throw new ImportRunning('Another import is under way')
    await sleep(100)
  }
}
