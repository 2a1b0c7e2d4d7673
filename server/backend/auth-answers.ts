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
