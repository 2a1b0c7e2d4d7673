import type { Sql, TransactionSql } from 'postgres'
import { FACT_FIELDS, type Facts, pickFacts } from '#shared/fact-fields.ts'
import { pickToolFields, TOOL_FIELDS, type ToolFields } from '#shared/tool-fields.ts'
import { EXPORT_COLUMNS, EXPORT_FORMAT, guardCell } from './export-format.ts'
import type { CatalogueFormat } from './parse-rows.ts'

/** A tool as an export writes it, its categories in order. */
export interface ExportedTool extends ToolFields, Facts {
  logo: string | null
  categories: { slug: string; name: string }[]
}

export interface ExportedCategory {
  name: string
  slug: string
  description: string | null
}

export interface ExportReport {
  tools: number
  categories: number
}

/** Rows fetched and written at a time. */
const ROWS_AT_ONCE = 500

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
  await write(openingOf(format))
  await sql.begin('isolation level repeatable read read only', async (transaction) => {
    for await (const rows of selectCategories(transaction)) {
      report.categories += rows.length
      await write(rows.map((row) => lineOfCategory(format, row)).join(''))
    }
    for await (const rows of selectTools(transaction)) {
      report.tools += rows.length
      await write(rows.map((row) => lineOfTool(format, row)).join(''))
    }
  })
  return report
}

const selectCategories = (sql: TransactionSql) =>
  sql<ExportedCategory[]>`select name, slug, description from public.categories order by slug`.cursor(
    ROWS_AT_ONCE,
  )

const SELECTED_COLUMNS = [...TOOL_FIELDS, ...FACT_FIELDS, 'logo'].map((column) => `tool.${column}`)

const selectTools = (sql: TransactionSql) =>
  sql<ExportedTool[]>`
    select ${sql(SELECTED_COLUMNS)},
      coalesce(
        (select jsonb_agg(jsonb_build_object('slug', category.slug, 'name', category.name) order by link.position, link.id)
         from public.tool_categories as link join public.categories as category on category.id = link.category_id
         where link.tool_id = tool.id),
        '[]') as categories
    from public.tools as tool
    order by tool.created_at desc, tool.id desc`.cursor(ROWS_AT_ONCE)

/** The head of the file: nothing, or a byte order mark, by which Excel recognises UTF-8, and the column names. */
export function openingOf(format: CatalogueFormat): string {
  return format === 'csv' ? `\ufeff${EXPORT_COLUMNS.join()}\r\n` : ''
}

/** A tool as a line with its line end. */
export function lineOfTool(format: CatalogueFormat, tool: ExportedTool): string {
  const { categories, logo } = tool
  const columns = { ...pickToolFields(tool), ...pickFacts(tool) }
  if (format === 'json-lines')
    return jsonLine(inOrder({ format: EXPORT_FORMAT, kind: 'tool', ...columns, categories, logo }))
  return tableLine({ kind: 'tool', ...columns, categories: categories.map(({ slug }) => slug), logo })
}

/** A category as a line with its line end. */
export function lineOfCategory(format: CatalogueFormat, category: ExportedCategory): string {
  const { name, slug, description } = category
  return format === 'json-lines'
    ? jsonLine({ format: EXPORT_FORMAT, kind: 'category', name, slug, description })
    : tableLine({ kind: 'category', name, slug, description })
}

/** The same with the columns in the order of the table. */
const inOrder = (row: object) =>
  Object.fromEntries(
    EXPORT_COLUMNS.flatMap((column) => (column in row ? [[column, Reflect.get(row, column)]] : [])),
  )

const jsonLine = (value: object) => `${JSON.stringify(value)}\n`

type Cell = string | boolean | readonly string[] | null

function tableLine(cells: Partial<Record<(typeof EXPORT_COLUMNS)[number], Cell>>): string {
  const row = { ...cells, format: EXPORT_FORMAT }
  const cellOf = (value: Cell = '') => (typeof value === 'object' ? (value ?? []).join(';') : String(value))
  return `${EXPORT_COLUMNS.map((column) => quote(guardCell(cellOf(row[column])))).join()}\r\n`
}

/** By RFC 4180; quoted only where needed. */
const quote = (cell: string) => (/^[\w./:-]*$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`)
