import { setTimeout as sleep } from 'node:timers/promises'
import { asDatabaseError, isDatabaseAway } from '../../host/database/errors.ts'
import { TimeBudgetError } from '../../host/database/read-scheduler.ts'
import { BodyBrokenOff, BodyTooLarge, withBody } from '../../lib/read-body.ts'
import { answerPreflight } from '../preflight.ts'
import { LimitError } from './bounds.ts'
import { type ApiKeys, type Caller, readCaller } from './caller.ts'
import type { Connections, Result } from './connections.ts'
import { makePlan, type Plan } from './plan.ts'
import { contentType, type Preferences, readPreferences } from './preferences.ts'
import { RestError } from './rest-error.ts'
import type { ApiSchema } from './schema.ts'
import { compile } from './sql.ts'

interface Origin {
  /** For reads of our own pages, whose statements recur and are prepared. */
  isPage?: boolean
  /** A keyed hash of the client's network: the database counts writes by it. */
  network?: string | undefined
}

interface Dependencies {
  keys: ApiKeys
  schema: ApiSchema
  connections: Pick<Connections, 'run'>
  /** Whether the database answers now. */
  isDatabaseUp(): Promise<boolean>
  /** Before each request of a visitor: throws a TimeBudgetError when its budget is used up. */
  admit(): void
  onError(error: unknown): void
  /** Called for each request that exceeds a bound. */
  onTooMuch(): void
}

/** Of the body of a member's request; a visitor sends arguments of searches and lists only. */
const BODY_BYTES = 1024 * 1024
const VISITOR_BODY_BYTES = 64 * 1024
/**
 * Who sends large bodies, or more than a bound allows, cannot send the next one at once: reading it takes time from
 * everybody. Not for our own pages, which hold a place of rendering meanwhile.
 */
const REFUSAL_PAUSE_MS = 500

/** Functions that change thousands of rows in one call. */
const LONG_RUNNING = new RegExp(
  '^(POST /rest/v1/rpc/(suspend_member|lift_suspension|decide_(several|all_of)|undo_decisions|merge_(tools|categories)|undo_merge|(save|restore)_site_settings)' +
    '|DELETE /rest/v1/categories)$',
)

/**
 * /rest/v1, as PostgREST answers it: each request is parsed, compiled to one statement, and run with the caller's
 * rights.
 */
export function createRest({
  keys,
  schema,
  connections,
  isDatabaseUp,
  admit,
  onError,
  onTooMuch,
}: Dependencies) {
  async function answer(given: Request, caller: Caller, origin: Origin): Promise<Response> {
    const { isPage = false, network } = origin
    // Before the body is read: what a visitor may not write is refused whatever it says.
    if (caller.role === 'anon') expectRight(given, schema)
    const request = await withBody(given, caller.role === 'anon' ? VISITOR_BODY_BYTES : BODY_BYTES)
    const preferences = readPreferences(request)
    const plan = await makePlan(request, schema, preferences, caller.role)
    if (!plan.statement) return respond(request, plan, preferences, { body: '[]', rows: 0, total: 0 })
    const run = {
      caller,
      network,
      statement: compile(plan.statement),
      isReadOnly: plan.isReadOnly,
      isLongRunning: LONG_RUNNING.test(`${request.method} ${new URL(request.url).pathname}`),
      isPrepared: isPage,
      cost: isPage ? undefined : plan.cost,
    }
    const result = await connections.run(run, (result) => checkResult(plan, preferences, result))
    return respond(request, plan, preferences, result)
  }

  async function refuse(error: unknown, caller: Caller | undefined): Promise<Response> {
    // Answered by the pipeline, with the delay that slows down retries.
    if (error instanceof TimeBudgetError || error instanceof BodyBrokenOff) throw error
    if (error instanceof BodyTooLarge) return error.toResponse()
    if (error instanceof LimitError) onTooMuch()
    if (error instanceof RestError) return error.toResponse()
    const cause = asDatabaseError(error)
    const status = cause && statusOf(cause.code, caller)
    if (cause && status)
      return new RestError(status, cause.code, cause.message, {
        details: cause.detail ?? null,
        hint: cause.hint ?? null,
      }).toResponse(retryAfter(cause.detail))
    if (isDatabaseAway(error) || !(await isDatabaseUp()))
      return new RestError(
        503,
        'PGRST001',
        'The database is not available for a moment. Please try again.',
      ).toResponse({ 'retry-after': '2' })
    onError(error)
    return new RestError(500, 'XX000', 'Something went wrong').toResponse()
  }

  return {
    fetch: async (request: Request, origin: Origin): Promise<Response> => {
      if (request.method === 'OPTIONS')
        return answerPreflight(request, ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])
      let caller: Caller | undefined
      try {
        caller = await readCaller(request, keys)
        // A page is admitted once for all its reads.
        if (caller.role === 'anon' && !origin.isPage) admit()
        return await answer(request, caller, origin)
      } catch (error) {
        if (isLarge(request) || (error instanceof LimitError && !origin.isPage))
          await sleep(REFUSAL_PAUSE_MS, undefined, { ref: false })
        return refuse(error, caller)
      }
    },
  }
}

