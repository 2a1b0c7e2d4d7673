import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservedSql, Row, Sql } from 'postgres'

/** Imports take turns, over all processes: each holds a lock of the database while it runs. */

/** Another import is under way. */
export class ImportRunning extends Error {
  override name = 'ImportRunning'
}

/** One number for "a catalogue is being imported": two imports at once would lock each other's rows. */
const IMPORT_LOCK = 7_358_210_932

/** Throws {@link ImportRunning} while one is under way for longer than this; nothing is held afterwards. */
export async function expectNoImport(sql: Sql, patienceMs: number): Promise<void> {
  await untilFree(patienceMs, () => sql`select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as free`)
}

/** Waits for the turn of this connection as long as it takes, or throws {@link ImportRunning} after this long. */
export async function takeTurn(connection: ReservedSql, patienceMs: number | undefined): Promise<void> {
  if (patienceMs === undefined) await connection`select pg_advisory_lock(${IMPORT_LOCK})`
  else await untilFree(patienceMs, () => connection`select pg_try_advisory_lock(${IMPORT_LOCK}) as free`)
}

export async function giveTurn(connection: ReservedSql): Promise<void> {
  await connection`select pg_advisory_unlock(${IMPORT_LOCK})`.catch(() => undefined)
}

async function untilFree(patienceMs: number, ask: () => PromiseLike<Row[]>): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const [turn] = await ask()
    if (turn?.free === true) return
    if (performance.now() > deadline) throw new ImportRunning('Another import is under way')
    await sleep(100)
  }
}
