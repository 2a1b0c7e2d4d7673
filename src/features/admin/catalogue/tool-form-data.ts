import type { PostgrestError } from '@supabase/postgrest-js'
import { assertAnswered } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'
import { readAll } from '~/lib/read-all'
import type { ToolValues } from './form-schemas'
import { SaveRefused, SLUG_TAKEN, UNREACHABLE } from './save-refused'

const COLUMNS = 'id, name, slug, logo, short_description, website_url, featured, updated_at'

export type ToolToEdit = NonNullable<Awaited<ReturnType<typeof getToolToEdit>>>
export type CategoryOption = { id: string; name: string }

/** A tool as the form opens it, or null when there is none with this id. Throws 'Failed to load tool'. */
export async function getToolToEdit(db: Db, id: string, signal?: AbortSignal) {
  const one = db.from('tools').select(COLUMNS).eq('id', id)
  const answer = await (signal ? one.abortSignal(signal) : one).maybeSingle()
  if (answer.error?.code === NO_UUID) return null
  assertAnswered(answer, 'Failed to load tool', signal)
  return answer.data
}

/** PostgreSQL's code for a text that is none of the column's type: an address somebody typed. */
export const NO_UUID = '22P02'

/** The categories of a tool in their order, the primary one first. Throws 'Failed to load tool categories'. */
export async function listCategoriesOfTool(
  db: Db,
  toolId: string,
  signal?: AbortSignal,
): Promise<CategoryOption[]> {
  const rows = db
    .from('tool_categories')
    .select('category_id, categories(id, name)')
    .eq('tool_id', toolId)
    .order('position')
  const answer = await (signal ? rows.abortSignal(signal) : rows)
  assertAnswered(answer, 'Failed to load tool categories', signal)
  return answer.data.map(({ categories }) => categories)
}

/** Every category there is to choose, by name. Throws 'Failed to load categories'. */
export function listCategoryOptions(db: Db, signal: AbortSignal): Promise<CategoryOption[]> {
  const ask = () => db.from('categories').select('id, name').order('name').order('id').abortSignal(signal)
  return readAll(ask, 'Failed to load categories', signal)
}

type ToolSave = ToolValues & { logo: string | null } & (
    | { tool_id: string; known_updated_at: string }
    | { new_id: string }
  )

/**
 * Saves a tool with its categories, all or nothing: one that is there, as it was known, or a new one under the id given.
 * Throws SaveRefused with the reasons of section 8.
 */
export async function saveTool(db: Db, save: ToolSave): Promise<void> {
  const { error, status } = await db.rpc('save_tool', save)
  if (!error) return
  const because = isOfCategories(error) ? 'categories' : (CODES[error.code] ?? 'other')
  const reason = `${stepOf(error, 'tool_id' in save)}: ${wordsOf(error, status)}`
  throw new SaveRefused(because, reason, status > 0 && status < 500)
}

const CODES: Record<string, SaveRefused['because']> = { PT409: 'changed', PT404: 'gone', '23505': 'taken' }

/** What save_tool says when the tool itself was fine. */
const isOfCategories = ({ details }: PostgrestError): boolean => details === 'tool_categories'

/** The step of the saving that failed, as section 8 names it. */
function stepOf(error: PostgrestError, exists: boolean): string {
  if (isOfCategories(error))
    return exists ? 'Failed to update tool categories' : 'Failed to add tool categories'
  return exists ? 'Database update error' : 'Database insert error'
}

function wordsOf({ code, message }: PostgrestError, status: number): string {
  if (status === 0) return UNREACHABLE
  return code === '23505' ? SLUG_TAKEN : message || 'The server could not answer'
}
