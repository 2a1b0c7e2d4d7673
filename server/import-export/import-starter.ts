import path from 'node:path'
import type { Sql } from 'postgres'
import * as z from 'zod'
import { openCatalogueFile } from './catalogue-file.ts'
import { type ImportReport, importCatalogue } from './import-catalogue.ts'

const STARTER_FOLDER = path.join(import.meta.dirname, '../../supabase/starter')

const categorySchema = z.object({ slug: z.string(), description: z.string() })

/**
 * Writes the starter catalogue with the descriptions of its categories, all in
 * one transaction. What is there already is left alone, so it may run again.
 */
export async function importStarter(sql: Sql): Promise<ImportReport> {
  const { rows } = await openCatalogueFile(path.join(STARTER_FOLDER, 'catalogue.jsonl'))
  return importCatalogue(sql, rows, { descriptions: await readDescriptions() })
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
