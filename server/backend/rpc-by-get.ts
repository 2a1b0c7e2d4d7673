import type postgres from 'postgres'

/** Names of the arguments of every function that may be called by GET: those that only read. */
export type ReadOnlyFunctions = ReadonlyMap<string, ReadonlySet<string>>

export async function listReadOnlyFunctions(sql: postgres.Sql): Promise<ReadOnlyFunctions> {
  const rows = await sql<{ name: string; arguments: string[] | null }[]>`
    select proname as name, proargnames[1:pronargs] as arguments
    from pg_proc where pronamespace = 'public'::regnamespace and provolatile in ('s', 'i')`
  return new Map(rows.map((row) => [row.name, new Set(row.arguments ?? [])]))
}

/**
 * lite takes the arguments of a function called by GET for filters: it strips quotation marks, and reads `eq.a` or
 * `null` as words of its own. As a POST the same values arrive as they are; so such a call is turned into one. Filters,
 * order and limits on the result stay in the address.
 */
export function rpcAsPost(request: Request, functions: ReadOnlyFunctions): Request {
  const url = new URL(request.url)
  const name = /^\/rest\/v1\/rpc\/([^/]+)$/.exec(url.pathname)?.[1]
  const names = request.method === 'GET' && name ? functions.get(name) : undefined
  if (!names) return request
  const values: Record<string, string> = {}
  for (const [key, value] of [...url.searchParams])
    if (names.has(key)) {
      values[key] = value
      url.searchParams.delete(key)
    }
  const headers = new Headers([...request.headers])
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(values), signal: request.signal })
}
