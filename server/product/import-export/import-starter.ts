import path from 'node:path'
import type { Sql } from 'postgres'
import * as z from 'zod'
import { StartError } from '../../lib/config.ts'
import type { Logger } from '../../lib/log.ts'
import { openCatalogueFile } from './catalogue-file.ts'
import { type ImportReport, importCatalogue } from './import-catalogue.ts'

const STARTER_FOLDER = path.join(import.meta.dirname, '../../../supabase/starter')

const categorySchema = z.object({ slug: z.string(), description: z.string() })

/**
 * Writes the starter catalogue with the descriptions of its categories, in one transaction. What exists is left alone,
 * so it may run again.
 */
export async function importStarter(sql: Sql): Promise<ImportReport> {
  const { rows } = await openCatalogueFile(path.join(STARTER_FOLDER, 'catalogue.jsonl'))
  return importCatalogue(sql, rows, { descriptions: await readDescriptions() })
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

async function readDescriptions(): Promise<Map<string, string>> {
  const { rows } = await openCatalogueFile(path.join(STARTER_FOLDER, 'categories.jsonl'))
  const descriptions = new Map<string, string>()
  for await (const row of rows) {
    const { slug, description } = categorySchema.parse('value' in row ? row.value : row)
    descriptions.set(slug, description)
  }
  return descriptions
}
