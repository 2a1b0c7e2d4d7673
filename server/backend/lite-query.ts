import { RestError } from './rest-error.ts'
import type { Filter, Where } from './rest-filters.ts'

/** What lite made of a request, as far as it is completed here before statements are built from it. */
export interface LiteQuery {
  from?: string
  where?: Where
  select?: (string | Record<string, Selected>)[]
  join?: Joins
  order?: { column: string; embed?: string }[]
  values?: unknown
  $meta?: { columns?: string[]; missing?: string }
}
interface Selected {
  select?: LiteQuery['select']
  join?: Joins
  spread?: boolean
  where?: Where
}
type Joins = Record<string, { from?: string }>

/** Adds the filters we read ourselves, and the defaults asked for, to what lite read. */
export function completeQuery(query: LiteQuery, filters: readonly Filter[]): LiteQuery {
  for (const { path, where } of filters) {
    const target = path.reduce<LiteQuery | Selected>(embedded, query)
    target.where = both(target.where, where)
  }
  // Beside a joined table a bare column name is ambiguous to the database.
  const joins = query.order?.some(({ embed }) => embed) || entries(query).some(([, entry]) => entry.spread)
  if (query.from && joins) {
    for (const by of query.order ?? []) if (!by.embed) by.column = `${query.from}.${by.column}`
    if (query.where) query.where = qualified(query.where, query.from, namesOf(query))
  }
  fillDefaults(query)
  return query
}

function embedded(parent: LiteQuery | Selected, name: string): Selected {
  const found = entries(parent).find(
    ([alias, entry]) => entry.select && (alias === name || parent.join?.[alias]?.from === name),
  )
  if (!found) throw new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`)
  return found[1]
}

const entries = ({ select = [] }: LiteQuery | Selected): [string, Selected][] =>
  select.flatMap((entry) => (typeof entry === 'string' ? [] : Object.entries(entry)))

const namesOf = (query: LiteQuery) => new Set(entries(query).map(([alias]) => alias))

/** Two filters may be on the same column; a key of an object holds one. */
function both(one: Where | undefined, other: Where): Where {
  if (!one) return other
  if (!Object.keys(other).some((key) => key in one)) return { ...one, ...other }
  const { $and = [], ...rest } = one
  return { ...rest, $and: [...$and, other] }
}

/** The same with the table before each column; `x=is.null` on an embedded table stays as it is. */
function qualified(where: Where, table: string, embeds: ReadonlySet<string>): Where {
  const { $and, $or, $not, ...columns } = where
  const inside = (each: Where) => qualified(each, table, embeds)
  return {
    ...Object.fromEntries(
      Object.entries(columns).map(([key, value]) => [embeds.has(key) ? key : `${table}.${key}`, value]),
    ),
    ...($and && { $and: $and.map(inside) }),
    ...($or && { $or: $or.map(inside) }),
    ...($not && { $not: inside($not) }),
  }
}

/** `missing=default`: what a row leaves out is undefined, which the statement writes as DEFAULT, and not null. */
function fillDefaults({ values, $meta }: LiteQuery): void {
  if ($meta?.missing !== 'default' || !$meta.columns) return
  for (const row of Array.isArray(values) ? values : [values])
    if (typeof row === 'object' && row !== null)
      for (const column of $meta.columns) if (!(column in row)) Reflect.set(row, column, undefined)
}
