import { tooMuchAsked } from './bounded-reads.ts'
import { asDatabaseError, isDatabaseAway } from './database-errors.ts'
import type { Lite } from './lite.ts'
import { type RequestContext, requestContext, type Statement } from './request-context.ts'
import { readArguments, readJson, readRows } from './rest-body.ts'
import { errorResponse, RestError } from './rest-error.ts'
import type { Filter } from './rest-filters.ts'
import { type RestQuery, readFilters, readRestQuery } from './rest-query.ts'
import { type ApiFunctions, isRead, splitArguments } from './rpc-by-get.ts'

/**
 * What stands between a client and lite's /rest/v1: addresses and bodies are read here and reach lite in the one form it
 * does not misunderstand, and its answers leave as PostgREST gives them. 503 while the database is away: lite takes a
 * table it cannot look up for one that does not exist.
 */

interface Dependencies {
  lite: Lite
  functions: ApiFunctions
  /** Does the database answer now? */
  isDatabaseUp(): Promise<boolean>
  onError(error: unknown): void
  /** Told of each request that asks for too much. */
  onTooMuch(): void
}

/** Times a request that lost a deadlock is tried again: the database took everything it did back. */
const DEADLOCK_RETRIES = 3

/** What changes thousands of rows in one go: all recommendations of a member, all tools of a category. */
const PATIENT = /^(POST \/rest\/v1\/rpc\/(suspend_member|lift_suspension)|DELETE \/rest\/v1\/categories)$/

const READS = new Set(['GET', 'HEAD'])

/** Longer ones are left out: Node's clients and nginx refuse an answer with more than 16 kB of headers, some with 4. */
const MAX_CONTENT_LOCATION = 1_000

/** SQLSTATEs that are the server's own, as in the table of PostgREST's reference ("HTTP Status Codes"). */
const OURS = /^(?:0[89]|25|2D|3[89B]|40|5[35-8]|P0(?!001)|42P17)/

/**
 * The status of an error of the database; undefined where it is no doing of the caller's. What is too much for one
 * statement (54), which PostgREST answers with 500, is the caller's here.
 */
function statusOf(code: string): number | undefined {
  if (code === '23503' || code === '23505') return 409
  if (code === '42501' || /^(?:0L|0P|28)/.test(code)) return 403
  if (code === '42P01' || code === '42883') return 404
  if (code === '25006') return 405
  if (code === '57014') return 500
  // A status our own functions name.
  if (/^PT4\d\d$/.test(code)) return Number(code.slice(2))
  return /^[0-9P][0-9A-Z]{4}$/.test(code) && !OURS.test(code) ? 400 : undefined
}

/** PostgREST refuses a bearer that is neither a key nor a signed token; lite takes whoever sends one for a visitor. */
function hasNoToken(request: Request): boolean {
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!bearer || bearer.startsWith('sb_')) return false
  const header = /^([\w-]+)\.[\w-]+\.[\w-]+$/.exec(bearer)?.[1]
  return header === undefined || !/"alg"\s*:\s*"HS256"/.test(Buffer.from(header, 'base64url').toString())
}

