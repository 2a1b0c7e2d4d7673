import { asDatabaseError, isDatabaseAway } from '../../host/database/errors.ts'

/**
 * A refusal of /auth/v1, in GoTrue's shape `{ code, error_code, msg }`. Thrown where it is found, and sent by {@link
 * answerError}.
 */
export class AuthError extends Error {
  override name = 'AuthError'
  readonly status: number
  readonly errorCode: string
  /** Further members of the response, such as the reasons of a weak password. */
  readonly details: Record<string, unknown>

  constructor(status: number, errorCode: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.errorCode = errorCode
    this.details = details
  }
}

export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)

export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')

export const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

/** GoTrue answers this with 400 to a password and with 403 to a mailed link. */
export const userBanned = (status: 400 | 403, message = 'User is banned') =>
  new AuthError(status, 'user_banned', message)

/** The response to a thrown error. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  const cause = asDatabaseError(error)
  // 25006: it can only be read, after a failover or because its disk is full.
  if (isDatabaseAway(error) || cause?.code === '25006')
    return new AuthError(
      503,
      'service_unavailable',
      'The service is not available for a moment. Please try again.',
    )
  // The database refuses every session of a suspended person, however it was requested.
  if (cause?.code === 'PT403') return userBanned(403)
  // The only name that is unique beside the address, whose conflicts are told elsewhere.
  if (cause?.code === '23505') return new AuthError(422, 'username_taken', cause.message)
  // The person can correct what a trigger or constraint refuses; the text is the specification's.
  if (cause && /^(P0001|22|23)/.test(cause.code))
    return new AuthError(422, 'validation_failed', cause.message)
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again')
}

export function answerError({ status, errorCode, message, details }: AuthError): Response {
  return Response.json(
    { code: status, error_code: errorCode, msg: message, ...details },
    {
      status,
      headers: { 'x-sb-error-code': errorCode, ...(status === 503 && { 'retry-after': '2' }) },
    },
  )
}
