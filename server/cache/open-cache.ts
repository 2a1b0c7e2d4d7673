import type { Backend } from '../backend/open-backend.ts'
import type { Report } from '../errors.ts'
import { type Changes, listenForChanges } from './changes.ts'
import { createMemory, type Memory } from './memory.ts'
import { readSchemaPicture } from './schema-picture.ts'
import { createSharedReads, type SharedReads, type SharedReadsOptions } from './shared-reads.ts'

export interface Cache {
  memory: Memory
  reads: SharedReads
  close(): Promise<void>
}

interface Options {
  /** 0 keeps nothing. */
  maxBytes: number
  /** Undefined for a hosted project, whose changes nobody tells us. */
  backend: Pick<Backend, 'sql' | 'database'> | undefined
  report: Report
  read: Pick<SharedReadsOptions, 'fetch' | 'fetchForPage' | 'publishableKey' | 'apiUrl'>
}

/** How long an answer lives where changes are not told. */
const HOSTED_LIFETIME_MS = 3000

/** Opens the memory of public answers and, where there is a database of ours, listens for what changes in it. */
export async function openCache({ maxBytes, backend, report, read }: Options): Promise<Cache> {
  let changes: Changes | undefined
  const lifetimeMs = backend ? undefined : HOSTED_LIFETIME_MS
  const memory = createMemory({ maxBytes, lifetimeMs }, () => changes)
  const picture = backend && (await readSchemaPicture(backend.sql))
  if (backend && maxBytes > 0)
    changes = listenForChanges({
      database: backend.database,
      onChange: memory.forget,
      onLost: memory.forgetAll,
      report,
    })
  return {
    memory,
    reads: createSharedReads({ memory, picture, ...read }),
    close: async () => changes?.close(),
  }
}
