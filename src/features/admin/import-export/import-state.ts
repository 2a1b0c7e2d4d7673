import type {
  Change,
  HealedRow,
  ImportColumn,
  ImportCounts,
  ImportEvent,
  NearCategory,
  Rejection,
} from '#shared/import-export-rules.ts'

/** The events of an import, or of its preview, so far. */
export interface Outcome {
  counts: ImportCounts
  rejections: Rejection[]
  changes: Change[]
  /** Of a table: how its columns are read, and the program it was exported from. */
  columns: ImportColumn[]
  origin: string | null
  /** The first rows with mended values, and the number of all. */
  healed: HealedRow[]
  healedCount: number
  near: NearCategory[]
  /** The import can be undone by it. */
  importId?: string
}

export type Mode = 'preview' | 'import'

/** The step of the import dialogue. */
export type ImportState =
  | { step: 'choose'; mistake: string | null }
  /** `sent` and `done` from 0 to 1: first the file is uploaded, then the server processes it. */
  | { step: 'running'; mode: Mode; file: File; digest?: string; sent: number; done: number; outcome: Outcome }
  | { step: 'previewed' | 'imported'; file: File; digest: string; outcome: Outcome }
  | { step: 'failed'; mode: Mode; file: File; digest?: string; message: string; outcome: Outcome }

export type ImportAction =
  | { type: 'mistake'; message: string }
  | { type: 'start'; mode: Mode; file: File; digest?: string }
  | { type: 'sent'; share: number }
  | { type: 'event'; event: ImportEvent }
  | { type: 'failed'; message: string }
  | { type: 'reset' }

export const START: ImportState = { step: 'choose', mistake: null }

const NOTHING: Outcome = {
  counts: {
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    categoryRows: 0,
    newCategories: 0,
    changedCategories: 0,
  },
  rejections: [],
  changes: [],
  columns: [],
  origin: null,
  healed: [],
  healedCount: 0,
  near: [],
}

export function reduceImport(state: ImportState, action: ImportAction): ImportState {
  if (action.type === 'mistake') return { step: 'choose', mistake: action.message }
  if (action.type === 'reset') return START
  if (action.type === 'start') {
    const { type: _, ...started } = action
    return { step: 'running', ...started, sent: 0, done: 0, outcome: NOTHING }
  }
  if (state.step !== 'running') return state
  const { mode, file, digest, outcome } = state
  if (action.type === 'sent') return { ...state, sent: action.share }
  if (action.type === 'failed')
    return { step: 'failed', mode, file, digest, message: action.message, outcome }
  return reduceEvent(state, action.event)
}

function reduceEvent(state: Extract<ImportState, { step: 'running' }>, event: ImportEvent): ImportState {
  const { mode, file, digest, outcome } = state
  const add = (found: Partial<Outcome>) => ({ ...state, outcome: { ...outcome, ...found } })
  switch (event.type) {
    case 'progress':
      return { ...add({ counts: event.counts }), sent: 1, done: event.done }
    case 'rejected':
      return add({ rejections: [...outcome.rejections, ...event.rejections] })
    case 'change':
      return add({ changes: [...outcome.changes, event.change] })
    case 'columns':
      return add({ columns: event.columns, origin: event.origin })
    case 'healed':
      return add({ healed: [...outcome.healed, ...event.rows], healedCount: event.count })
    case 'near':
      return add({ near: event.near })
    case 'imported':
      return add({ importId: event.id })
    case 'done': {
      const ended = { ...outcome, counts: event.counts }
      return {
        step: mode === 'preview' ? 'previewed' : 'imported',
        file,
        digest: event.digest,
        outcome: ended,
      }
    }
    case 'failed': {
      const ended = { ...outcome, counts: event.counts }
      return { step: 'failed', mode, file, digest, message: event.message, outcome: ended }
    }
  }
}

/** Overall progress in whole per cent: uploading is quick, processing takes the time. */
export function percentOf({ sent, done }: { sent: number; done: number }): number {
  return Math.floor(100 * (sent * 0.1 + done * 0.9))
}

/** Whether an import would change anything. */
export const changesAnything = (counts: ImportCounts): boolean =>
  counts.created + counts.updated + counts.newCategories + counts.changedCategories > 0
