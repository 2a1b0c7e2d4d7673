import { assertAnswered, DataError } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'

/** SQLSTATE of a refusal the database words for the person. */
const REFUSED_IN_WORDS = 'P0001'

/** Everything held about the person, as the text of a JSON file. Throws 'Failed to download your data. Please try again.' */
export async function exportOwnData(db: Db): Promise<string> {
  const answer = await db.rpc('export_my_data')
  assertAnswered(answer, 'Failed to download your data. Please try again.')
  return JSON.stringify(answer.data, null, 2)
}

/**
 * Deletes the person's account; `username` is what they typed to confirm. Throws the database's own words where it
 * refuses ('The username does not match', the only administrator), else 'Failed to delete your account. Please try again.'
 */
export async function deleteOwnAccount(db: Db, username: string): Promise<void> {
  const answer = await db.rpc('delete_my_account', { confirm_username: username })
  if (answer.error?.code === REFUSED_IN_WORDS) {
    throw new DataError(answer.error.message, { status: answer.status, code: REFUSED_IN_WORDS })
  }
  assertAnswered(answer, 'Failed to delete your account. Please try again.')
}
