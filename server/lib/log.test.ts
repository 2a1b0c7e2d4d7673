import fs from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog, pseudonym } from './log.ts'

afterEach(() => vi.restoreAllMocks())

test('a field has at most a thousand characters', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.warn({ path: `/${'x'.repeat(60_000)}`, status: 404 }, 'not found')
  log.warn({ path: `/${'é'.repeat(999)}` }, 'not found')
  const [long = '', short = ''] = lines
  expect(long.length).toBeLessThan(1200)
  expect(JSON.parse(long)).toMatchObject({ path: `/${'x'.repeat(999)}…`, status: 404, msg: 'not found' })
  expect(JSON.parse(short).path).toHaveLength(1000)
})

test('a log that cannot be written loses lines, and says how many once it can be written again', () => {
  let written = ''
  let isFull = true
  vi.spyOn(fs, 'writeSync').mockImplementation((_fd, data) => {
    if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    // A part of it, as a pipe may do.
    const part = Buffer.from(data.toString()).subarray(0, 20)
    written += part
    return part.byteLength
  })
  const log = createLog('info')
  for (let line = 0; line < 2000; line++) log.info({ line }, 'request')
  expect(written).toBe('')
  isFull = false
  log.info('after')
  log.info('later')
  const lines = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ msg, lost }) => [msg, lost])).toEqual([
    ['lines of the log were lost', 2000],
    ['after', undefined],
    ['later', undefined],
  ])
})

test('a pseudonym is the same for the same value and secret only', () => {
  const ofOne = pseudonym('192.0.2.1', 'secret')
  expect(ofOne).toMatch(/^[\w-]{10}$/)
  expect(pseudonym('192.0.2.1', 'secret')).toBe(ofOne)
  expect(pseudonym('192.0.2.2', 'secret')).not.toBe(ofOne)
  expect(pseudonym('192.0.2.1', 'another')).not.toBe(ofOne)
})
