import { tooMuchAsked } from './bounded-reads.ts'
import { asDatabaseError, isDatabaseAway } from './database-errors.ts'
import type { Lite } from './lite.ts'
import { hasNul } from './nul.ts'
import { type RequestContext, requestContext, type Statement } from './request-context.ts'
import { isRead, type ReadOnlyFunctions, rpcAsPost } from './rpc-by-get.ts'

/**
 * What stands between a client and lite's /rest/v1: answers as PostgREST gives them where lite answers 500, and 503
 * while the database is away (lite takes a table it cannot look up for one that does not exist).
 */

interface Dependencies {
  lite: Lite
  functions: ReadOnlyFunctions
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

/**
 * SQLSTATE classes that are the caller's doing, with the status PostgREST gives them; what is too much for one statement
 * (54), which it answers with 500, is the caller's as well.
 */
function statusOf(code: string): number | undefined {
  if (code === '23503' || code === '23505') return 409
  if (code === '42501') return 403
  if (code === '57014') return 500
  // A status our own functions name.
  if (/^PT4\d\d$/.test(code)) return Number(code.slice(2))
  if (/^(P0001|22|23|54)/.test(code)) return 400
  return undefined
}

/** PostgREST refuses a bearer that is neither a key nor a signed token; lite takes whoever sends one for a visitor. */
function hasNoToken(request: Request): boolean {
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!bearer || bearer.startsWith('sb_')) return false
  const header = /^([\w-]+)\.[\w-]+\.[\w-]+$/.exec(bearer)?.[1]
  return header === undefined || !/"alg"\s*:\s*"HS256"/.test(Buffer.from(header, 'base64url').toString())
}

export function createRestSeam({ lite, functions, isDatabaseUp, onError, onTooMuch }: Dependencies) {
  /** lite's answer, with the error it reported on the way. */
  async function ask(
    request: Request,
    known: Pick<RequestContext, 'isRead' | 'statements'>,
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
        return restError(401, 'PGRST301', 'The bearer token is no JWT signed with HS256')
      if (/%00/.test(request.url) || (await bodyHasNul(request)))
        return restError(400, '22P05', 'Text must not contain the NUL character')
      const tooMuch = await tooMuchAsked(request, functions)
      if (tooMuch) {
        onTooMuch()
        return restError(400, 'PGRST100', tooMuch)
      }
      const { response, error } = await ask(rpcAsPost(request, functions), {
        isRead: isRead(request, functions),
        ...(statements && { statements }),
      })
      if (response.ok) return asSingleObject(request, response)
      if (response.status < 500 && response.status !== 404) return response
      if (response.status === 404 && !(await response.clone().text()).includes('PGRST205')) return response
      if (isDatabaseAway(error) || !(await isDatabaseUp()))
        return restError(503, 'PGRST001', 'The database is not available for a moment. Please try again.', {
          'retry-after': '2',
        })
      if (response.status === 404) return response
      return repair(error) ?? fail(error)
    },
  }

  function fail(error: unknown): Response {
    onError(error)
    return restError(500, 'XX000', 'Something went wrong')
  }
}

/** What lite answers with 500 and PostgREST with a status of the caller's; undefined for what really is a failure. */
function repair(error: unknown): Response | undefined {
  const cause = asDatabaseError(error)
  const status = cause && statusOf(cause.code)
  if (cause && status)
    return Response.json(
      { code: cause.code, message: cause.message, details: cause.detail ?? null, hint: cause.hint ?? null },
      { status },
    )
  if (error instanceof Error && /unterminated|unbalanced|unexpected|parse/i.test(error.message))
    return restError(400, 'PGRST100', 'The query string could not be parsed')
  return undefined
}

const SINGLE_OBJECT = 'application/vnd.pgrst.object+json'

/** A write that selects what it wrote with an embedded table answers a list of one where one object was asked for. */
async function asSingleObject(request: Request, response: Response): Promise<Response> {
  const wantsObject = request.headers.get('accept')?.includes(SINGLE_OBJECT)
  if (!wantsObject || request.method === 'GET' || request.method === 'HEAD') return response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (!Array.isArray(body) || body.length !== 1) return response
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-type', `${SINGLE_OBJECT}; charset=utf-8`)
  return new Response(JSON.stringify(body[0]), { status: response.status, headers })
}

/** A request with a body can be sent once; one that may be tried again is sent as a copy. */
const copy = (request: Request): Request => (request.body ? request.clone() : request)

/** PostgreSQL has no NUL in texts; said before it is asked, because lite answers its refusal with 500. */
async function bodyHasNul(request: Request): Promise<boolean> {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  return hasNul(await request.clone().text())
}

function restError(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, message, details: null, hint: null }, { status, headers })
}
