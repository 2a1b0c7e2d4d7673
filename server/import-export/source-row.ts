/** What one line of a file holds before it is checked, or why nothing can be read from it. */
export type SourceRow = { line: number; value: unknown } | { line: number; reason: string }

/** Thrown when a whole file cannot be used; the message is one line for the person who gave it. */
export class UnusableInput extends Error {
  override name = 'UnusableInput'
}
