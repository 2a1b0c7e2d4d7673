import { ANYTHING, type Dependency } from './dependencies.ts'
import type { RestRead } from './rest-address.ts'
import type { SchemaPicture } from './schema-picture.ts'

/**
 * What the answer to a read depends on. Whole tables, and where in doubt anything; by the row only for the two things
 * that change all day long, and only where the address proves that nothing else matters (docs/decisions/033).
 */

/** Functions that read the catalogue without its counts and recommendations; a test reads their bodies. */
export const CATALOGUE_FUNCTIONS: ReadonlySet<string> = new Set([
  'list_category_samples',
  'search_catalogue',
  'search_similar',
  'count_further_choices',
  'count_tools',
])
const CATALOGUE: readonly Dependency[] = ['categories', 'tool_categories', 'tools/']

/** More rows than this are cheaper watched as a table. */
const MAX_ROWS = 100
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** `body` is the answer itself. The names of functions and tables are those of the address. */
export function dependenciesOf(read: RestRead, body: Buffer, picture: SchemaPicture): Set<Dependency> {
  if ('function' in read.target) {
    const { function: name } = read.target
    if (CATALOGUE_FUNCTIONS.has(name)) return new Set(CATALOGUE)
    // Counts move the other orders; in this one they are only shown.
    const ids = name === 'list_tools' && isNewest(read.parameters) ? idsIn(body) : undefined
    return new Set(ids ? [...CATALOGUE, ...ids.map((id) => `tools#${id}`)] : [ANYTHING])
  }
  const { table } = read.target
  const embedded = embeddedIn(read.parameters)
  const involved = [table, ...embedded]
  const brackets = read.parameters.getAll('select').join().split('(').length - 1
  if (brackets !== embedded.length) return new Set([ANYTHING])
  if (!involved.every((name) => picture.tables.has(name) && !picture.entangled.has(name)))
    return new Set([ANYTHING])

  const isWithin = (...names: string[]) => embedded.every((name) => names.includes(name))
  // What is embedded may be reached through any table that links the two.
  const found = new Set<Dependency>(embedded.length > 0 ? picture.tables : involved)
  if (embedded.length > 0 && [...picture.tables].some((name) => picture.entangled.has(name)))
    return new Set([ANYTHING])
  if (table === 'tools' && isWithin('categories', 'tool_categories')) {
    found.delete('tool_upvotes')
    const ids = toolsShown(read.parameters, body)
    if (ids) {
      found.delete('tools')
      found.add('tools/')
      for (const id of ids) found.add(`tools#${id}`)
    }
  }
  if (table === 'tool_upvotes' && isWithin('profiles')) {
    found.delete('tools')
    const [filter = '', ...others] = read.parameters.getAll('tool_id')
    const toolId = /^eq\.(.*)$/.exec(filter)?.[1]?.toLowerCase()
    if (toolId && UUID.test(toolId) && others.length === 0) {
      found.delete('tool_upvotes')
      found.add('tool_upvotes/')
      found.add(`tool_upvotes#${toolId}`)
    }
  }
  return found
}

/** The names of tables and functions an answer is made from. */
export function involvedIn(read: RestRead, picture: SchemaPicture): string[] {
  if ('function' in read.target) return [read.target.function]
  const embedded = embeddedIn(read.parameters)
  return embedded.length > 0 ? [...picture.tables, ...embedded] : [read.target.table]
}

/** The names before brackets in `select`: relations that are embedded, at any depth. */
function embeddedIn(parameters: URLSearchParams): string[] {
  const names = parameters
    .getAll('select')
    .join(',')
    .matchAll(/([^,()]+)\(/g)
  return [...names].map(([, name = '']) =>
    name
      .replace(/^.*:/, '')
      .replace(/^\.\.\./, '')
      .replace(/!.*$/, '')
      .trim(),
  )
}

/**
 * The ids of the tools an answer shows, if a number of upvotes can change nothing but what is shown of it: the number is
 * at most selected, never filtered or ordered by, and every row names its tool.
 */
function toolsShown(parameters: URLSearchParams, body: Buffer): string[] | undefined {
  for (const [name, value] of parameters)
    if (name !== 'select' && /upvote_count/.test(name + value)) return undefined
  const selected = (parameters.get('select') ?? '*').replace(/\s/g, '')
  if (parameters.getAll('select').length > 1) return undefined
  const columns = topLevel(selected)
  if (!columns.includes('*') && !/upvote_count/.test(selected)) return []
  if (columns.some((column) => column.includes('upvote_count') && column !== 'upvote_count')) return undefined
  if (!columns.includes('id') && !columns.includes('*')) return undefined
  if (columns.some((column) => column.startsWith('id:'))) return undefined
  return idsIn(body)
}

/** Newest first: what the address asks for, and nothing else that a count could decide. */
function isNewest(parameters: URLSearchParams): boolean {
  const known = ['sort', 'category_ids', 'skip', 'max_results']
  return (
    [...parameters.keys()].every((name) => known.includes(name)) &&
    parameters.getAll('sort').join() === 'newest'
  )
}

/** The ids of the rows of an answer, if every row has one and they are not too many. */
function idsIn(body: Buffer): string[] | undefined {
  const rows: unknown = body.byteLength > 0 ? JSON.parse(body.toString()) : []
  const list: unknown[] = Array.isArray(rows) ? rows : [rows]
  if (list.length > MAX_ROWS) return undefined
  const ids = []
  for (const row of list) {
    if (typeof row !== 'object' || row === null || !('id' in row)) return undefined
    if (typeof row.id !== 'string' || !UUID.test(row.id)) return undefined
    ids.push(row.id)
  }
  return ids
}

function topLevel(selected: string): string[] {
  const columns = ['']
  let depth = 0
  for (const character of selected) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) columns.push('')
    else columns[columns.length - 1] += character
  }
  return columns
}
