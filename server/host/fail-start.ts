import process from 'node:process'
import { StartError } from '../lib/config.ts'

/** Ends a process that could not start: one line per mistake of the operator, a stack for a defect of ours. */
export function failStart(error: unknown): never {
  const text = error instanceof StartError ? error.message : `unexpected failure at start: ${stackOf(error)}`
  for (const line of text.split('\n')) process.stderr.write(`plaudit: ${line}\n`)
  process.exit(1)
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
