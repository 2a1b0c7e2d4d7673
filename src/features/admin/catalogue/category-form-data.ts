import { assertAnswered } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'
import { reportRefusal } from '~/lib/refusals'
import type { CategoryValues } from './form-schemas'
import { SaveRefused, SLUG_TAKEN } from './save-refused'
import { NO_UUID } from './tool-form-data'

const COLUMNS = 'id, name, slug, description, updated_at'

export type CategoryToEdit = NonNullable<Awaited<ReturnType<typeof getCategoryToEdit>>>

/** A category as the form opens it, or null when there is none with this id. Throws 'Failed to load category'. */
export async function getCategoryToEdit(db: Db, id: string, signal?: AbortSignal) {
  const one = db.from('categories').select(COLUMNS).eq('id', id)
  const answer = await (signal ? one.abortSignal(signal) : one).maybeSingle()
  if (answer.error?.code === NO_UUID) return null
  assertAnswered(answer, 'Failed to load category', signal)
  return answer.data
}

/** Creates a category. Throws SaveRefused. */
export async function addCategory(db: Db, values: CategoryValues): Promise<void> {
  const { error, status } = await db.from('categories').insert(values)
  if (error) throw refusal(error.code, status)
}

/**
 * Saves a category as long as it is still the one that is `known`. Throws SaveRefused: `changed` when someone else saved
 * it since, `gone` when they deleted it.
 */
export async function updateCategory(db: Db, known: CategoryToEdit, values: CategoryValues): Promise<void> {
  const answer = await db
    .from('categories')
    .update(values)
    .eq('id', known.id)
    .eq('updated_at', known.updated_at)
    .select('id')
  if (answer.error) throw refusal(answer.error.code, answer.status)
  if (answer.data.length > 0) return
  const there = await getCategoryToEdit(db, known.id)
  if (!there) throw new SaveRefused('gone', CATEGORY_FAILED)
  if (there.updated_at !== known.updated_at) throw new SaveRefused('changed', CATEGORY_FAILED)
  // An update without the right to it touches no row and is answered like any other.
  reportRefusal()
  throw new SaveRefused('other', CATEGORY_FAILED)
}

export const CATEGORY_FAILED = 'Failed to save category'

function refusal(code: string, status: number): SaveRefused {
  return code === '23505'
    ? new SaveRefused('taken', SLUG_TAKEN)
    : new SaveRefused('other', CATEGORY_FAILED, status > 0 && status < 500)
}
