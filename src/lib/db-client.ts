import { PostgrestClient } from '@supabase/postgrest-js'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { Database } from '~/database.types'
import { getApiUrl, getEnvironment, getServerGround } from './environment'
import { getAccessToken, replaceRefusedToken } from './session-start'

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
    browserDb ??= connect(fetchAsPerson)
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

function fetchInProcess(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return getServerGround().fetch(new Request(input, init))
}

/** A request without an answer for this long has failed: nobody waits before a skeleton for ever. */
const PATIENCE_MS = 20_000

async function fetchAsPerson(input: RequestInfo | URL, unlimited?: RequestInit): Promise<Response> {
  const init = withPatience(unlimited)
  const token = await getAccessToken()
  if (!token) return fetch(input, init)
  const response = await fetch(input, withToken(init, token))
  if (response.status !== 401) return response
  const next = await replaceRefusedToken(token)
  if (next === token) return response
  if (next) return fetch(input, withToken(init, next))
  // The session is over. What everyone may read is still readable; a write stays refused.
  return init?.method === 'GET' || init?.method === 'HEAD' ? fetch(input, init) : response
}

function withPatience(init: RequestInit = {}): RequestInit {
  const limit = AbortSignal.timeout(PATIENCE_MS)
  return { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit }
}

function withToken(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set('Authorization', `Bearer ${token}`)
  return { ...init, headers }
}
