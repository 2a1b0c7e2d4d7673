import type { ISql } from 'postgres'
import { withoutHiddenCharacters } from '#shared/hidden-character-rules.ts'

export interface ImportSource {
  /** Where the import was started. */
  source: 'browser' | 'command line'
  /** The name of the file. */
  file: string
  /** The administrator; null for the command line. */
  actorId: string | null
}

/** Gives entries that triggers write for single rows in this transaction the id of the import. */
export const markImport = (connection: ISql, id: string) =>
  connection`select set_config('plaudit.import_id', ${id}, true)`

/** Records an import that changed something in the audit log, with its counts (docs/decisions/027). */
export async function recordImport(
  connection: ISql,
  id: string,
  { source, file, actorId }: ImportSource,
  counts: Record<string, unknown>,
): Promise<void> {
  const after = { source, file: withoutHiddenCharacters(file, 'line'), ...counts }
  await connection`
    insert into public.audit_log (actor_id, action, table_name, row_id, after, import_id)
    values (${actorId}, 'update', 'catalogue_imports', ${id}, ${JSON.stringify(after)}::text::jsonb, null)`
}
