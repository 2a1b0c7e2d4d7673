import { FACT_FIELDS } from '#shared/fact-fields.ts'
import { EMPTY_TOOL, TOOL_FIELDS, type ToolField } from '#shared/tool-fields.ts'

/**
 * The mark of rows of our own exports (docs/decisions/027): their texts are plain and taken literally, while those of
 * any other catalogue have entities decoded and markdown stripped.
 */

/** The value of the column `format` in every exported row; the number is the version of the format. */
export const EXPORT_FORMAT = 'plaudit/1'

const isFlag = (field: ToolField) => typeof EMPTY_TOOL[field] === 'boolean'

/** The columns of an exported table, in order. Rows of the kind `category` leave those of a tool empty. */
export const EXPORT_COLUMNS = [
  'format',
  'kind',
  ...TOOL_FIELDS.filter((field) => !isFlag(field)),
  'categories',
  ...TOOL_FIELDS.filter(isFlag),
  'logo',
  'description',
  ...FACT_FIELDS,
] as const

/** The format version of a row, supported or not; undefined for rows of any other origin. */
export function formatOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('format' in value)) return undefined
  const format = typeof value.format === 'string' ? value.format.trim() : ''
  return format.startsWith('plaudit/') ? format : undefined
}

// What a spreadsheet takes for the beginning of a formula, also as full-width characters; and the guard itself.
const NEEDS_GUARD = /^['=+\-@\t\r\n＝＋－＠]/

/** Keeps a spreadsheet from running a text as a formula; undone by {@link unguardCell}. */
export function guardCell(text: string): string {
  return NEEDS_GUARD.test(text) ? `'${text}` : text
}

export function unguardCell(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell
}
