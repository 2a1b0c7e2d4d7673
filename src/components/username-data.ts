import type { Db } from '~/lib/db-client'

/** Whether a username is free, in any case (section 5): no match counts as free, a failed lookup as taken. */
export async function isUsernameFree(db: Db, username: string): Promise<boolean> {
  const { data, error } = await db.from('profiles').select('id').eq('username', username).maybeSingle()
  return error ? error.code === 'PGRST116' : data === null
}
