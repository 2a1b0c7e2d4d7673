import { limit } from './bounds.ts'
import { type Filter, readFilter, type Where } from './filters.ts'
import { RestError, unreadable } from './rest-error.ts'
import { NAME, plainName, Tokenizer } from './tokenizer.ts'

/** The query of a request to /rest/v1, read by PostgREST's grammar. */
export interface RestQuery {
  target: { table: string } | { function: string }
  /** The requested table, with everything embedded in it. */
  root: Selection
  /** For a call by GET: the arguments, beside the filters. */
  values: Record<string, string>
  /** The columns of a body's rows, where the URL names them. */
  columns: string[] | undefined
  conflictColumns: string[] | undefined
}

/** Rows of one table, requested or embedded. */
export interface Selection {
  entries: (Column | Embed)[]
  where: Where[]
  order: Order[]
  limit?: number
  offset?: number
}
export interface Column {
  /** `*` is every column. */
  name: string
  alias?: string | undefined
  cast?: string | undefined
}
export interface Embed extends Selection {
  table: string
  alias?: string | undefined
  /** Which relationship to follow: a foreign key or one of its columns. */
  hint?: string | undefined
  /** Inner join: rows without a match are left out. */
  isInner: boolean
  /** Spread: its columns become columns of the parent row. */
  isSpread: boolean
}
interface Order {
  column: string
  /** The embedded table that has the column. */
  embed?: string | undefined
  direction: string
}

/** Whether a parameter of a call by GET is an argument; the others are filters. */
type IsArgument = (call: string, name: string) => boolean

const ORDER = new RegExp(`^\\s*(${NAME})(?:\\((${NAME})\\))?(?:\\.(asc|desc))?(?:\\.nulls(first|last))?\\s*$`)
const PATH = /^\/rest\/v1\/(?:rpc\/(\w+)|(\w+))$/

/** Throws a RestError for a URL that PostgREST refuses as well. */
export function readQuery(url: URL, isArgument: IsArgument): RestQuery {
  // Names here contain no percent-encoding: the raw path means the same to every part that reads it.
  const [, call, table] = PATH.exec(url.pathname) ?? []
  const target = call ? { function: call } : table ? { table } : undefined
  if (!target) throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  const parameters = url.searchParams
  const root = { entries: readSelect(parameters.get('select') ?? '*'), where: [], order: [] }
  const values: Record<string, string> = {}
  for (const [name, value] of parameters) {
    const kind = name.slice(name.lastIndexOf('.') + 1)
    if (NO_FILTER.has(name)) continue
    if (call && isArgument(call, name)) values[name] = value
    else if (kind === 'order' || kind === 'limit' || kind === 'offset') {
      const path = name.split('.').slice(0, -1)
      const selection = find(
        root,
        path.map((each) => plainName(each, name)),
      )
      if (kind === 'order') selection.order = value.split(',').map((each) => readOrder(each, value))
      else selection[kind] = readNumber(kind, value)
    } else addFilter(root, readFilter(name, value))
  }
  return {
    target,
    root,
    values,
    columns: readNames(parameters, 'columns'),
    conflictColumns: readNames(parameters, 'on_conflict'),
  }
}

const NO_FILTER = new Set(['select', 'columns', 'on_conflict', 'apikey'])

const addFilter = (root: Selection, { path, where }: Filter) => find(root, path).where.push(where)

/** The embedded tables, by these names. */
function find(selection: Selection, path: readonly string[]): Selection {
  return path.reduce<Selection>((parent, name) => {
    const found = findEmbed(parent, name)
    if (!found) throw new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`)
    return found
  }, selection)
}

export const isEmbed = (entry: Column | Embed): entry is Embed => 'table' in entry

export const findEmbed = ({ entries }: Selection, name: string): Embed | undefined =>
  entries.filter(isEmbed).find(({ alias, table }) => alias === name || table === name)

function readNames(parameters: URLSearchParams, name: string): string[] | undefined {
  return parameters
    .get(name)
    ?.split(',')
    .map((each) => plainName(each, name))
}

function readOrder(text: string, whole: string): Order {
  const [, name, embedded, direction = 'asc', nulls] = ORDER.exec(text) ?? []
  if (name === undefined) throw unreadable(`"failed to parse order (${whole})"`)
  return {
    column: plainName(embedded ?? name, 'order'),
    embed: embedded === undefined ? undefined : plainName(name, 'order'),
    direction: nulls ? `${direction} nulls ${nulls}` : direction,
  }
}

function readNumber(name: 'limit' | 'offset', value: string): number {
  if (/^-\d+$/.test(value))
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `${name === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`,
    })
  if (!/^\d{1,9}$/.test(value)) throw unreadable(`"failed to parse ${name} (${value})"`)
  return Number(value)
}

const STAR = /\s*\*\s*/y
const START = new RegExp(`\\s*(\\.\\.\\.)?(?:(${NAME})\\s*:(?!:)\\s*)?(${NAME})\\s*`, 'y')
const HINT = new RegExp(`!(${NAME})\\s*`, 'y')
/** One word, inserted into the statement unchanged. */
const CAST = /::([A-Za-z_]\w*)\s*(?=[,)]|$)/y

/** Throws a RestError for an unreadable list. */
function readSelect(text: string): Selection['entries'] {
  if (text === '') return [{ name: '*' }]
  const tokens = new Tokenizer(text, 'select parameter')
  return tokens.toEnd(() => readEntries(tokens, 0))
}

/** `depth` counts the embedded tables around them. */
function readEntries(tokens: Tokenizer, depth: number): Selection['entries'] {
  limit('embedDepth', depth)
  const entries: Selection['entries'] = []
  do entries.push(tokens.take(STAR) ? { name: '*' } : readEntry(tokens, depth))
  while (tokens.take(/,/y))
  return entries
}

function readEntry(tokens: Tokenizer, depth: number): Column | Embed {
  const [, spread, alias, name] = tokens.take(START) ?? []
  if (name === undefined) throw tokens.unreadable()
  const naming = { alias: alias && plainName(alias, 'select parameter') }
  const hints: string[] = []
  for (let hint = tokens.take(HINT); hint; hint = tokens.take(HINT)) hints.push(hint[1] ?? '')
  const isCall = tokens.take(/\.[a-z]+\(\)/y) ?? (name === 'count' && tokens.take(/\(\)/y))
  if (isCall) throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  const plain = plainName(name, 'select parameter')
  if (!tokens.take(/\(\s*/y)) {
    if (hints.length > 0 || spread) throw tokens.unreadable()
    return { name: plain, ...naming, cast: tokens.take(CAST)?.[1] }
  }
  const entries = tokens.take(/\)\s*/y) ? undefined : readEntries(tokens, depth + 1)
  if (entries && !tokens.take(/\)\s*/y)) throw tokens.unreadable()
  const kinds = hints.filter((hint) => hint === 'inner' || hint === 'left')
  const hint = hints.find((each) => each !== 'inner' && each !== 'left')
  return {
    table: plain,
    ...naming,
    hint: hint && plainName(hint, 'select parameter'),
    isInner: kinds.includes('inner'),
    isSpread: spread !== undefined,
    entries: entries ?? [],
    where: [],
    order: [],
  }
}
