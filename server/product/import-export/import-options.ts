import type { ISql } from 'postgres'
import type {
  Change,
  HealedRow,
  ImportCounts,
  ImportSettings,
  NearCategory,
  Rejection,
} from '#shared/import-export-rules.ts'
import type { ImportSource } from './import-log.ts'

export interface ImportOptions {
  /** Compares only: the report says what would happen. */
  dryRun?: boolean
  /** Rows per statement, 500 by default. */
  batchSize?: number
  /** How values are mended, and what becomes of entries that exist: by default they are overwritten. */
  settings?: ImportSettings
  /** Recorded in the audit log, if the import changes anything. */
  record?: ImportSource
  /** Runs in the transaction before every batch: sets the user, and throws if they may not write. */
  authorise?: (connection: ISql) => Promise<void>
  /** Waits this long for another import to end, then throws `Refused`; without it, indefinitely. */
  timeoutMs?: number
  /** Stops the import before its next batch: nothing of it stays. */
  signal?: AbortSignal
  /** Called for every rejected row, with its values; the report itself keeps only the first ones. */
  onRejected?: (rejection: Rejection) => void
  /** Called for every tool and category that was, or in a dry run would be, created or changed. */
  onChange?: (change: Change) => void
  /** Called for every row with values that were mended. */
  onHealed?: (row: HealedRow) => void
  /** Called at the end of a dry run for new categories that are nearly named like others. */
  onNear?: (near: NearCategory[]) => void
  /** Called when an import that is recorded has changed something, before it is committed. */
  onRecorded?: (id: string) => void
  /** Called after every batch with the counts so far. */
  onProgress?: (report: Readonly<ImportReport>) => void
}

/** `rejections` are the first {@link KEPT_REJECTIONS} rejected rows, in order. */
export type ImportReport = ImportCounts & { rejections: Rejection[] }

/** Rejected rows in a report, so that memory does not grow with them. */
export const KEPT_REJECTIONS = 50

export const NO_COUNTS: ImportCounts = {
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  categoryRows: 0,
  newCategories: 0,
  changedCategories: 0,
}
