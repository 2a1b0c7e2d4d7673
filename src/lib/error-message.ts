const UNREACHABLE = 'We could not reach the server. Check your connection and try again.'

/**
 * What to tell a person about a failed call: the service's own message (section 8), or, where no answer came, a
 * sentence instead of the browser's technical one.
 */
export function errorMessage(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  if (!(error instanceof Error)) return fallback
  if (isUnreachable(error)) return UNREACHABLE
  return error.message || fallback
}

/** No answer: fetch rejects with a TypeError (so does a failed download of code); auth-js wraps it, status 0. */
function isUnreachable(error: Error): boolean {
  if (error instanceof TypeError) return true
  return error.name === 'AuthRetryableFetchError' && 'status' in error && error.status === 0
}
