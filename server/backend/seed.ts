import type postgres from 'postgres'
import { StartError } from '../config.ts'
import { importStarter } from '../import-export/import-starter.ts'
import type { Logger } from '../log.ts'

/** Loads the starter catalogue into a database nobody has written a catalogue into yet. */
export async function seedStarter(sql: postgres.Sql, log: Logger): Promise<void> {
  // Whoever emptied the catalogue left a line in the audit log: what was deleted on purpose stays away.
  const [state] = await sql<{ untouched: boolean }[]>`
    select not exists (select from public.tools) and not exists (select from public.categories)
       and not exists (select from public.audit_log) as untouched`
  if (!state?.untouched) return
  const report = await importStarter(sql)
  if (report.rejected > 0)
    throw new StartError(
      `the starter catalogue has rows the database refuses: ${report.rejections[0]?.reason}`,
    )
  log.info({ tools: report.created }, 'starter catalogue loaded')
}
