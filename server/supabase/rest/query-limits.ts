import { type Bound, limit } from './bounds.ts'
import { type Condition, conditionsOf, isPattern } from './filters.ts'
import type { RestQuery, Selection } from './read-query.ts'

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
    where.flatMap(conditionsOf).forEach(countCondition)
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
