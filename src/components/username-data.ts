import type { Db } from '~/lib/db-client'

/**
 * Whether nobody has this username, whatever its case (section 5): no match counts as free, any other failure of the
 * lookup as taken.
 */
export async function isUsernameFree(db: Db, username: string): Promise<boolean> {
  const { data, error } = await db.from('profiles').select('id').eq('username', username).maybeSingle()
  return error ? error.code === 'PGRST116' : data === null
}
