import { sql } from 'kysely'
import { ANSWER_ROWS } from '#shared/api-rules.ts'
import { limit } from './bounds.ts'
import type { Caller } from './caller.ts'
import { conditionsOf, isPattern } from './filters.ts'
import type { Preferences } from './preferences.ts'
import { profileConditions } from './profile-reads.ts'
import { checkArguments, checkLimits } from './query-limits.ts'
import { type Row, readArguments, readRows, UNSTORABLE } from './read-body.ts'
import { isEmbed, type RestQuery, readQuery, type Selection } from './read-query.ts'
import { RestError } from './rest-error.ts'
import type { ApiFunction, ApiSchema, ApiTable } from './schema.ts'
import { asJson, bytesWithin, fromTable, SelectSql, type Source } from './select-sql.ts'
import { list, type Sql } from './sql.ts'
import { deleteSql, insertSql, maxAffected, returnedColumns, updateSql } from './write-sql.ts'

/** 'estimated' by the planner before it runs, or always 'high': the planner underestimates text comparison. */
export type ReadCost = 'estimated' | 'high'

/** One request to /rest/v1 as the one statement that answers it. */
export interface Plan {
  /** Undefined: nothing to do. */
  statement: Sql | undefined
  isReadOnly: boolean
  /** Only for reads of tables; the cost of functions is known. */
  cost?: ReadCost
  /** Rows skipped by `offset` or Range. */
  offset: number
  /** Content of the statement's `body`; `nothing` where the response is empty. */
  answers: 'rows' | 'value' | 'nothing'
  /** A change or deletion of more rows must be rolled back. */
  maxAffected?: number | undefined
}

const READS = ['GET', 'HEAD']

/** Throws a RestError for a request that PostgREST refuses as well, or that exceeds a bound. */
export async function makePlan(
  request: Request,
  schema: ApiSchema,
  preferences: Preferences,
  role: Caller['role'],
): Promise<Plan> {
  limit('address', request.url.length)
  if (/%00/.test(request.url)) throw UNSTORABLE
  const isRead = READS.includes(request.method)
  const query = readQuery(
    new URL(request.url),
    (call, name) => isRead && (schema.functions.get(call)?.arguments.has(name) ?? true),
  )
  if (isRead) limitRows(query.root, preferences)
  else query.root.limit = Math.min(query.root.limit ?? ANSWER_ROWS, ANSWER_ROWS)
  checkLimits(query)
  if ('function' in query.target) return planCall(request, schema, query.target.function, query, preferences)
  const table = schema.tables.get(query.target.table)
  if (!table)
    throw new RestError(
      404,
      'PGRST205',
      `Could not find the table 'public.${query.target.table}' in the schema cache`,
    )
  const select = new SelectSql(schema)
  const conditions = profileConditions(query, isRead, role)
  if (isRead) {
    const source = { from: fromTable(table, table.name), alias: table.name, table }
    const statement = selected(select, query.root, source, preferences, conditions)
    return { statement, ...reading(query), cost: filtersByPattern(query.root) ? 'high' : 'estimated' }
  }
  return planWrite(request, table, query, { select, preferences, role, conditions })
}

const reading = ({ root }: RestQuery) => ({
  isReadOnly: true,
  offset: root.offset ?? 0,
  answers: 'rows' as const,
})

const filtersByPattern = ({ where, entries }: Selection): boolean =>
  where.flatMap(conditionsOf).some(({ operator }) => isPattern(operator)) ||
  entries.some((entry) => isEmbed(entry) && filtersByPattern(entry))

/** From the URL, else from the Range header; never more rows than a response may hold. */
function limitRows(root: Selection, { range }: Preferences): void {
  if (range && root.limit === undefined && root.offset === undefined) {
    root.offset = range.from
    if (range.to !== undefined) root.limit = range.to - range.from + 1
  }
  root.limit = Math.min(root.limit ?? ANSWER_ROWS, ANSWER_ROWS)
}

/** The rows as a JSON list, their number, and the total where requested. */
function selected(
  select: SelectSql,
  root: Selection,
  source: Source,
  { isCounted, isHead }: Preferences,
  conditions: readonly Sql[] = [],
): Sql {
  const total = isCounted
    ? sql`(select count(*)::int from ${source.from} where ${select.where(root, source, conditions)})`
    : sql`null`
  const rows = select.rows(root, source, conditions)
  return isHead
    ? sql`select '' as body, count(*)::int as rows, ${total} as total from (${rows}) r`
    : asList(rows, total)
}

const asList = (rows: Sql, total: Sql): Sql =>
  sql`select '[' || coalesce(string_agg(r.json::text, ','), '') || ']' as body, count(*)::int as rows, ${total} as total,
    ${bytesWithin} from (${asJson(rows)}) r`

