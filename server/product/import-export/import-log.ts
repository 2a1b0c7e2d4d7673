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

/** Has triggers log the rows of this transaction, with the id of the import. */
export const markImport = (connection: ISql, id: string, source: ImportSource['source']) =>
  connection`select set_config('plaudit.import_id', ${id}, true),
    set_config('plaudit.source', ${source === 'browser' ? '' : source}, true)`

/** Records in the audit log what an import changed, or what was deleted of one, with its counts (docs/decisions/190). */
export async function recordImport(
  connection: ISql,
  action: 'update' | 'delete',
  id: string,
  { source, file, actorId }: ImportSource,
  counts: Record<string, unknown>,
): Promise<void> {
  const entry = JSON.stringify({ source, file: withoutHiddenCharacters(file, 'line'), ...counts })
  const column = action === 'update' ? 'after' : 'before'
  await connection`
    insert into public.audit_log (actor_id, action, table_name, row_id, import_id, ${connection(column)})
    values (${actorId}, ${action}, 'catalogue_imports', ${id}, null, ${entry}::text::jsonb)`
}
