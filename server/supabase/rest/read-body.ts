import { ANSWER_ROWS } from '#shared/api-rules.ts'
import { isRecord } from '../../lib/unknown.ts'
import { isStorable, NOT_STORABLE } from '../storable.ts'
import { RestError } from './rest-error.ts'
import { arrayLiteral } from './sql.ts'

/** A value as the text that PostgreSQL reads; `true` becomes the word, whatever the column's type. */
type Text = string | null
export type Row = Record<string, Text>

export const UNSTORABLE = new RestError(400, '22P05', NOT_STORABLE)

/** The JSON of a request's body, undefined for an empty one. Throws a RestError for invalid JSON. */
async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text.trim() === '') return undefined
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && type !== 'application/json')
    throw new RestError(415, 'PGRST107', `The content type ${type} is not supported, send application/json`)
  if (!isStorable(text)) throw UNSTORABLE
  try {
    return JSON.parse(text)
  } catch {
    throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  }
}

/** The rows of a write; `arrays` names the array columns. */
export async function readRows(request: Request, arrays: readonly string[]): Promise<Row[]> {
  const body = await readJson(request)
  if (body === undefined) throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  const rows: unknown[] = Array.isArray(body) ? body : [body]
  // Before the rows are processed: only the database knows whether the caller may write at all.
  if (rows.length > ANSWER_ROWS)
    throw new RestError(400, '54000', `One request writes at most ${ANSWER_ROWS} rows`)
  return rows.map((row) => {
    if (!isRecord(row)) throw new RestError(400, 'PGRST102', 'A row must be a JSON object')
    return mapEntries(row, (value, name) => toText(value, `The column "${name}"`, arrays.includes(name)))
  })
}

/**
 * The arguments of a function, `types` by their names. Only an object is accepted: PostgREST has no positional
 * arguments.
 */
export async function readArguments(request: Request, types: ReadonlyMap<string, string>): Promise<Row> {
  const body = await readJson(request)
  if (body === undefined) return {}
  if (!isRecord(body))
    throw new RestError(400, 'PGRST102', 'The arguments of a function must be a JSON object')
  return mapEntries(body, (value, name) => {
    const type = types.get(name)
    if (type === 'jsonb') return value === null ? null : JSON.stringify(value)
    return toText(value, `The argument "${name}"`, type?.endsWith('[]'))
  })
}

const mapEntries = (value: object, map: (value: unknown, name: string) => Text): Row =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, map(each, name)]))

/** No column has a JSON type; PostgREST would store the JSON text, for example as a name. */
function toText(value: unknown, what: string, isArray = false): Text {
  if (value === null || typeof value === 'string') return value
  if (isArray && Array.isArray(value)) return arrayLiteral(value.map((each) => toText(each, what)))
  if (typeof value === 'object')
    throw new RestError(400, '22P02', `${what} takes a single value, not a list or an object`)
  return String(value)
}
