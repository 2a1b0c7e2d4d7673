/** A refused request to /rest/v1, in PostgREST's error format. */
export class RestError extends Error {
  override name = 'RestError'
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null

  constructor(
    status: number,
    code: string,
    message: string,
    { details = null, hint = null }: { details?: string | null; hint?: string | null } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.hint = hint
  }

  toResponse(headers: Record<string, string> = {}): Response {
    const { status, code, message, details, hint } = this
    return Response.json({ code, message, details, hint }, { status, headers })
  }
}

/** The query string cannot be read: PostgREST's PGRST100. */
export const unreadable = (message: string) => new RestError(400, 'PGRST100', message)
