import { type CatalogueRow, checkRow } from './catalogue-row.ts'
import { EXPORT_FORMAT, formatOf } from './export-format.ts'
import { type CategoryRow, checkExportedCategory, checkExportedTool } from './exported-row.ts'
import type { SourceRow } from './parse-rows.ts'

/** What a line of a catalogue says, ready to be written, or every reason why it cannot be. */
export type CheckedLine = Entry | { kind: 'rejected'; line: number; reason: string }

/** A line that can be written. `line` is counted from 1. */
export type Entry =
  | { kind: 'tool'; line: number; row: CatalogueRow }
  | { kind: 'category'; line: number; row: CategoryRow }

/** Checks a line of any catalogue; one of our own exports is recognised by its mark. Never throws. */
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
  // Not every value can be made a text: an object may say of itself that it cannot.
  return typeof value.kind === 'string' ? value.kind.trim() : ''
}
