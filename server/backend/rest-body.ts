import { hasNul } from './nul.ts'
import { RestError } from './rest-error.ts'

/** A scalar as the text PostgreSQL reads; `true` is the word, whatever the column is. */
type Scalar = string | null
type Row = Record<string, Scalar>
export type Arguments = Record<string, Scalar | Scalar[]>

/** The JSON of a request's body, undefined for an empty one. Throws a RestError for anything that is none. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text.trim() === '') return undefined
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && type !== 'application/json')
    throw new RestError(415, 'PGRST107', `The content type ${type} is not supported, send application/json`)
  // PostgreSQL has none in its texts.
  if (hasNul(text)) throw new RestError(400, '22P05', 'Text must not contain the NUL character')
  try {
    return JSON.parse(text)
  } catch {
    throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  }
}

/**
 * The rows of a write. With `columns` each row has exactly these, and what it leaves out is null, as PostgREST has it
 * ("Bulk Insert with Default Values") unless `hasDefaults`.
 */
export function readRows(body: unknown, columns: string[] | undefined, hasDefaults: boolean): Row | Row[] {
  const read = (value: unknown): Row => {
    if (!isObject(value)) throw new RestError(400, 'PGRST102', 'A row must be a JSON object')
    const row = mapEntries(value, (field, name) => toScalar(field, `The column "${name}"`))
    if (columns && !hasDefaults) for (const name of columns) row[name] ??= null
    return row
  }
  return Array.isArray(body) ? body.map(read) : read(body)
}

/** The arguments of a function, `types` by their names. Only objects name them: PostgREST knows no arguments by place. */
export function readArguments(body: unknown, types: ReadonlyMap<string, string> | undefined): Arguments {
  if (body === undefined) return {}
  if (!isObject(body))
    throw new RestError(400, 'PGRST102', 'The arguments of a function must be a JSON object')
  return mapEntries(body, (value, name) => {
    const what = `The argument "${name}"`
    const isList = Array.isArray(value) && (types?.get(name)?.endsWith('[]') ?? true)
    return isList ? value.map((each) => toScalar(each, what)) : toScalar(value, what)
  })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mapEntries<T>(value: object, map: (value: unknown, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, map(each, name)]))
}

/** No column and no argument takes JSON; PostgREST would store its text where a name belongs. */
function toScalar(value: unknown, what: string): Scalar {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'object')
    throw new RestError(400, '22P02', `${what} takes a single value, not a list or an object`)
  return String(value)
}
