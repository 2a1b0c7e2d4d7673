import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js'
import { describe, expect, it } from 'vitest'
import { errorMessage, isUnreachable } from './errors'

describe('the message of a failed call', () => {
  it("is the service's own message", () => {
    const refused = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials')
    expect(errorMessage(refused)).toBe('Invalid login credentials')
    expect(errorMessage(refused, 'Failed')).toBe('Invalid login credentials')
  })

  it('is never the technical message of a network failure', () => {
    for (const error of [
      new TypeError('Failed to fetch'),
      new AuthRetryableFetchError('Failed to fetch', 0),
    ]) {
      expect(isUnreachable(error)).toBe(true)
      expect(errorMessage(error)).toContain('could not reach the server')
      expect(errorMessage(error, 'An error occurred')).toBe('An error occurred')
    }
  })

  it('is the fallback when the response has no message', () => {
    for (const error of [new AuthRetryableFetchError('{}', 502), new Error(''), 'text', null]) {
      expect(isUnreachable(error)).toBe(false)
      expect(errorMessage(error, 'An error occurred')).toBe('An error occurred')
      expect(errorMessage(error)).toBe('Something went wrong. Please try again.')
    }
  })
})
