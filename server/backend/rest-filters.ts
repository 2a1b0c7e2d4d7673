import { unreadable } from './rest-error.ts'

/**
 * Reads the filters of an address by PostgREST's grammar ("Operators", "Logical operators" and "Reserved characters" of
 * its reference). lite guesses at values (`true`, `null`, `007` are no texts to it) and loses escaped quotation marks;
 * here every value stays the text it is, and the database decides what it means for the column.
 */

/** A filter, and the embedded tables it goes through to what it filters; an empty path is the table itself. */
export interface Filter {
  path: string[]
  where: Where
}

/** Conditions in the form lite builds statements from: by column, or under $and, $or and $not. */
export interface Where {
  $and?: Where[]
  $or?: Where[]
  $not?: Where
  [column: string]: Condition | Where | Where[] | undefined
}
export interface Condition {
  [operator: string]: Value | Condition
}
type Value = string | string[] | boolean | null | symbol | { query: string; type?: string; config?: string }

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'].map((name): [string, string] => [
    name,
    `$${name}`,
  ]),
  ['match', '$regex'],
  ['imatch', '$iregex'],
  ['isdistinct', '$isDistinct'],
  ['cs', '$contains'],
  ['cd', '$containedBy'],
  ['ov', '$overlaps'],
  ['sl', '$rangeLt'],
  ['sr', '$rangeGt'],
  ['nxl', '$rangeGte'],
  ['nxr', '$rangeLte'],
  ['adj', '$rangeAdjacent'],
])
/** Those that take `(any)` or `(all)` and a list in braces. */
const QUANTIFIED = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const TEXT_SEARCH: ReadonlyMap<string, string | undefined> = new Map([
  ['fts', undefined],
  ['plfts', 'plain'],
  ['phfts', 'phrase'],
  ['wfts', 'websearch'],
])
/** What `is` compares with; lite knows the last two by these symbols. */
const IS: ReadonlyMap<string, boolean | null | symbol> = new Map<string, boolean | null | symbol>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['not_null', Symbol.for('postgrest:not_null')],
  ['unknown', Symbol.for('postgrest:unknown')],
])
/** Logical operators in each other; nobody writes more by hand, and every level is one more in the database. */
const MAX_DEPTH = 10