export function createRestSeam({ lite, functions, isDatabaseUp, onError, onTooMuch }: Dependencies) {
  /** The request as lite is asked, and the filters that are kept back from it. */
  async function prepare(request: Request): Promise<{ asked: Request; filters: Filter[] }> {
    const url = new URL(request.url)
    if (/%00/.test(request.url)) throw new RestError(400, '22P05', 'Text must not contain the NUL character')
    const query = readRestQuery(url)
    const { call, columns } = query
    const known = call === undefined ? undefined : functions.get(call)
    url.search = query.parameters.toString()
    const asking = (method: string, others: RestQuery['others'], body?: unknown) => {
      const headers = new Headers([...request.headers])
      headers.delete('content-length')
      if (body !== undefined) headers.set('content-type', 'application/json')
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
      const asked = new Request(url, { ...init, signal: request.signal })
      return { asked, filters: readFilters(others) }
    }
    if (READS.has(request.method)) {
      if (!known) return asking(request.method, call === undefined ? query.others : [])
      const { values, filters } = splitArguments(query.others, known)
      return asking('POST', filters, values)
    }
    if (request.method === 'DELETE' || request.method === 'OPTIONS')
      return asking(request.method, query.others)
    const body = await readJson(request)
    if (call !== undefined) return asking(request.method, query.others, readArguments(body, known?.arguments))
    const hasDefaults = /\bmissing=default\b/.test(request.headers.get('prefer') ?? '')
    if (body === undefined) throw new RestError(400, 'PGRST102', 'Empty or invalid json')
    return asking(request.method, query.others, readRows(body, columns, hasDefaults))
  }

  /** lite's answer, with the error it reported on the way. */
  async function ask(
    request: Request,
    known: Pick<RequestContext, 'isRead' | 'statements' | 'filters'>,
  ): Promise<{ response: Response; error: unknown }> {
    for (let attempt = 0; ; attempt++) {
      const context: RequestContext = {
        ...known,
        patient: PATIENT.test(`${request.method} ${new URL(request.url).pathname}`),
      }
      const response = await requestContext.run(context, () => lite.fetch(copy(request)))
      if (
        response.status < 500 ||
        attempt === DEADLOCK_RETRIES ||
        asDatabaseError(context.error)?.code !== '40P01'
      )
        return { response, error: context.error }
    }
  }

  return {
    /** Answers one request whose path starts with /rest/v1; `statements` takes what a page's read ran. */
    async fetch(request: Request, statements?: Statement[]): Promise<Response> {
      if (hasNoToken(request))
        return errorResponse(401, 'PGRST301', 'The bearer token is no JWT signed with HS256')
      const tooMuch = await tooMuchAsked(request, functions)
      if (tooMuch) {
        onTooMuch()
        return errorResponse(400, 'PGRST100', tooMuch)
      }
      const prepared = await prepare(request).catch((error: unknown) => {
        if (error instanceof RestError) return error
        throw error
      })
      if (prepared instanceof RestError) return refusal(prepared)
      const { response, error } = await ask(prepared.asked, {
        isRead: isRead(request, functions),
        filters: prepared.filters,
        ...(statements && { statements }),
      })
      if (response.ok) return finish(request, response)
      if (error instanceof RestError) return refusal(error)
      if (response.status < 500 && response.status !== 404) return response
      if (response.status === 404 && !(await response.clone().text()).includes('PGRST205')) return response
      if (isDatabaseAway(error) || !(await isDatabaseUp()))
        return errorResponse(
          503,
          'PGRST001',
          'The database is not available for a moment. Please try again.',
          { 'retry-after': '2' },
        )
      if (response.status === 404) return response
      return repair(error) ?? fail(error)
    },
  }

  function fail(error: unknown): Response {
    onError(error)
    return errorResponse(500, 'XX000', 'Something went wrong')
  }
}

const refusal = ({ status, code, message }: RestError) => errorResponse(status, code, message)

/** What lite answers with 500 and PostgREST with a status of the caller's; undefined for what really is a failure. */
function repair(error: unknown): Response | undefined {
  const cause = asDatabaseError(error)
  const status = cause && statusOf(cause.code)
  if (!cause || !status) return undefined
  return Response.json(
    { code: cause.code, message: cause.message, details: cause.detail ?? null, hint: cause.hint ?? null },
    { status },
  )
}

const SINGLE_OBJECT = 'application/vnd.pgrst.object+json'

/** A good answer as PostgREST gives it. */
async function finish(request: Request, response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  const { method } = request
  if (headers.has('content-location')) {
    // lite was asked without the filters, so it does not know where this is.
    const { pathname, searchParams } = new URL(request.url)
    searchParams.sort()
    const location = `${pathname.replace('/rest/v1', '')}?${searchParams}`
    headers.delete('content-location')
    if (searchParams.size > 0 && location.length <= MAX_CONTENT_LOCATION)
      headers.set('content-location', location)
  }
  if (method === 'HEAD') return new Response(null, { status: response.status, headers })
  const isWrite = method !== 'GET'
  // A write that selects what it wrote with an embedded table answers a list of one where one object was asked for.
  if (isWrite && request.headers.get('accept')?.includes(SINGLE_OBJECT)) {
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (Array.isArray(body) && body.length === 1) {
      headers.delete('content-length')
      headers.set('content-type', `${SINGLE_OBJECT}; charset=utf-8`)
      return new Response(JSON.stringify(body[0]), { status: response.status, headers })
    }
  }
  return new Response(response.body, { status: response.status, headers })
}

/** A request with a body can be sent once; one that may be tried again is sent as a copy. */
const copy = (request: Request): Request => (request.body ? request.clone() : request)
