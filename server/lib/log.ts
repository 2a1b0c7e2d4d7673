import { createHash } from 'node:crypto'
import fs from 'node:fs'
import process from 'node:process'
import { type DestinationStream, type Logger, pino } from 'pino'
import { codeOf } from './unknown.ts'

export type { Logger }

/** Of one field: a path comes from a client, and may have as many characters as the headers of a request. */
const MAX_FIELD = 1000

/** One JSON object per line, on standard output by default. No entry may identify a person or open a session. */
export function createLog(level: string, to: DestinationStream = openOutput()): Logger {
  const formatters = { log: cutTexts }
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, formatters }, to)
}

function cutTexts(fields: Record<string, unknown>): Record<string, unknown> {
  const cut = (value: unknown) =>
    typeof value === 'string' && value.length > MAX_FIELD ? `${value.slice(0, MAX_FIELD)}…` : value
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cut(value)]))
}

/**
 * Standard output. While it cannot be written, for example because the disk is full, lines are lost and the process goes
 * on; the next line that can be written says how many. (The library's own ends the process, or waits for ever.)
 */
function openOutput(): DestinationStream {
  let lost = 0
  const reportLost = () =>
    writeLine(
      `${JSON.stringify({ level: 50, time: new Date().toISOString(), lost, msg: 'lines of the log were lost' })}\n`,
    )
  return {
    write: (line) => {
      if (lost > 0 && reportLost()) lost = 0
      if (lost > 0 || !writeLine(line)) lost++
    },
  }
}

const WAIT_MS = 10
const MOST_WAITS = 10

/** Whether the line was written. A reader that is slow for a moment is waited for. */
function writeLine(line: string): boolean {
  let rest = Buffer.from(line)
  for (let waits = 0; rest.length > 0; )
    try {
      rest = rest.subarray(fs.writeSync(1, rest))
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN' || ++waits > MOST_WAITS) return false
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
    }
  return true
}

/** Messages to the operator may fail as the log does. */
export function surviveFailedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** A pseudonym of a mail or client address in the log: equal values look equal and cannot be reversed. */
export function pseudonym(value: string, salt: string): string {
  return createHash('sha256').update(salt).update(value).digest('base64url').slice(0, 10)
}
