import type { Condition, Where } from './filters.ts'
import type { RestQuery, Selection } from './read-query.ts'
import { RestError } from './rest-error.ts'

/**
 * Bounds of one request to /rest/v1, for every caller. The calls of the specification and of our own pages stay within
 * them; a request beyond them would occupy the database, or the parser, at everybody's expense. The parser bounds its
 * own recursion; everything else is counted in the parsed query, so that no spelling hides anything.
 */

/** What is counted, its maximum, and its wording in a refusal. */
const BOUNDS = {
  /** A list of 1,000 ids has 39,000, and its commas are encoded. MAX_HEADER_BYTES leaves as much for the other headers. */
  address: [48_000, 'The address has more than % characters'],
  /** All filters together. */
  conditions: [50, 'The filters have more than % conditions'],
  /** `and` and `or`. */
  nesting: [3, 'The filters have more than % groups in each other'],
  /** As many as a response has rows, for reads by the ids of another response. */
  elements: [1000, 'The lists have more than % elements'],
  /** The longest text worth comparing with, the URL of a logo, is this long. */
  text: [2048, 'A text has more than % characters'],
  /** Patterns cost more the longer they are; names have up to 200 characters. */
  pattern: [200, 'A pattern has more than % characters'],
  /** Each pattern is compared with every row; a list counts once per pattern. */
  patterns: [20, 'The filters have more than % patterns'],
  embeds: [8, 'The select embeds more than % tables'],
  /** The product's own calls embed two levels; each further level multiplies what the database reads. */
  embedDepth: [3, 'The select embeds more than % tables in each other'],
  columns: [100, 'The select names more than % columns'],
  /** The same column, under other names: it would multiply an answer. */
  repeats: [3, 'The select names a column more than % times'],
  orders: [10, 'The order names more than % columns'],
  offset: [100_000, 'The offset is larger than %'],
} as const satisfies Record<string, readonly [number, string]>

type Bound = keyof typeof BOUNDS

/** A request beyond a bound. */
export class LimitError extends RestError {}

/** Throws a LimitError that names the bound if it is exceeded. */
export function limit(bound: Bound, amount: number): void {
  const [most, words] = BOUNDS[bound]
  if (amount > most) throw new LimitError(400, 'PGRST100', words.replace('%', String(most)))
}

/** Throws a LimitError for a query beyond a bound. */
export function checkLimits(query: RestQuery): void {
  const totals = new Map<Bound, number>()
  const add = (bound: Bound, amount = 1) => {
    const total = (totals.get(bound) ?? 0) + amount
    totals.set(bound, total)
    limit(bound, total)
  }

  function count({ entries, where, order, offset = 0 }: Selection): void {
    add('orders', order.length)
    limit('offset', offset)
    for (const each of where) countConditions(each)
    const repeats = new Map<string, number>()
    for (const entry of entries) {
      if ('table' in entry) {
        add('embeds')
        count(entry)
        continue
      }
      add('columns')
      repeats.set(entry.name, (repeats.get(entry.name) ?? 0) + 1)
    }
    for (const times of repeats.values()) limit('repeats', times)
  }

  function countConditions(where: Where): void {
    if ('not' in where) countConditions(where.not)
    else if ('and' in where) where.and.forEach(countConditions)
    else if ('or' in where) where.or.forEach(countConditions)
    else countCondition(where)
  }

  function countCondition({ operator, values, quantifier }: Condition): void {
    add('conditions')
    const isList = operator === 'in' || quantifier !== undefined || values[0]?.startsWith('{')
    const parts = isList ? values.flatMap(elementsOf) : values
    if (isList) add('elements', parts.length)
    if (isPattern(operator)) add('patterns', parts.length)
    for (const part of parts) limit(isPattern(operator) ? 'pattern' : 'text', part.length)
  }

  count(query.root)
  for (const names of [query.columns, query.conflictColumns]) limit('columns', names?.length ?? 0)
}

const PATTERN = /^(?:i?like|i?match|(?:pl|ph|w)?fts)$/

/** Whether an operator compares with a pattern or searches text. */
export const isPattern = (operator: string) => PATTERN.test(operator)

/** Throws a LimitError for arguments of a function beyond a bound: texts, and arrays in PostgreSQL's notation. */
export function checkArguments(values: Record<string, string | null>): void {
  for (const value of Object.values(values)) {
    const parts = elementsOf(value ?? '')
    limit('elements', parts.length)
    for (const part of parts) limit('text', part.length)
  }
}

/** Of an array in PostgreSQL's notation; commas within its texts are counted too. */
const elementsOf = (text: string) => (text.startsWith('{') ? text.split(',') : [text])
