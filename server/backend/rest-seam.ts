import { asDatabaseError, isDatabaseAway } from './database-errors.ts'
import type { Lite } from './lite.ts'
import { hasNul } from './nul.ts'
import { type RequestContext, requestContext } from './request-context.ts'

/**
 * What stands between a client and lite's /rest/v1: answers as PostgREST gives them where lite answers 500, and 503
 * while the database is away (lite takes a table it cannot look up for one that does not exist).
 */

interface Dependencies {
  lite: Lite
  /** Does the database answer now? */
  isDatabaseUp(): Promise<boolean>
  onError(error: unknown): void
}

/** SQLSTATE classes that are the caller's doing, with the status PostgREST gives them. */
function statusOf(code: string): number | undefined {
  if (code === '23503' || code === '23505') return 409
  if (code === '42501') return 403
  if (code === '57014') return 500
  if (/^(P0001|22|23)/.test(code)) return 400
  return undefined
}

export function createRestSeam({ lite, isDatabaseUp, onError }: Dependencies) {
  return {
    /** Answers one request whose path starts with /rest/v1. */
    async fetch(request: Request): Promise<Response> {
      if (/%00/.test(request.url) || (await bodyHasNul(request)))
        return restError(400, '22P05', 'Text must not contain the NUL character')
      const context: RequestContext = {}
      const response = await requestContext.run(context, () => lite.fetch(request))
      if (response.status < 500 && response.status !== 404) return response
      if (response.status === 404 && (await response.clone().text()).includes('PGRST205') === false)
        return response
      if (isDatabaseAway(context.error) || !(await isDatabaseUp()))
        return restError(503, 'PGRST001', 'The database is not available for a moment. Please try again.', {
          'retry-after': '2',
        })
      if (response.status === 404) return response
      const cause = asDatabaseError(context.error)
      const status = cause && statusOf(cause.code)
      if (cause && status)
        return Response.json(
          {
            code: cause.code,
            message: cause.message,
            details: cause.detail ?? null,
            hint: cause.hint ?? null,
          },
          { status },
        )
      if (
        context.error instanceof Error &&
        /unterminated|unbalanced|unexpected|parse/i.test(context.error.message)
      )
        return restError(400, 'PGRST100', 'The query string could not be parsed')
      onError(context.error)
      return restError(500, 'XX000', 'Something went wrong')
    },
  }
}

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
