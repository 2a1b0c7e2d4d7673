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

export type Bound = keyof typeof BOUNDS

/** A request beyond a bound. */
export class LimitError extends RestError {}

/** Throws a LimitError that names the bound if it is exceeded. */
export function limit(bound: Bound, amount: number): void {
  const [most, words] = BOUNDS[bound]
  if (amount > most) throw new LimitError(400, 'PGRST100', words.replace('%', String(most)))
}
