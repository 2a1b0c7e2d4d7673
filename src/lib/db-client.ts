import { PostgrestClient } from '@supabase/postgrest-js'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { Database } from '~/database.types'
import { getApiUrl, getEnvironment, getServerContext } from './environment'
import { createFetchAsPerson } from './fetch-as-person'

/** The typed client of the database, first argument of data functions: `getTool(db, slug, signal)`. */
export type Db = PostgrestClient<Database>

/**
 * The database with the person's rights. On the server that is a visitor, and the backend answers in process; in the
 * browser every request has the API key and, if signed in, the person's access token (section 7). No retries here: the
 * query client decides.
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

/** Drops the signal: reads on the server are never cancelled, and observing one costs more than the rest. */
function fetchInProcess(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return getServerContext().fetch(new Request(input, { ...init, signal: null }))
}
