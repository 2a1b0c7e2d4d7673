import * as z from 'zod/mini'
import type { ImportSettings } from '#shared/import-export-rules.ts'

/** The columns that were chosen by hand, kept in this browser for the next file. */

const KEY = 'plaudit-import-columns'
const MOST = 100
const columnsSchema = z.record(z.string(), z.union([z.string(), z.null()]))

export function keptColumns(): ImportSettings['columns'] {
  try {
    return columnsSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

export function keepColumns(columns: ImportSettings['columns'] = {}): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(columns).slice(-MOST))))
  } catch {
    // Without storage they are chosen again.
  }
}