async function planCall(
  request: Request,
  schema: ApiSchema,
  name: string,
  query: RestQuery,
  preferences: Preferences,
): Promise<Plan> {
  const known = schema.functions.get(name)
  const isRead = READS.includes(request.method)
  if (!isRead && request.method !== 'POST')
    throw new RestError(405, 'PGRST101', `Cannot use the ${request.method} method on RPC`)
  const values = isRead ? query.values : await readArguments(request, known?.arguments ?? new Map())
  if (!known) throw noSuchFunction(name, Object.keys(values))
  if (isRead && !known.isReadOnly)
    throw new RestError(405, '25006', 'A function that writes is called by POST')
  if (known.isReadOnly) checkArguments(values)
  const call = callSql(name, known, values)
  const common = { ...reading(query), isReadOnly: known.isReadOnly }
  const one = preferences.isCounted ? sql`1` : sql`null`
  if (known.returns === 'nothing') {
    const statement = sql`select null as body, 1 as rows, ${one} as total from ${call}`
    return { ...common, statement, answers: 'nothing' }
  }
  const result = { from: sql.id(name), alias: name, table: undefined }
  // Evaluated once, even when its result is referenced several times.
  const called = sql`with ${sql.id(name)} as materialized (select * from ${call})`
  const select = new SelectSql(schema)
  if (known.returns === 'rows')
    return { ...common, statement: sql`${called} ${selected(select, query.root, result, preferences)}` }
  const value =
    known.returns === 'row' ? sql`row_to_json(${sql.id(name)})` : sql`to_json(${sql.id(name, name)})`
  const where = select.where({ ...query.root, entries: [] }, result)
  if (known.returns === 'values') {
    const values = sql`select '[' || coalesce(string_agg(${value}::text, ','), '') || ']' as body, count(*)::int as rows, ${preferences.isCounted ? sql`count(*)::int` : sql`null`} as total`
    return { ...common, statement: sql`${called} ${values} from ${sql.id(name)} where ${where}` }
  }
  const answer = sql`select coalesce(${value}::text, 'null') as body, 1 as rows, ${one} as total`
  return {
    ...common,
    statement: sql`${called} ${answer} from ${sql.id(name)} where ${where}`,
    answers: 'value',
  }
}

/**
 * A function call to select from: its result is named like the function. Throws PGRST202 unless the arguments match.
 */
function callSql(name: string, known: ApiFunction | undefined, values: Row): Sql {
  const given = Object.keys(values)
  const fits =
    known?.required.every((each) => given.includes(each)) && given.every((each) => known.arguments.has(each))
  if (!known || !fits) throw noSuchFunction(name, given)
  const args = given.map(
    // Cast to text first: the driver would serialise some types in its own way.
    (each) => sql`${sql.id(each)} => ${values[each]}::text::${sql.raw(known.arguments.get(each) ?? 'text')}`,
  )
  return sql`${sql.id('public', name)}(${args.length > 0 ? list(args) : sql``}) as ${sql.id(name)}`
}

function noSuchFunction(name: string, given: readonly string[]): RestError {
  const names = given.toSorted().join(', ')
  const called = given.length > 0 ? `public.${name}(${names})` : `public.${name} without parameters`
  const searched =
    given.length > 0
      ? `public.${name} with parameter${given.length > 1 ? 's' : ''} ${names}`
      : `public.${name} without parameters`
  return new RestError(404, 'PGRST202', `Could not find the function ${called} in the schema cache`, {
    details: `Searched for the function ${searched}, but no matches were found in the schema cache.`,
  })
}

async function planWrite(
  request: Request,
  table: ApiTable,
  query: RestQuery,
  {
    select,
    preferences,
    role,
    conditions,
  }: { select: SelectSql; preferences: Preferences; role: Caller['role']; conditions: readonly Sql[] },
): Promise<Plan> {
  const most = maxAffected(request.method, query, role, preferences)
  const write = await writeSql(request, table, query, { select, preferences })
  const plan = {
    isReadOnly: false,
    offset: 0,
    answers: preferences.isAnswered ? 'rows' : 'nothing',
    maxAffected: most,
  } as const
  if (!write) return { ...plan, statement: undefined }
  const total = preferences.isCounted ? sql`(select count(*)::int from written)` : sql`null`
  if (!preferences.isAnswered) {
    const counted = sql`select null as body, count(*)::int as rows, ${total} as total from written`
    return { ...plan, statement: sql`with written as (${write} returning 1) ${counted}` }
  }
  const source = { from: sql`written as ${sql.id(table.name)}`, alias: table.name, table }
  // The filters chose the rows to write; they must not filter the result, whose values may differ by now.
  const rows = select.rows({ ...query.root, where: [] }, source, conditions)
  const returned = returnedColumns(table, query.root)
  return { ...plan, statement: sql`with written as (${write} returning ${returned}) ${asList(rows, total)}` }
}

async function writeSql(
  request: Request,
  table: ApiTable,
  query: RestQuery,
  { select, preferences }: { select: SelectSql; preferences: Preferences },
): Promise<Sql | undefined> {
  switch (request.method) {
    case 'POST': {
      const rows = await readRows(request, table.arrays)
      return rows.length > 0 ? insertSql(table, rows, query, preferences) : undefined
    }
    case 'PATCH':
      return updateSql(table, await readRows(request, table.arrays), query, select)
    case 'DELETE':
      return deleteSql(table, query, select)
    default:
      throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`)
  }
}
