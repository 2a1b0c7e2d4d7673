import { expect, test } from 'vitest'
import { toAuthError } from './errors.ts'

test.each(['57P01', '25006'])(
  'a database that is away or can only be read (%s) is told to try again',
  (code) => {
    const { status, errorCode } = toAuthError(Object.assign(new Error('refused'), { code }))
    expect([status, errorCode]).toEqual([503, 'service_unavailable'])
  },
)
