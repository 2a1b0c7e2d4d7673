import { RestError, unreadable } from './rest-error.ts'
import { type Filter, NAME, readFilter } from './rest-filters.ts'

/** What a request to /rest/v1 asks for, read once and checked, so that lite never sees what it would misunderstand. */
export interface RestQuery {
  /** A function's name, if one is called. */
  call: string | undefined
  /** What lite reads itself: select, order, limit and the like. */
  parameters: URLSearchParams
  /** All others, each a filter or the argument of a function. */
  others: [name: string, value: string][]
  /** The columns a body's rows have, where the address names them. */
  columns: string[] | undefined
}

/** The product's own calls embed two tables in each other; every level more multiplies what the database reads. */
const MAX_EMBED_DEPTH = 3

const LITES = /^(?:select|order|limit|offset|on_conflict|columns|apikey|.+\.(?:order|limit|offset))$/
const PATH = /->>?(?:-?\d+|[A-Za-z_]\w*)/.source
const CAST = /::[A-Za-z_][\w ]*/.source
const AGGREGATE = /\.[a-z]+\(\)/.source
const COLUMN = `(?:${PATH})*(?:${CAST})?(?:${AGGREGATE}(?:${CAST})?)?`
const EMBED = `(?:!${NAME}){0,2}\\(`
/** One entry of a select: `*`, a column, or a relation up to its opening bracket. */
const SELECTED = new RegExp(
  `\\s*(?:\\*|(?:\\.\\.\\.)?(?:${NAME}\\s*:\\s*)?${NAME}(?:(${EMBED})|${COLUMN}))\\s*`,
  'y',
)
const ORDER = new RegExp(
  `^\\s*${NAME}(?:\\(${NAME}\\)|(?:${PATH})*)(?:\\.(?:asc|desc))?(?:\\.nulls(?:first|last))?$`,
)
const COLUMN_NAME = new RegExp(`^\\s*${NAME}\\s*$`)

/** Throws a RestError for an address PostgREST refuses as well. */
export function readRestQuery(url: URL): RestQuery {
  // No name here is spelt with %: read as it stands, a path means the same to everything that looks at it.
  const [, call] = /^\/rest\/v1\/(?:(?:rpc\/(\w+)|\w+)$|$)/.exec(url.pathname) ?? refusePath()
  const parameters = new URLSearchParams()
  const others: [string, string][] = []
  for (const [name, value] of url.searchParams)
    if (LITES.test(name)) parameters.append(name, value)
    else others.push([name, value])
  for (const [name, value] of parameters) {
    // As a key it would change the object it is written to.
    if (/__proto__/.test(name + value)) throw unreadable(`"failed to parse ${name} parameter (${value})"`)
    if (name === 'select') checkSelect(value)
    else if (/(?:^|\.)order$/.test(name)) checkList(name, value, ORDER)
    else if (name === 'columns' || name === 'on_conflict') checkList(name, value, COLUMN_NAME)
  }
  const columns = parameters.get('columns')
  return {
    call,
    parameters,
    others,
    columns: columns?.split(',').map((column) => column.replaceAll('"', '').trim()),
  }
}

/** Those of the other parameters that are no arguments. */
export function readFilters(others: RestQuery['others']): Filter[] {
  return others.map(([name, value]) => readFilter(name, value))
}

function refusePath(): never {
  throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
}

function checkList(name: string, value: string, entry: RegExp): void {
  if (!value.split(',').every((each) => entry.test(each)))
    throw unreadable(`"failed to parse ${name} parameter (${value})"`)
}

/** A select is a list of entries; some open a bracket, and in it stands a list again. */
function checkSelect(select: string): void {
  if (select === '') return
  const refuse = (at: number) =>
    unreadable(`"failed to parse select parameter (${select})" (line 1, column ${at + 1})`)
  let at = 0
  for (let depth = 0; ; at++) {
    SELECTED.lastIndex = at
    const found = SELECTED.exec(select)
    if (!found) throw refuse(at)
    at = SELECTED.lastIndex
    if (found[1] && ++depth > MAX_EMBED_DEPTH)
      throw unreadable(`The select embeds more than ${MAX_EMBED_DEPTH} tables in each other`)
    // An entry stands in the bracket, unless it is empty.
    if (found[1] && select[at] !== ')') {
      at--
      continue
    }
    for (; select[at] === ')'; at++) if (--depth < 0) throw refuse(at)
    if (at >= select.length && depth === 0) return
    if (select[at] !== ',') throw refuse(at)
  }
}
