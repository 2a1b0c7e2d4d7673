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

/** Records an import that changed something in the audit log, with its counts (docs/decisions/190). */
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
