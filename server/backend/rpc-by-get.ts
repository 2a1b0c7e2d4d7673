import type postgres from 'postgres'

/** The arguments, with their types, of every function that may be called by GET: those that only read. */
export type ReadOnlyFunctions = ReadonlyMap<string, ReadonlyMap<string, string>>

export async function listReadOnlyFunctions(sql: postgres.Sql): Promise<ReadOnlyFunctions> {
  const rows = await sql<{ name: string; arguments: [name: string, type: string][] }[]>`
    select proname as name, coalesce((
      select jsonb_agg(jsonb_build_array(proargnames[place], kind::regtype::text) order by place)
      from unnest(proargtypes::oid[]) with ordinality argument (kind, place)
    ), '[]') as arguments
    from pg_proc where pronamespace = 'public'::regnamespace and provolatile in ('s', 'i')`
  return new Map(rows.map((row) => [row.name, new Map(row.arguments)]))
}

const functionOf = (request: Request) => /^\/rest\/v1\/rpc\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1]

/** Whether it only reads: also a function that does, called by POST. */
export const isRead = (request: Request, functions: ReadOnlyFunctions): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || functions.has(functionOf(request) ?? '')

/**
 * lite takes the arguments of a function called by GET for filters: it strips quotation marks, and reads `eq.a` or
 * `null` as words of its own. As a POST the same values arrive as they are; so such a call is turned into one. Filters,
 * order and limits on the result stay in the address.
 */
export function rpcAsPost(request: Request, functions: ReadOnlyFunctions): Request {
  const url = new URL(request.url)
  const name = functionOf(request)
  const types = request.method === 'GET' && name ? functions.get(name) : undefined
  if (!types) return request
  const values: Record<string, string | boolean> = {}
  for (const [key, value] of [...url.searchParams]) {
    const type = types.get(key)
    if (type === undefined) continue
    // lite's driver takes every text for false.
    values[key] = type === 'boolean' && /^(t|true)$/i.test(value) ? true : value
    url.searchParams.delete(key)
  }
  const headers = new Headers([...request.headers])
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(values), signal: request.signal })
}
