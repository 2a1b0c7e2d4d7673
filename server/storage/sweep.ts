import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import type { Logger } from '../log.ts'
import { type LogoStore, StoreError } from './store.ts'

/** One number for "the logos are being swept", the same in every process. */
const SWEEP_LOCK = 7_358_210_932
const EVERY_MS = 60 * 60 * 1000
/** A logo is uploaded before its tool is saved: until then nothing points at it. */
const DAY_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 500

/**
 * Removes logos no tool points at and what unfinished uploads left, once they are older than a day: now and every hour,
 * in one process at a time.
 */
export function sweepLogos(store: LogoStore, sql: postgres.Sql, log: Logger): { stop(): Promise<void> } {
  let stopped = false
  const sweep = async () => {
    const session = await sql.reserve()
    try {
      const [lock] = await session<{ mine: boolean }[]>`select pg_try_advisory_lock(${SWEEP_LOCK}) as mine`
      if (!lock?.mine) return
      try {
        await removeOrphans(session)
      } finally {
        await session`select pg_advisory_unlock(${SWEEP_LOCK})`
      }
    } finally {
      session.release()
    }
  }

  async function removeOrphans(session: postgres.Sql): Promise<void> {
    const before = new Date(Date.now() - DAY_MS)
    const leftovers = await store.removeLeftovers(before)
    const old = (await store.list()).filter(({ modified }) => modified < before).map(({ name }) => name)
    let removed = 0
    for (let at = 0; at < old.length && !stopped; at += AT_ONCE) {
      const names = old.slice(at, at + AT_ONCE)
      const used = await session<{ name: string }[]>`
        select substring(logo from '/tool-logos/([^/?#]+)') as name from public.tools
        where logo is not null and substring(logo from '/tool-logos/([^/?#]+)') = any(${names})`
      const usedNames = new Set(used.map(({ name }) => name))
      for (const name of names) if (!usedNames.has(name) && (await store.remove(name))) removed++
    }
    if (removed + leftovers > 0)
      log.info({ logos: removed, leftovers }, 'logos no tool points at were removed')
  }

  let running = Promise.resolve()
  const run = () => {
    running = sweep().catch((error: unknown) => {
      const reason =
        error instanceof StoreError ? error.reason : error instanceof Error ? error.name : typeof error
      if (!stopped) log.error({ reason }, 'the logos could not be swept')
    })
  }
  run()
  const timer = setInterval(run, EVERY_MS).unref()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await Promise.race([running, sleep(1000, undefined, { ref: false })])
    },
  }
}
