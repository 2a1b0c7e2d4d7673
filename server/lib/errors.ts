import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from './log.ts'

/**
 * The only way errors get into the log: with what is needed to find them, without anything that a person wrote.
 */

/** Reports an error; `what` is a fixed text that names what failed. */
export type Report = (what: string, error: unknown, more?: Record<string, string | number>) => void

/** A failure of ours whose message is a fixed text and may be logged. */
export class Failure extends Error {
  override name = 'Failure'
}

/** Invalid input of a person, a file or an argument; the message is one line for them, and not logged. */
export class UnusableInput extends Error {
  override name = 'UnusableInput'
}

/** A refusal in the shape of /rest/v1, which others give theirs too. */
export const refusal = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ code: String(status), message, details: null, hint: null }, { status, headers })

/** The id of the current request. */
export const requestId = new AsyncLocalStorage<string>()

export function createReport(log: Logger): Report {
  return (what, error, more) => {
    const id = requestId.getStore()
    log.error({ ...(id && { id }), ...more, error: describeError(error) }, what)
  }
}

/** An error as it is logged. */
interface DescribedError {
  name: string
  /** Of our own errors, and of V8's in known shapes. */
  message?: string | undefined
  /** SQLSTATE, or a word such as ECONNRESET. */
  code?: string | undefined
  /** Schema objects that a database error names. */
  constraint?: string | undefined
  table?: string | undefined
  /** `file:line:column function`, our files relative to the project. */
  frames?: string[] | undefined
  cause?: DescribedError
}

const ROOT = path.join(import.meta.dirname, '../..')
const MOST_FRAMES = 12
const MOST_CAUSES = 3

/** An error without what people wrote: no message of the database, a library or a parser. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error }
  const { cause } = error
  return {
    name: word(error.name) ?? 'Error',
    message: messageOf(error),
    code: word(property(error, 'code')),
    constraint: word(property(error, 'constraint_name')),
    table: word(property(error, 'table_name')),
    frames: framesOf(error),
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: describeError(cause, depth + 1) }),
  }
}

const property = (error: Error, name: string): unknown => Reflect.get(error, name)

/** Accepts identifiers only, nothing that could be a text. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.-]{1,80}$/.test(value) ? value : undefined
}

/** Errors of the pages, which are built separately; their messages are the specification's. */
const OF_THE_PAGES = new Set(['DataError'])

function messageOf(error: Error): string | undefined {
  if (error instanceof Failure || OF_THE_PAGES.has(error.name)) return error.message
  if (!(error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError))
    return undefined
  return ENGINE_MESSAGES.find((shape) => shape.test(error.message)) && error.message
}

/**
 * V8's messages about our code. Its other messages quote values, and so do those of Node's and libraries' TypeErrors.
 */
const ENGINE_MESSAGES = [
  /^Cannot (?:read|set) properties of (?:undefined|null)(?: \((?:reading|setting) '[\w$#]{1,60}'\))?$/,
  /^[\w$.#()[\]? ]{1,120} is not (?:a function|a constructor|iterable|defined)$/,
  /^Cannot access '[\w$]{1,60}' before initialization$/,
  /^Assignment to constant variable\.$/,
  /^Cannot convert undefined or null to object$/,
  /^Maximum call stack size exceeded$/,
  /^Invalid (?:array length|string length|time value)$/,
]

const FRAME = /^\s+at (?:(async )?([\w$.<>[\]# ]{1,120}) \()?((?:file:\/\/|node:|\/)[^()]{1,400}:\d+:\d+)\)?$/

/** Where it was thrown: only stack lines that look like frames, after the message, which may contain anything. */
function framesOf({ stack = '', message }: Error): string[] | undefined {
  const start = message === '' ? 0 : stack.indexOf(message)
  const frames = stack
    .slice(start === -1 ? 0 : start + message.length)
    .split('\n')
    .flatMap((line) => {
      const [, , name, place] = FRAME.exec(line) ?? []
      return place === undefined ? [] : [`${fromRoot(place)}${name === undefined ? '' : ` ${name}`}`]
    })
    .slice(0, MOST_FRAMES)
  return frames.length > 0 ? frames : undefined
}

function fromRoot(place: string): string {
  const [, file = place, position = ''] = /^(.*?)(:\d+:\d+)$/.exec(place) ?? []
  if (file.startsWith('node:')) return place
  const whole = file.startsWith('file:') ? fileURLToPath(file) : file
  const relative = path.relative(ROOT, whole)
  return `${relative.startsWith('..') ? path.basename(whole) : relative}${position}`
}
