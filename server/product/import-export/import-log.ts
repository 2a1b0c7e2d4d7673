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

/**
 * Records an import in the audit log (docs/decisions/027): one entry with its first change, one with the counts at its
 * end. Entries that triggers write for single rows in between have its id.
 */
export class ImportLog {
  readonly #id: string
  readonly #about: Omit<ImportSource, 'actorId'>
  readonly #actorId: string | null
  #connection: ISql
  #isOpen = false

  constructor(connection: ISql, id: string, { source, file, actorId }: ImportSource) {
    this.#connection = connection
    this.#id = id
    this.#about = { source, file: withoutHiddenCharacters(file, 'line') }
    this.#actorId = actorId
  }

  /** Marks this transaction as part of the import; the first one writes the first entry. */
  async mark(): Promise<void> {
    await this.#connection`select set_config('plaudit.import_id', ${this.#id}, true)`
    if (!this.#isOpen) await this.#write('insert', null, this.#about)
  }

  /** A marked transaction was committed. */
  committed(): void {
    this.#isOpen = true
  }

  /** Writes the last entry; an import that changed nothing leaves none. */
  async close(counts: { complete: boolean } & Record<string, unknown>): Promise<void> {
    if (!this.#isOpen) return
    // The changes themselves are in the log already: a lost connection costs the counts only.
    await this.#write('update', this.#about, { ...this.#about, ...counts }).catch((error: unknown) => {
      if (counts.complete) throw error
    })
  }

  async #write(action: 'insert' | 'update', before: object | null, after: object): Promise<void> {
    await this.#connection`
      insert into public.audit_log (actor_id, action, table_name, row_id, before, after, import_id)
      values (${this.#actorId}, ${action}, 'catalogue_imports', ${this.#id},
        ${before && JSON.stringify(before)}::text::jsonb, ${JSON.stringify(after)}::text::jsonb, null)`
  }
}
