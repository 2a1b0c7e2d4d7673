import { randomUUID } from 'node:crypto'
import type { ReservedSql } from 'postgres'
import { withoutHiddenCharacters } from '#shared/hidden-character-rules.ts'

export interface RecordOptions {
  /** Where the import was started. */
  source: 'browser' | 'command line'
  /** The name of the file. */
  file: string
  /** The administrator; null for the command line. */
  actorId: string | null
}

/**
 * Records an import in the audit log (docs/decisions/027): one entry with its first change, one with the counts at its
 * end. Entries that triggers write for single rows in between have its id.
 */
export class ImportRecord {
  readonly #id = randomUUID()
  #connection: ReservedSql
  #options: RecordOptions
  #isOpen = false

  constructor(connection: ReservedSql, options: RecordOptions) {
    this.#connection = connection
    this.#options = options
  }

  /** Marks this transaction as part of the import. */
  async mark(): Promise<void> {
    await this.#connection`select set_config('plaudit.import_id', ${this.#id}, true)`
  }

  /** Writes the first entry, in the transaction of the first change. */
  async open(): Promise<void> {
    if (!this.#isOpen) await this.#write('insert', null, this.#about())
  }

  /** That transaction was committed. */
  opened(): void {
    this.#isOpen = true
  }

  /** Writes the last entry; an import that changed nothing leaves none. */
  async close(counts: Record<string, number>, complete: boolean): Promise<void> {
    if (!this.#isOpen) return
    const after = { ...this.#about(), ...counts, complete }
    // The changes themselves are in the log already: a lost connection costs the counts only.
    await this.#write('update', this.#about(), after).catch((error: unknown) => {
      if (complete) throw error
    })
  }

  #about() {
    const { source, file } = this.#options
    return { source, file: withoutHiddenCharacters(file, 'line') }
  }

  async #write(action: 'insert' | 'update', before: object | null, after: object): Promise<void> {
    await this.#connection`
      insert into public.audit_log (actor_id, action, table_name, row_id, before, after, import_id)
      values (${this.#options.actorId}, ${action}, 'catalogue_imports', ${this.#id},
        ${before && JSON.stringify(before)}::text::jsonb, ${JSON.stringify(after)}::text::jsonb, null)`
  }
}
