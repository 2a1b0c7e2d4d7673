import type postgres from 'postgres'
import { LOCKS } from '../../host/database/locks.ts'
import type { Report } from '../../lib/errors.ts'
import type { Logger } from '../../lib/log.ts'
import { repeatedly } from '../../lib/repeatedly.ts'
import type { LogoStore } from './store.ts'

const EVERY_MS = 60 * 60 * 1000
/** A logo is uploaded before its tool is saved: until then nothing refers to it. */
const DAY_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 500

/**
 * The names of all logos in use; null for one stored elsewhere. Of the site's pictures those of every version, since
 * each can be restored; those of tools whose merge can be undone.
 */
export const selectUsedLogos = (sql: postgres.ISql) => sql`
  select substring(logo from '/tool-logos/([^/?#]+)') as name
  from (
    select logo from public.tools
    union all select entry ->> 'logo' from private.merges
    union all select settings ->> 'logo_path' from public.site_settings
    union all select settings ->> 'icon_path' from public.site_settings
  ) used
  where logo is not null`

/** Those that undoing a decision about a suggestion, or an import, brings back. */
const selectUndoableLogos = (sql: postgres.ISql) => sql<{ name: string }[]>`
  select distinct substring(logo from '/tool-logos/([^/?#]+)') as name
  from (
    select undo ->> 'logo' from private.contributions where decided_at > now() - interval '5 minutes'
    union all select before ->> 'logo' from public.audit_log
      where import_id is not null and table_name = 'tools' and action = 'update'
  ) undoable (logo)
  where logo is not null`

/**
 * Deletes logos that neither a tool nor the site uses or gets back, and remains of unfinished uploads, once they are older than a
 * day: now and every hour, in one process at a time.
 */
export function sweepLogos(
  store: LogoStore,
  sql: postgres.Sql,
  { log, report }: { log: Logger; report: Report },
) {
  let stopped = false
  // No transaction: the store may take long, and what was read would stay locked meanwhile.
  const sweep = async (): Promise<void> => {
    const session = await sql.reserve()
    try {
      const [lock] = await session<{ mine: boolean }[]>`
        select pg_try_advisory_lock(${LOCKS.sweepLogos}) as mine`
      if (!lock?.mine) return
      try {
        await removeOrphans(session)
      } finally {
        await session`select pg_advisory_unlock(${LOCKS.sweepLogos})`
      }
    } finally {
      session.release()
    }
  }

  async function removeOrphans(session: postgres.Sql): Promise<void> {
    const before = new Date(Date.now() - DAY_MS)
    const leftovers = await store.removeLeftovers(before)
    const old = (await store.list()).filter(({ modified }) => modified < before).map(({ name }) => name)
    if (old.length === 0 && leftovers === 0) return
    const kept = new Set((await selectUndoableLogos(session)).map(({ name }) => name))
    let removed = 0
    for (let at = 0; at < old.length && !stopped; at += AT_ONCE) {
      const names = old.slice(at, at + AT_ONCE)
      const used = await session<{ name: string }[]>`
        select name from (${selectUsedLogos(session)}) used where name = any(${names})`
      const usedNames = new Set(used.map(({ name }) => name))
      for (const name of names)
        if (!usedNames.has(name) && !kept.has(name) && (await store.remove(name))) removed++
    }
    if (removed + leftovers > 0)
      log.info({ logos: removed, leftovers }, 'logos no tool points at were removed')
  }

  const sweeping = repeatedly(EVERY_MS, () =>
    sweep().catch((error: unknown) => {
      if (!stopped) report('the logos could not be swept', error)
    }),
  )
  return {
    stop: () => {
      stopped = true
      return sweeping.stop()
    },
  }
}
