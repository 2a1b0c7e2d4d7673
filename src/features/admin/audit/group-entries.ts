import { deletedCategory } from '~/messages/en/audit'
import type { AuditEntry } from './audit-data'

/** What one save wrote: an entry, and the categories it gave the tool and took from it, by name. */
export type Saved = {
  /** Of its newest entry. */
  id: number
  entry: AuditEntry
  /** Undefined when the save left the categories alone. */
  categories: { before: string[]; after: string[] } | undefined
}

/**
 * Entries as people did them: those of one tool that have the same moment and author were written by one save, a tool's
 * row and one entry for each category. Categories that were only put in another order cancel out.
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

/** Categories taken away and given back alone say nothing. */
function hasChange({ entry, categories }: Saved): boolean {
  return (
    entry.table_name !== 'tool_categories' ||
    (categories?.before.length ?? 0) + (categories?.after.length ?? 0) > 0
  )
}

/** A text within a row as the log keeps it. */
export function textIn(row: unknown, field: string): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const value: unknown = Reflect.get(row, field)
  return typeof value === 'string' ? value : undefined
}
