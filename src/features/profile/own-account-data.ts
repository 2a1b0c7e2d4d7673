import { mutationOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered, DataError } from '~/lib/errors'

/** SQLSTATE of a refusal whose text is for the person. */
const REFUSED_IN_WORDS = 'P0001'

/** Everything stored about the person, as a JSON file. */
async function exportOwnData(db: Db): Promise<string> {
  const answer = await db.rpc('export_my_data')
  assertAnswered(answer, 'exportOwnData')
  return JSON.stringify(answer.data, null, 2)
}

/**
 * Deletes the person's account; `username` is the typed confirmation. The database's refusals have their own text: 'The
 * username does not match', or why the only administrator cannot leave.
 */
async function deleteOwnAccount(db: Db, username: string): Promise<void> {
  const { error, status } = await db.rpc('delete_my_account', { confirm_username: username })
  if (!error) return
  const words = error.code === REFUSED_IN_WORDS ? error.message : undefined
  throw new DataError('deleteAccount', { status, words })
}

export const exportMutation = mutationOptions({
  mutationFn: () => exportOwnData(getDb()),
  meta: { failure: 'exportOwnData' },
})

export const deleteAccountMutation = mutationOptions({
  mutationFn: (username: string) => deleteOwnAccount(getDb(), username),
  meta: { inForm: true },
})
