import { asDatabaseError, isDatabaseAway } from '../../host/database/errors.ts'
import { UnusableInput } from '../../lib/errors.ts'

/** A request that is refused or broken off, with the HTTP status and the message for the person. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The status and the message of a request that failed; `expected`: no fault of the server. */
export function explain(error: unknown): { status: number; message: string; expected: boolean } {
  if (error instanceof Refused) return { status: error.status, message: error.message, expected: true }
  if (error instanceof UnusableInput) return { status: 400, message: error.message, expected: true }
  const { code, message } = asDatabaseError(error) ?? { code: '', message: '' }
  if (code === 'PT401') return { status: 401, message, expected: true }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return { status: 507, message: 'The server has no space left for the file', expected: false }
  // A deadlock: somebody changed the same entries meanwhile.
  if (isDatabaseAway(error) || code === '40P01' || code === '40001')
    return {
      status: 503,
      message: 'The database is not available for a moment. Please try again.',
      expected: true,
    }
  return { status: 500, message: 'Something went wrong. Please try again.', expected: false }
}
