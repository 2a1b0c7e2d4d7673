import path from 'node:path'
import type postgres from 'postgres'
import { openCatalogueFile } from '../../cli/catalogue/catalogue-file.ts'
import { importCatalogue } from '../../cli/catalogue/import-catalogue.ts'
import { StartError } from '../config.ts'
import type { Logger } from '../log.ts'

const STARTER = path.join(import.meta.dirname, '../../supabase/starter/catalogue.jsonl')

/** Loads the starter catalogue into a database nobody has written a catalogue into yet. */
export async function seedStarter(sql: postgres.Sql, log: Logger): Promise<void> {
  // Whoever emptied the catalogue left a line in the audit log: what was deleted on purpose stays away.
  const [state] = await sql<{ untouched: boolean }[]>`
    select not exists (select from public.tools) and not exists (select from public.categories)
       and not exists (select from public.audit_log) as untouched`
  if (!state?.untouched) return
  const report = await importCatalogue(sql, (await openCatalogueFile(STARTER)).rows)
  if (report.rejected > 0)
    throw new StartError(
      `the starter catalogue has rows the database refuses: ${report.rejections[0]?.reason}`,
    )
  log.info({ tools: report.created }, 'starter catalogue loaded')
}