/** A name of a table, column or alias, plain or in quotation marks. */
export const NAME = '(?:[A-Za-z_][\\w$]*|"[A-Za-z_][\\w$]*")'
const WHOLE_NAME = new RegExp(`^${NAME}$`)
const NAME_HERE = new RegExp(NAME, 'y')
const LOGIC_HERE = /(not\.)?(and|or)\s*\(\s*/y
const OPERATOR_HERE = /([a-z]+)(?:\(([^()]*)\))?\./y

/** One parameter of the address as a filter. Throws a RestError where PostgREST refuses it. */
export function readFilter(name: string, value: string): Filter {
  const path = name.split('.')
  const last = path.pop() ?? ''
  const isLogic = last === 'and' || last === 'or'
  const isNegated = isLogic && path.at(-1) === 'not'
  if (isNegated) path.pop()
  const names = path.map(plainName)
  const scan = new Scanner(value)
  if (!isLogic)
    return { path: names, where: { [plainName(last)]: scan.toEnd(() => readCondition(scan, false)) } }
  const where = scan.toEnd(() => {
    if (!scan.take(/\s*\(\s*/y)) throw scan.unreadable()
    return branched(last, readBranches(scan, 1))
  })
  return { path: names, where: isNegated ? { $not: where } : where }
}

function plainName(text: string): string {
  const name = text.replaceAll('"', '')
  // `__proto__` as a key would change the object it is written to.
  if (!WHOLE_NAME.test(text) || name === '__proto__') throw unreadable(`"failed to parse filter (${text})"`)
  return name
}

const branched = (operator: string | undefined, branches: Where[]): Where =>
  operator === 'or' ? { $or: branches } : { $and: branches }

function readBranches(scan: Scanner, depth: number): Where[] {
  if (depth > MAX_DEPTH) throw unreadable(`More than ${MAX_DEPTH} logical operators in each other`)
  const branches = []
  do branches.push(readBranch(scan, depth))
  while (scan.take(/\s*,\s*/y))
  if (!scan.take(/\s*\)/y)) throw scan.unreadable()
  return branches
}

function readBranch(scan: Scanner, depth: number): Where {
  const logic = scan.take(LOGIC_HERE)
  if (logic) {
    const where = branched(logic[2], readBranches(scan, depth + 1))
    return logic[1] ? { $not: where } : where
  }
  const name = scan.take(NAME_HERE)?.[0]
  if (!name || !scan.take(/\./y)) throw scan.unreadable()
  return { [plainName(name)]: readCondition(scan, true) }
}

/** `not.eq.value` and the like; within a logical operator the value ends at a comma or a bracket. */
function readCondition(scan: Scanner, isInTree: boolean): Condition {
  const isNegated = scan.take(/not\./y) !== undefined
  const [, operator = '', argument] = scan.take(OPERATOR_HERE) ?? []
  const negatable = (condition: Condition): Condition => (isNegated ? { $not: condition } : condition)
  const readValue = () => (isInTree ? scan.treeValue() : scan.rest())

  if (operator === 'in' && argument === undefined) return { [isNegated ? '$notIn' : '$in']: scan.list() }
  if (operator === 'is' && argument === undefined) {
    const value = IS.get((scan.take(/[a-z_]+/iy)?.[0] ?? '').toLowerCase())
    if (value === undefined) throw scan.unreadable()
    return { [isNegated ? '$isNot' : '$is']: value }
  }
  if (TEXT_SEARCH.has(operator)) {
    if (argument !== undefined && !/^[A-Za-z_]\w*$/.test(argument)) throw scan.unreadable()
    const type = TEXT_SEARCH.get(operator)
    const search = { query: readValue(), ...(type && { type }), ...(argument && { config: argument }) }
    return negatable({ $textSearch: search })
  }
  const known = OPERATORS.get(operator)
  const quantifier = argument === 'any' ? 'Any' : argument === 'all' ? 'All' : undefined
  if (!known || (argument !== undefined && !(quantifier && QUANTIFIED.has(operator)))) throw scan.unreadable()
  const value = readValue()
  return negatable({
    [known + (quantifier ?? '')]: operator.endsWith('like') ? value.replaceAll('*', '%') : value,
  })
}

/** The place in a text up to which it has been read. */
class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** What the (sticky) pattern finds at this place, and on behind it. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (!found) return undefined
    this.#at = pattern.lastIndex
    return found
  }

  rest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return rest
  }

  /** Reads with `read`, and nothing may be left behind it. */
  toEnd<T>(read: () => T): T {
    const found = read()
    if (this.#at < this.#text.length) throw this.unreadable()
    return found
  }

  /** A value in quotation marks, `{...}`, or whatever stands before the next comma or bracket. */
  treeValue(): string {
    return this.#quoted() ?? this.take(/\{[^{}]*\}(?=[,)]|$)/y)?.[0] ?? this.take(/[^,)]*/y)?.[0] ?? ''
  }

  /** `(a,"b,c",d)` */
  list(): string[] {
    if (!this.take(/\s*\(\s*/y)) throw this.unreadable()
    if (this.take(/\)/y)) return []
    const values = []
    do values.push(this.#quoted() ?? this.take(/[^,)]*/y)?.[0] ?? '')
    while (this.take(/,/y))
    if (!this.take(/\)/y)) throw this.unreadable()
    return values
  }

  /** A backslash makes the character behind it an ordinary one. */
  #quoted(): string | undefined {
    return this.take(/"((?:[^"\\]|\\.)*)"(?=[,)]|$)/sy)?.[1]?.replace(/\\(.)/gs, '$1')
  }

  unreadable(): Error {
    return unreadable(`"failed to parse filter (${this.#text})" (line 1, column ${this.#at + 1})`)
  }
}
