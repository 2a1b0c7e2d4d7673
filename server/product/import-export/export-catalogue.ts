import type { Sql } from 'postgres'
import { CATEGORY_FIELDS, FACTS, TOOL_FIELDS } from '#shared/tool-fields.ts'
import { readFacts } from '../facts.ts'
import { exportLine, openingOf } from './export-line.ts'
import type { CatalogueFormat } from './parse-rows.ts'

export interface ExportReport {
  tools: number
  categories: number
}

/** Rows fetched and written at a time. */
const ROWS_AT_ONCE = 500

const columnsOf = (fields: readonly { column: string }[]) => fields.map(({ column }) => column)

/** The columns of a tool that its file is made of. */
export const TOOL_COLUMNS = [...columnsOf(TOOL_FIELDS), ...columnsOf(FACTS), 'logo', 'own_facts']

/** The categories of `tools`, in order, as a column of a query. */
export const categoriesOfTool = `coalesce(
  (select jsonb_agg(jsonb_build_object('slug', category.slug, 'name', category.name)
    order by category.id is distinct from tools.category_id, link.position)
   from public.tool_categories as link join public.categories as category on category.id = link.category_id
   where link.tool_id = tools.id),
  '[]') as categories`

/**
 * Exports the whole catalogue from one snapshot: first every category, then the tools, newest first, so that an import
 * creates them in the same order. Rows come through a cursor, so that memory does not grow with their number. `write`
 * is awaited.
 */
export async function exportCatalogue(
  sql: Sql,
  format: CatalogueFormat,
  write: (text: string) => Promise<void> | void,
): Promise<ExportReport> {
  const report: ExportReport = { tools: 0, categories: 0 }
  await sql.begin('isolation level repeatable read read only', async (transaction) => {
    const facts = await readFacts(transaction)
    await write(openingOf(format, facts))
    const categories = transaction`
      select ${transaction(columnsOf(CATEGORY_FIELDS))} from public.categories order by slug`
    for await (const rows of categories.cursor(ROWS_AT_ONCE)) {
      report.categories += rows.length
      await write(rows.map((row) => exportLine(format, 'category', row, facts)).join(''))
    }
    const tools = transaction`
      select ${transaction(TOOL_COLUMNS)}, ${transaction.unsafe(categoriesOfTool)} from public.tools
      order by created_at desc, id desc`
    for await (const rows of tools.cursor(ROWS_AT_ONCE)) {
      report.tools += rows.length
      await write(rows.map((row) => exportLine(format, 'tool', row, facts)).join(''))
    }
  })
  return report
}
