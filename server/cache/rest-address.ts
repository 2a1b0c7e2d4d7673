/** What a read of /rest/v1 asks for, as far as memory must know it. */
export interface RestRead {
  /** The same for addresses and headers that mean the same. */
  key: string
  /** The request as it is made for everyone: nothing of the one who asks is in it. */
  path: string
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  target: { table: string } | { function: string }
  parameters: URLSearchParams
}

/** The forms of an answer the product's clients ask for. Others are answered, and not kept. */
const ACCEPTED = new Map([
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json'],
])
const PREFERRED = new Set(['', 'count=exact'])
const RANGE = /^\d{1,9}-\d{0,9}$/

/** The part of a request that decides, whoever's it is. */
export interface RestRequest {
  method: string
  url: string
  header(name: string): string | null | undefined
}

/**
 * Reads a request to /rest/v1 that may be answered from memory: a read with nothing but the public key. Undefined for
 * all others: a person's, a write, one that asks for an unusual form.
 */
export function readRestRequest(request: RestRequest, publishableKey: string): RestRead | undefined {
  const { method, url } = request
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const header = (name: string) => request.header(name)?.trim() ?? ''
  if (header('cookie')) return undefined
  const authorization = header('authorization')
  if (authorization && authorization.replace(/^bearer\s+/i, '') !== publishableKey) return undefined

  const { pathname, searchParams } = new URL(url, 'http://-')
  const [, table, rpc] = /^\/rest\/v1\/(?:([A-Za-z0-9_]+)|rpc\/([A-Za-z0-9_]+))$/.exec(pathname) ?? []
  const target = table ? { table } : rpc ? { function: rpc } : undefined
  if (!target) return undefined

  const given = searchParams.get('apikey')
  if ((header('apikey') || given) !== publishableKey || (given && given !== publishableKey)) return undefined
  searchParams.delete('apikey')

  const accept = ACCEPTED.get(header('accept').toLowerCase())
  const prefer = header('prefer').toLowerCase()
  const range = header('range')
  const schema = header('accept-profile')
  if (!accept || !PREFERRED.has(prefer) || (range && !RANGE.test(range))) return undefined
  if (schema && schema !== 'public') return undefined
  const unit = header('range-unit').toLowerCase()
  if (unit && unit !== 'items') return undefined

  // Every parameter PostgREST is given means something to it or is refused, so none is dropped; their order does not.
  searchParams.sort()
  const query = searchParams.toString()
  const path = query ? `${pathname}?${query}` : pathname
  const headers = {
    accept,
    apikey: publishableKey,
    authorization: `Bearer ${publishableKey}`,
    ...(prefer && { prefer }),
    ...(range && { range }),
  }
  const key = `${method} ${path} ${accept} ${prefer} ${range}`
  return { key, path, method, headers, target, parameters: searchParams }
}
