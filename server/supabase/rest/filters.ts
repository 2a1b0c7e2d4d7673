import { sql } from 'kysely'
import { limit } from './bounds.ts'
import { all, arrayLiteral, type Sql } from './sql.ts'
import { NAME, plainName, Tokenizer } from './tokenizer.ts'

/**
 * The filters of a URL, by PostgREST's grammar ("Operators", "Logical operators" and "Reserved characters" of its
 * reference). Values stay text; the database decides what they mean for the column.
 */

/** What a row must meet. */
export type Where = { and: Where[] } | { or: Where[] } | { not: Where } | Condition

export interface Condition {
  column: string
  operator: string
  values: string[]
  quantifier?: 'any' | 'all'
  config?: string
}

/** A filter, and the path of embedded tables to the table it filters; an empty path means the requested table. */
export interface Filter {
  path: string[]
  where: Where
}

const COMPARISONS = new Map<string, string>([
  ...([
    ['eq', '='],
    ['neq', '<>'],
    ['gt', '>'],
    ['gte', '>='],
    ['lt', '<'],
    ['lte', '<='],
    ['like', 'like'],
    ['ilike', 'ilike'],
    ['match', '~'],
    ['imatch', '~*'],
  ] as const),
  ...([
    ['isdistinct', 'is distinct from'],
    ['cs', '@>'],
    ['cd', '<@'],
    ['ov', '&&'],
    ['sl', '<<'],
    ['sr', '>>'],
    ['nxl', '&>'],
    ['nxr', '&<'],
    ['adj', '-|-'],
  ] as const),
])
/** Operators that accept `(any)` or `(all)` and a list in braces. */
const QUANTIFIED = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const TEXT_SEARCH = new Map([
  ['fts', 'to_tsquery'],
  ['plfts', 'plainto_tsquery'],
  ['phfts', 'phraseto_tsquery'],
  ['wfts', 'websearch_to_tsquery'],
])
const IS = new Map([
  ['null', 'null'],
  ['not_null', 'not null'],
  ['true', 'true'],
  ['false', 'false'],
  ['unknown', 'unknown'],
])

