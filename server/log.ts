import { createHash } from 'node:crypto'
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** One JSON object per line, on standard output by default. No entry may identify a person or open a session. */
export function createLog(level: string, to: DestinationStream = pino.destination(1)): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, to)
}

/** A pseudonym of a mail or client address in the log: equal values look equal and cannot be reversed. */
export function pseudonym(value: string, salt: string): string {
  return createHash('sha256').update(salt).update(value).digest('base64url').slice(0, 10)
}
