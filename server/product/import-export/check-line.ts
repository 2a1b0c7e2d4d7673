import { type CatalogueRow, checkRow } from './catalogue-row.ts'
import { EXPORT_FORMAT, formatOf } from './export-format.ts'
import { type CategoryRow, checkExportedCategory, checkExportedTool } from './exported-row.ts'
import type { SourceRow } from './parse-rows.ts'

/** A line as a row ready to be written, or every reason why it cannot be. */
type CheckedLine = Entry | { kind: 'rejected'; line: number; reason: string }

/** A valid line. `line` counts from 1. */
export type Entry =
  | { kind: 'tool'; line: number; row: CatalogueRow }
  | { kind: 'category'; line: number; row: CategoryRow }

/** Checks a line of any catalogue; lines of our own exports are recognised by their mark. Never throws. */
export function checkLine(source: SourceRow): CheckedLine {
  const { line } = source
  if ('reason' in source) return { kind: 'rejected', line, reason: source.reason }
  const format = formatOf(source.value)
  if (format !== undefined && format !== EXPORT_FORMAT)
    return { kind: 'rejected', line, reason: `The format "${format}" is not ${EXPORT_FORMAT}` }
  if (format !== undefined && kindOf(source.value) === 'category') {
    const checked = checkExportedCategory(source.value)
    return checked.ok
      ? { kind: 'category', line, row: checked.row }
      : { kind: 'rejected', line, reason: checked.reason }
  }
  const checked = format === undefined ? checkRow(source.value) : checkExportedTool(source.value)
  return checked.ok
    ? { kind: 'tool', line, row: checked.row }
    : { kind: 'rejected', line, reason: checked.reason }
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return ''
  // Not every value converts to text: an object's conversion may throw.
  return typeof value.kind === 'string' ? value.kind.trim() : ''
}