const NAME_HERE = new RegExp(NAME, 'y')
const LOGIC_HERE = /(not\.)?(and|or)\s*\(\s*/y
const OPERATOR_HERE = /([a-z]+)(?:\(([^()]*)\))?\./y

/** Reads one URL parameter as a filter. Throws a RestError where PostgREST refuses it. */
export function readFilter(name: string, value: string): Filter {
  const path = name.split('.')
  const last = path.pop() ?? ''
  const isLogic = last === 'and' || last === 'or'
  const isNegated = isLogic && path.at(-1) === 'not'
  if (isNegated) path.pop()
  const names = path.map((each) => plainName(each, 'filter'))
  const tokens = new Tokenizer(value, 'filter')
  if (!isLogic) {
    const column = plainName(last, 'filter')
    return { path: names, where: tokens.toEnd(() => readCondition(column, tokens, () => tokens.rest())) }
  }
  const where = tokens.toEnd(() => {
    if (!tokens.take(/\s*\(\s*/y)) throw tokens.unreadable()
    return readGroup(last, tokens, 1)
  })
  return { path: names, where: isNegated ? { not: where } : where }
}

/** Reads from after the opening bracket; `depth` counts the groups around its conditions. */
function readGroup(operator: string | undefined, tokens: Tokenizer, depth: number): Where {
  limit('nesting', depth)
  const branches: Where[] = []
  do branches.push(readBranch(tokens, depth))
  while (tokens.take(/\s*,\s*/y))
  if (!tokens.take(/\s*\)/y)) throw tokens.unreadable()
  return operator === 'or' ? { or: branches } : { and: branches }
}

function readBranch(tokens: Tokenizer, depth: number): Where {
  const logic = tokens.take(LOGIC_HERE)
  if (logic) {
    const where = readGroup(logic[2], tokens, depth + 1)
    return logic[1] ? { not: where } : where
  }
  const name = tokens.take(NAME_HERE)?.[0]
  if (!name || !tokens.take(/\./y)) throw tokens.unreadable()
  return readCondition(plainName(name, 'filter'), tokens, () => tokens.treeValue())
}

/** `not.eq.value` and the like; where the value ends depends on the context. */
function readCondition(column: string, tokens: Tokenizer, readValue: () => string): Where {
  const isNegated = tokens.take(/not\./y) !== undefined
  const where = readComparison(column, tokens, readValue)
  return isNegated ? { not: where } : where
}

function readComparison(column: string, tokens: Tokenizer, readValue: () => string): Where {
  const [, operator = '', argument] = tokens.take(OPERATOR_HERE) ?? []
  if (operator === 'in' && argument === undefined) return { column, operator, values: tokens.list() }
  if (operator === 'is' && argument === undefined) {
    const value = (tokens.take(/[a-z_]+/iy)?.[0] ?? '').toLowerCase()
    if (!IS.has(value)) throw tokens.unreadable()
    return { column, operator, values: [value] }
  }
  if (TEXT_SEARCH.has(operator)) {
    if (argument !== undefined && !/^[A-Za-z_]\w*$/.test(argument)) throw tokens.unreadable()
    return { column, operator, values: [readValue()], ...(argument && { config: argument }) }
  }
  const quantifier = argument === 'any' || argument === 'all' ? argument : undefined
  const isKnown =
    COMPARISONS.has(operator) && (argument === undefined || (quantifier && QUANTIFIED.has(operator)))
  if (!isKnown) throw tokens.unreadable()
  const value = readValue()
  const values = [operator.endsWith('like') ? value.replaceAll('*', '%') : value]
  return { column, operator, values, ...(quantifier && { quantifier }) }
}

const PATTERN = /^(?:i?like|i?match|(?:pl|ph|w)?fts)$/

/** Whether an operator compares with a pattern or searches text. */
export const isPattern = (operator: string) => PATTERN.test(operator)

/** The conditions of a filter, however they are joined. */
export function conditionsOf(where: Where): Condition[] {
  if ('and' in where) return where.and.flatMap(conditionsOf)
  if ('or' in where) return where.or.flatMap(conditionsOf)
  return 'not' in where ? conditionsOf(where.not) : [where]
}

/** How the names of a filter are resolved in the statement. */
interface Scope {
  column(name: string): Sql
  /** Whether the embedded table has rows; undefined for a name that is no embedded table. */
  exists(name: string): Sql | undefined
}

export function whereSql(where: Where, scope: Scope): Sql {
  if ('and' in where) return all(where.and.map((each) => whereSql(each, scope)))
  if ('or' in where)
    return sql`(${sql.join(
      where.or.map((each) => whereSql(each, scope)),
      sql` or `,
    )})`
  if ('not' in where) return sql`not (${whereSql(where.not, scope)})`
  const { column: name, operator, values, quantifier, config } = where
  const [value = ''] = values
  const exists = operator === 'is' ? scope.exists(name) : undefined
  // `is.null` on an embedded table: it has no rows.
  if (exists && value === 'null') return sql`not ${exists}`
  if (exists && value === 'not_null') return exists
  const column = scope.column(name)
  if (operator === 'in') return sql`${column} = any (${arrayLiteral(values)})`
  if (operator === 'is') return sql`${column} is ${sql.raw(IS.get(value) ?? 'null')}`
  const search = TEXT_SEARCH.get(operator)
  if (search) {
    const language = config ? sql`${config}::regconfig, ` : sql``
    return sql`${column} @@ ${sql.raw(search)}(${language}${value})`
  }
  const comparison = sql.raw(COMPARISONS.get(operator) ?? '=')
  return quantifier
    ? sql`${column} ${comparison} ${sql.raw(quantifier)} (${value})`
    : sql`${column} ${comparison} ${value}`
}
