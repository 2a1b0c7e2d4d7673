import { deletedCategory } from '#messages/audit.js'
import type { AuditEntry } from './audit-data'

/** One save: an entry, and the categories added to and removed from the tool, by name. */
export type Saved = {
  /** Id of its newest entry. */
  id: number
  entry: AuditEntry
  /** Undefined when the save did not change the categories. */
  categories: { before: string[]; after: string[] } | undefined
}

/**
 * Groups entries by save: those of one tool with the same timestamp and actor, that is the tool's row and one entry per
 * category. Reordered categories cancel out.
 */
export function groupEntries(entries: readonly AuditEntry[]): Saved[] {
  const saves: Saved[] = []
  const open = new Map<string, Saved>()
  for (const entry of entries) {
    const tool = toolOf(entry)
    if (!tool) {
      saves.push({ id: entry.id, entry, categories: undefined })
      continue
    }
    const key = `${entry.created_at} ${entry.actor_id} ${tool}`
    let saved = open.get(key)
    if (!saved) {
      saved = { id: entry.id, entry, categories: undefined }
      open.set(key, saved)
      saves.push(saved)
    }
    if (entry.table_name === 'tools') saved.entry = entry
    else addCategory(saved, entry)
  }
  return saves.filter(hasChange)
}

function toolOf({ table_name, row_id, before, after }: AuditEntry): string | undefined {
  if (table_name === 'tools') return row_id
  return table_name === 'tool_categories' ? textIn(after ?? before, 'tool_id') : undefined
}

function addCategory(saved: Saved, { before, after, names }: AuditEntry): void {
  const name = textIn(names, textIn(after ?? before, 'category_id') ?? '') ?? deletedCategory
  saved.categories ??= { before: [], after: [] }
  const [side, other] = after
    ? [saved.categories.after, saved.categories.before]
    : [saved.categories.before, saved.categories.after]
  const opposite = other.indexOf(name)
  if (opposite >= 0) other.splice(opposite, 1)
  // The newest comes first.
  else side.unshift(name)
}

/** Categories removed and added again are no change. */
function hasChange({ entry, categories }: Saved): boolean {
  return (
    entry.table_name !== 'tool_categories' ||
    (categories?.before.length ?? 0) + (categories?.after.length ?? 0) > 0
  )
}

/** A text within a row of the log. */
export function textIn(row: unknown, field: string): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const value: unknown = Reflect.get(row, field)
  return typeof value === 'string' ? value : undefined
}
