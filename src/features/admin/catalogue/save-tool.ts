import { loadDb } from '~/lib/load-db'
import { loadFiles } from '~/lib/load-files'
import type { LogoChoice } from '../logos/logo-choice'
import { uploadLogo } from '../logos/logos-data'
import { removeQuietly } from '../logos/remove-quietly'
import type { OpenedTool } from './form-queries'
import type { ToolValues } from './form-schemas'
import { SaveRefused, UNREACHABLE } from './save-refused'
import { saveTool } from './tool-form-data'

/** What a save is busy with; `share` is how much of the file has left, from 0 to 1. */
export type SaveStage = { doing: 'uploading'; share: number } | { doing: 'saving' }

export type ToolSaveRequest = {
  values: ToolValues
  /** The tool as it was opened; null for a new one. */
  known: OpenedTool | null
  /** The id a new tool gets. */
  newId: string
  logo: LogoChoice
}

/**
 * Saves a tool and its logo in the order that never leaves a tool pointing at a file that is not there: the new file is
 * uploaded, the tool saved, the old file removed (section 4). Throws SaveRefused with the reasons of section 8; the file
 * of a refused save is removed again.
 */
export async function saveToolWithLogo(
  { values, known, newId, logo }: ToolSaveRequest,
  onStage: (stage: SaveStage) => void,
): Promise<void> {
  const id = known?.tool.id ?? newId
  const old = known?.tool.logo ?? null
  const uploaded = logo.kind === 'file' ? await upload(id, logo.file, onStage) : null
  const next = logo.kind === 'kept' ? old : uploaded
  onStage({ doing: 'saving' })
  try {
    const db = await loadDb(UNREACHABLE)
    const identity = known ? { tool_id: id, known_updated_at: known.tool.updated_at } : { new_id: id }
    await saveTool(db, { ...values, ...identity, logo: next })
  } catch (error) {
    // Without an answer the tool may have been saved with this file. A file nothing points at is swept by the server.
    if (uploaded && error instanceof SaveRefused && error.answered) void removeQuietly(uploaded)
    throw error
  }
  if (old && old !== next) void removeQuietly(old)
}

async function upload(id: string, file: File, onStage: (stage: SaveStage) => void): Promise<string> {
  onStage({ doing: 'uploading', share: 0 })
  try {
    const files = await loadFiles((share) => onStage({ doing: 'uploading', share }))
    return await uploadLogo(files, id, file)
  } catch (error) {
    const answered = error instanceof Error && 'status' in error && typeof error.status === 'number'
    throw new SaveRefused(
      'other',
      `Failed to upload logo: ${answered && error.message ? error.message : UNREACHABLE}`,
    )
  }
}
