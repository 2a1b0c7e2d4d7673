/** What a value of no known type is. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The code of an error, such as ENOENT; else empty. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** What an error says to the operator. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
