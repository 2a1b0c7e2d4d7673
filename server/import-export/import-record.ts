import { randomUUID } from 'node:crypto'
import type { ReservedSql } from 'postgres'
import { withoutHiddenCharacters } from '../../src/rules/hidden-character-rules.ts'

export interface RecordOptions {
  /** Where the import was started. */
  source: 'browser' | 'command line'
  /** The name of the file. */
  file: string
  /** The administrator; null for the command line. */
  actorId: string | null
}

/**
 * An import in the audit log (docs/decisions/027): one entry when it changes
 * the first thing, one with the counts at its end. What triggers log of single
 * rows in between carries its id.
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

  /** Ties what this transaction writes to the import. */
  async mark(): Promise<void> {
    await this.#connection`select set_config('plaudit.import_id', ${this.#id}, true)`
  }

  /** Enters the beginning, in the transaction that changes the first thing. */
  async open(): Promise<void> {
    if (!this.#isOpen) await this.#write('insert', null, this.#about())
  }

  /** That transaction was committed. */
  opened(): void {
    this.#isOpen = true
  }

  /** Enters the end; an import that changed nothing leaves no entry. */
  async close(counts: Record<string, number>, complete: boolean): Promise<void> {
    if (!this.#isOpen) return
    const after = { ...this.#about(), ...counts, complete }
    // The changes themselves are in the log already: a connection that is gone costs the counts only.
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
