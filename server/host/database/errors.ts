/** Helpers for errors of PostgreSQL and its driver. */

interface DatabaseError {
  /** SQLSTATE, or the driver's own code such as CONNECTION_CLOSED. */
  code: string
  message: string
  detail?: string
  hint?: string
}

/** The database's error, unwrapped; undefined for anything else. */
export function asDatabaseError(error: unknown): DatabaseError | undefined {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth++
  ) {
    if ('code' in current && typeof current.code === 'string') {
      const text = (name: 'detail' | 'hint') =>
        name in current && typeof Reflect.get(current, name) === 'string'
          ? { [name]: String(Reflect.get(current, name)) }
          : {}
      return { code: current.code, message: current.message, ...text('detail'), ...text('hint') }
    }
  }
  return undefined
}

const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  // Shutting down, crashed, starting up, too many connections, disk full.
  ...['57P01', '57P02', '57P03', '53300', '53100'],
])

/** Whether the error means that the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  const code = asDatabaseError(error)?.code ?? ''
  return AWAY.has(code) || code.startsWith('08')
}
