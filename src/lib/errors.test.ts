import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { describe, expect, it } from 'vitest'
import { dataOf, errorMessage, isUnreachable } from './errors'

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

it('cancels a call for a single row by its signal', async () => {
  const never: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.throwIfAborted()
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  const client = new PostgrestClient('http://localhost', { fetch: never })
  const leaving = new AbortController()
  const reading = dataOf(client.from('tools').select().single(), 'fetchTool', leaving.signal)
  leaving.abort()
  await expect(reading).rejects.toBe(leaving.signal.reason)
})
