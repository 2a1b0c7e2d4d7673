import { expect, test } from 'vitest'
import { createAnswer, encodingFor } from './answer.ts'

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.1', 'gzip'],
  ['gzip;q=0.5, identity;q=1', 'identity'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', 'identity'],
  [undefined, 'identity'],
])('of %s it is sent as %s, unless it is small', (accepted, sent) => {
  const made = { status: 200, headers: [], tags: undefined }
  expect(encodingFor(createAnswer({ ...made, body: 'x'.repeat(1024) }), accepted)).toBe(sent)
  expect(encodingFor(createAnswer({ ...made, body: 'x'.repeat(1023) }), accepted)).toBe('identity')
})
