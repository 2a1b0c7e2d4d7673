import path from 'node:path'
import type { Sql } from 'postgres'
import { StartError } from '../../lib/config.ts'
import type { Logger } from '../../lib/log.ts'
import { openCatalogueFile } from './catalogue-file.ts'
import { type ImportReport, importCatalogue } from './import-catalogue.ts'

const STARTER = path.join(import.meta.dirname, '../../../supabase/starter/catalogue.jsonl')

/** Writes the starter catalogue. What matches it already is left alone, so it may run again. */
export async function importStarter(sql: Sql): Promise<ImportReport> {
  return importCatalogue(sql, (await openCatalogueFile(STARTER)).rows)
}

/** Loads the starter catalogue into a database that has never had a catalogue. */
export async function seedStarter(sql: Sql, log: Logger): Promise<void> {
  // A catalogue that is empty but has an audit log was emptied on purpose.
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
