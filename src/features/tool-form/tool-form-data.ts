import type { PostgrestError } from '@supabase/postgrest-js'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { toolRefusals, toolSave } from '#messages/admin.js'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import type { FieldValue } from '#shared/tool-fields.ts'
import { NO_UUID, READ_ONCE } from '~/components/form/form-query'
import type { SaveStage } from '~/components/form/use-save-form'
import type { LogoChoice } from '~/components/logos/logo-choice'
import { loadFiles, removeQuietly, uploadLogo } from '~/components/logos/logos-data'
import { categoryOptionsQuery } from '~/lib/category-options-data'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered, DataError, dataOf, type ErrorCode, type FailureText, inLanguage } from '~/lib/errors'
import { textOf } from '~/lib/texts'

type ToolToEdit = NonNullable<Awaited<ReturnType<typeof getToolToEdit>>>
export type CategoryOption = { id: string; name: string }

/** A tool for the form, or null if there is none with this id. */
async function getToolToEdit(db: Db, id: string, signal?: AbortSignal) {
  const one = db.from('tools').select().eq('id', id)
  const answer = await (signal ? one.abortSignal(signal) : one).maybeSingle()
  if (answer.error?.code === NO_UUID) return null
  assertAnswered(answer, 'loadTool', signal)
  return answer.data
}

/** The categories of a tool in their order, the primary one first. */
async function listCategoriesOfTool(
  db: Db,
  { id, category_id }: ToolToEdit,
  signal?: AbortSignal,
): Promise<CategoryOption[]> {
  const ask = db.from('tool_categories').select('category_id, categories(id, name)').eq('tool_id', id)
  const rows = await dataOf(ask.order('position'), 'loadToolCategories', signal)
  const categories = rows.map((row) => row.categories)
  const isPrimary = (category: CategoryOption) => category.id === category_id
  return [...categories.filter(isPrimary), ...categories.filter((category) => !isPrimary(category))]
}

type ToolSave = Omit<ToolValues, 'facts'> & { facts: Record<string, FieldValue>; logo: string | null } & (
    | { tool_id: string; known_updated_at: string }
    | { new_id: string }
  )

/**
 * Saves a tool with its categories in one transaction: an existing one if unchanged since it was read, or a new one
 * with the given id.
 */
async function saveTool(db: Db, save: ToolSave): Promise<void> {
  const { error, status } = await db.rpc('save_tool', save)
  if (!error) return
  const ofCategories = error.details === 'tool_categories'
  throw new DataError(ofCategories ? 'categoriesRefused' : (REFUSALS[error.code] ?? 'saveTool'), {
    status,
    words: (site) =>
      toolSave.failed({
        ...site,
        reason: toolSave.step({
          ...site,
          ofCategories,
          exists: 'tool_id' in save,
          reason: textOf(wordsOf(error, status), site),
        }),
      }),
  })
}

const REFUSALS: Record<string, ErrorCode> = { PT409: 'changed', PT404: 'gone', '23505': 'taken' }

const REASONS: Partial<Record<string, FailureText>> = toolRefusals

function wordsOf({ code, message }: PostgrestError, status: number): FailureText {
  if (status === 0) return toolSave.unreachable
  return code === '23505' ? toolSave.slugTaken : (inLanguage(message, REASONS[code]) ?? toolSave.unanswered)
}

/** A tool as its form opens it. */
export type OpenedTool = { tool: ToolToEdit; categories: CategoryOption[] }

/**
 * A tool with its categories, null if it does not exist. The categories are read after the tool, so that a change
 * between the two reads makes the tool newer than the form knows, which saving detects.
 */
export async function openTool(id: string, signal?: AbortSignal): Promise<OpenedTool | null> {
  const db = getDb()
  const tool = await getToolToEdit(db, id, signal)
  return tool && { tool, categories: await listCategoriesOfTool(db, tool, signal) }
}

export const toolFormQueries = {
  tool: (id: string) =>
    queryOptions({
      ...READ_ONCE,
      queryKey: ['admin', 'tool-form', id],
      queryFn: ({ signal }) => openTool(id, signal),
    }),
}

export type ToolSaveRequest = {
  values: ToolValues
  /** Those of the site, as stored. */
  facts: Record<string, FieldValue>
  /** The tool as it was opened; null for a new one. */
  known: OpenedTool | null
  /** The id of a new tool. */
  newId: string
  logo: LogoChoice
}

/**
 * Saves a tool and its logo so that no tool ever refers to a missing file: the new file is uploaded, the tool saved,
 * the old file deleted (section 4). After a refused save the new file is deleted.
 */
async function saveToolWithLogo(
  { values, facts, known, newId, logo }: ToolSaveRequest,
  onStage: (stage: SaveStage) => void,
): Promise<void> {
  const id = known?.tool.id ?? newId
  const old = known?.tool.logo ?? null
  const uploaded = logo.kind === 'file' ? await upload(id, logo.file, onStage) : null
  const next = logo.kind === 'kept' ? old : uploaded
  onStage({ doing: 'saving' })
  try {
    const identity = known ? { tool_id: id, known_updated_at: known.tool.updated_at } : { new_id: id }
    await saveTool(getDb(), {
      ...values,
      facts,
      ...identity,
      logo: next,
    })
  } catch (error) {
    // Without a response the tool may have been saved with this file. The server sweeps unused files.
    if (uploaded && error instanceof DataError && error.status > 0 && error.status < 500)
      void removeQuietly(uploaded)
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
    const { status, message } =
      error instanceof DataError ? error : { status: 0, message: toolSave.unreachable }
    throw new DataError('saveTool', {
      status,
      words: (site) => toolSave.failed({ ...site, reason: toolSave.upload({ reason: message }) }),
    })
  }
}

type ToolSaveCall = { request: ToolSaveRequest; onStage: (stage: SaveStage) => void }

export const saveToolMutation = mutationOptions({
  mutationFn: ({ request, onStage }: ToolSaveCall) => saveToolWithLogo(request, onStage),
  meta: {
    failure: 'saveToolUnknown',
    // The form shows both versions.
    inForm: (error) => error instanceof DataError && error.code === 'changed',
  },
  onError: (error, _call, _result, { client }) => {
    // Refetched, so that the form shows which category is gone.
    if (error instanceof DataError && error.code === 'categoriesRefused')
      void client.invalidateQueries(categoryOptionsQuery)
  },
})
