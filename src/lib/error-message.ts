const UNREACHABLE = 'We could not reach the server. Check your connection and try again.'
const UNKNOWN = 'Something went wrong. Please try again.'

/**
 * What to tell a person about a failed call: the service's own message (section 8). Where no answer came, or none with
 * words, the `fallback` the specification has for the occasion, else a plain sentence of ours.
 */
export function errorMessage(error: unknown, fallback?: string): string {
  if (isUnreachable(error)) return fallback ?? UNREACHABLE
  const message = error instanceof Error ? error.message : ''
  // What auth-js makes of an answer without words, for example a gateway's HTML.
  return message === '' || message === '{}' ? (fallback ?? UNKNOWN) : message
}

/**
 * Whether no answer came: fetch rejects with a TypeError, as does a failed download of code; auth-js wraps the first and
 * gives it the status 0.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return true
  return (
    error instanceof Error &&
    error.name === 'AuthRetryableFetchError' &&
    'status' in error &&
    error.status === 0
  )
}