/** Whether its body may be larger than a visitor's. */
const isLarge = ({ headers }: Request): boolean =>
  headers.has('transfer-encoding') || Number(headers.get('content-length')) > VISITOR_BODY_BYTES

/** Throws the database's own refusal of a visitor's write, or call of a function. */
function expectRight({ method, url }: Request, { tables, functions }: ApiSchema): void {
  const [, call, name = ''] = /^\/rest\/v1\/(rpc\/)?(\w+)$/.exec(new URL(url).pathname) ?? []
  const found = call ? functions.get(name) : tables.get(name)
  if (!found || !['POST', 'PATCH', 'DELETE'].includes(method) || found.visitorMethods.includes(method)) return
  throw new RestError(401, '42501', `permission denied for ${call ? 'function' : 'table'} ${name}`)
}

/** The header for a refusal of `private.refuse_write`. */
function retryAfter(detail: string | undefined): Record<string, string> {
  const [, seconds] = /^Retry after (\d+) seconds/.exec(detail ?? '') ?? []
  return seconds ? { 'retry-after': seconds } : {}
}

/** SQLSTATEs that are server errors, as in the table of PostgREST's reference ("HTTP Status Codes"). */
const OURS = /^(?:0[89]|25|2D|3[89B]|40|5[35-8]|P0(?!001)|42P17)/

/**
 * The status of a database error; undefined where it is not caused by the caller. Too much for one statement (class
 * 54), a 500 in PostgREST, counts as the caller's error here.
 */
function statusOf(code: string, caller: Caller | undefined): number | undefined {
  if (code === '23503' || code === '23505') return 409
  if (code === '42501' || /^(?:0L|0P|28)/.test(code)) return caller?.role === 'anon' ? 401 : 403
  if (code === '42P01' || code === '42883') return 404
  if (code === '25006') return 405
  if (code === '57014') return 500
  // A status raised by our own functions.
  if (/^PT4\d\d$/.test(code)) return Number(code.slice(2))
  return /^[0-9P][0-9A-Z]{4}$/.test(code) && !OURS.test(code) ? 400 : undefined
}

/**
 * Throws, so that a write is rolled back, when it affected too many rows or when a single row was requested and there is
 * not exactly one.
 */
function checkResult({ answers, maxAffected }: Plan, { isSingle }: Preferences, { rows }: Result): void {
  if (maxAffected !== undefined && rows > maxAffected)
    throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows, more than ${maxAffected}`,
    })
  if (answers === 'rows' && isSingle && rows !== 1)
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    })
}

function respond(
  request: Request,
  plan: Plan,
  preferences: Preferences,
  { body, rows, total }: Result,
): Response {
  const { method } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const isCall = new URL(request.url).pathname.startsWith('/rest/v1/rpc/')
  const isInsert = method === 'POST' && !isCall
  const counted = total ?? undefined
  const headers: [string, string][] = [
    ['content-range', rangeOf(plan, rows, counted, !isInsert && method !== 'DELETE')],
  ]
  if (preferences.applied.length > 0) headers.push(['preference-applied', preferences.applied.join(', ')])
  if (isRead && counted !== undefined && plan.offset > counted)
    return new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${plan.offset} was requested, but there are only ${counted} rows.`,
    }).toResponse(Object.fromEntries(headers))
  if (plan.answers === 'nothing') return new Response(null, { status: isInsert ? 201 : 204, headers })
  headers.push(['content-type', contentType(preferences)])
  const isPart = isRead && counted !== undefined && rows < counted
  const status = isPart ? 206 : isInsert ? 201 : 200
  const isList = plan.answers === 'rows'
  const text = preferences.isSingle && isList ? (body ?? '').slice(1, -1) : body
  return new Response(method === 'HEAD' ? null : text, { status, headers })
}

function rangeOf({ offset }: Plan, rows: number, total: number | undefined, isPlaced: boolean): string {
  const shown = rows > 0 && isPlaced ? `${offset}-${offset + rows - 1}` : '*'
  return `${shown}/${total ?? '*'}`
}
