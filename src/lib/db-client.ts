import { PostgrestClient } from '@supabase/postgrest-js'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { Database } from '~/database.types'
import { getApiUrl, getEnvironment, getServerContext } from './environment'
import { createFetchAsPerson } from './fetch-as-person'

/** The typed client of the database, as data functions take it first: `getTool(db, slug, signal)`. */
export type Db = PostgrestClient<Database>

/**
 * The database as the person on this page may see it. On the server that is a visitor, and the backend answers in
 * process; in the browser every request carries the key and the person's access token, or the key alone
 * (section 7). Failed reads are not repeated here: the query client decides that.
 */
export const getDb: () => Db = createIsomorphicFn()
  .server(() => {
    serverDb ??= connect(fetchInProcess)
    return serverDb
  })
  .client(() => {
    browserDb ??= connect(createFetchAsPerson())
    return browserDb
  })

let serverDb: Db | undefined
let browserDb: Db | undefined

function connect(fetch: typeof globalThis.fetch): Db {
  const { publishableKey } = getEnvironment()
  return new PostgrestClient<Database>(`${getApiUrl()}/rest/v1`, {
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    fetch,
    retry: false,
  })
}

/** Without the signal: nobody cancels what is read for a page here, and to follow one costs more than the rest. */
function fetchInProcess(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return getServerContext().fetch(new Request(input, { ...init, signal: null }))
}
