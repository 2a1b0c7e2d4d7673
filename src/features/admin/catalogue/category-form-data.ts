import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { adminErrors } from '#messages/admin.js'
import type { CategoryValues } from '#shared/catalogue-schemas.ts'
import { NO_UUID, READ_ONCE } from '~/components/form/form-query'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered, DataError, type ErrorCode } from '~/lib/errors'

const COLUMNS = 'id, name, slug, description, updated_at'

export type CategoryToEdit = NonNullable<Awaited<ReturnType<typeof getCategoryToEdit>>>

/** A category for the form, or null if there is none with this id. */
export async function getCategoryToEdit(db: Db, id: string, signal?: AbortSignal) {
  const one = db.from('categories').select(COLUMNS).eq('id', id)
  const answer = await (signal ? one.abortSignal(signal) : one).maybeSingle()
  if (answer.error?.code === NO_UUID) return null
  assertAnswered(answer, 'loadCategory', signal)
  return answer.data
}

/** Creates a category. */
async function addCategory(db: Db, values: CategoryValues): Promise<void> {
  const { error, status } = await db.from('categories').insert(values)
  if (error) throw refusal(status, error.code)
}

/** Saves a category if it is unchanged since `known`; otherwise reports whether it was changed or deleted. */
async function updateCategory(db: Db, known: CategoryToEdit, values: CategoryValues): Promise<void> {
  const answer = await db
    .from('categories')
    .update(values)
    .eq('id', known.id)
    .eq('updated_at', known.updated_at)
    .select('id')
  if (answer.error) throw refusal(answer.status, answer.error.code)
  if (answer.data.length > 0) return
  const there = await getCategoryToEdit(db, known.id).catch(() => {
    throw new DataError('saveCategory')
  })
  if (!there) throw refusal(404, 'PT404')
  // An update without the right affects no row and reports no error.
  throw there.updated_at !== known.updated_at ? refusal(409, 'PT409') : refusal(403)
}

/** What is refused to the form, by the code the database gives or would give. */
const REFUSALS: Partial<Record<string, ErrorCode>> = { PT404: 'gone', PT409: 'changed', '23505': 'taken' }

const refusal = (status: number, code = '') =>
  new DataError(REFUSALS[code] ?? 'saveCategory', { status, words: adminErrors.saveCategory })

export const categoryFormQuery = (id: string) =>
  queryOptions({
    ...READ_ONCE,
    queryKey: ['admin', 'category-form', id],
    queryFn: ({ signal }) => getCategoryToEdit(getDb(), id, signal),
  })

export type CategorySave = { known: CategoryToEdit | null; values: CategoryValues }

export const saveCategoryMutation = mutationOptions({
  mutationFn: ({ known, values }: CategorySave) =>
    known ? updateCategory(getDb(), known, values) : addCategory(getDb(), values),
  meta: {
    // The form shows both versions.
    inForm: (error) => error instanceof DataError && error.code === 'changed',
  },
})
