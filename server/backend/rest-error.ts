/** A request to /rest/v1 that is refused before the database is asked, in the form PostgREST gives its errors. */
export class RestError extends Error {
  override name = 'RestError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The query string cannot be read: PostgREST's PGRST100. */
export const unreadable = (message: string) => new RestError(400, 'PGRST100', message)

/** The answer to a request that went wrong. */
export function errorResponse(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, message, details: null, hint: null }, { status, headers })
}
