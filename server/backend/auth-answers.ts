import { asDatabaseError, isDatabaseAway } from './database-errors.ts'

/** Answers of the authentication service in its own shapes, for what our seam says in its place. */

/** An error as GoTrue words it: `{ code, error_code, msg }`. */
export function authError(status: number, errorCode: string, message: string): Response {
  return Response.json(
    { code: status, error_code: errorCode, msg: message },
    { status, headers: { 'x-sb-error-code': errorCode } },
  )
}

export const invalidCredentials = () => authError(400, 'invalid_credentials', 'Invalid login credentials')

/** GoTrue says it with 400 to a password and with 403 to a mailed link. */
export const userBanned = (status: 400 | 403) => authError(status, 'user_banned', 'User is banned')

/** What a failure inside lite means to the one who asked. */
export function repair(error: unknown): Response {
  if (isDatabaseAway(error))
    return withHeader(
      authError(503, 'service_unavailable', 'The service is not available for a moment. Please try again.'),
      'retry-after',
      '2',
    )
  const cause = asDatabaseError(error)
  // The database lets no session begin for a suspended person, whichever way it was asked for.
  if (cause?.code === 'PT403') return userBanned(403)
  // What a trigger or a constraint refuses is the person's to mend; the text is the one of the specification.
  if (cause && /^(P0001|22|23)/.test(cause.code)) return authError(422, 'validation_failed', cause.message)
  return authError(500, 'unexpected_failure', 'Unexpected failure, please try again')
}

export function withHeader(response: Response, name: string, value: string): Response {
  response.headers.set(name, value)
  return response
}
