import type { ApiSchema } from './schema.ts'

/**
 * Bounds of one request to /rest/v1, for every caller. The calls of the specification and of our own pages stay far
 * within them; a request beyond them would occupy the database, or the URL parser, at everybody's expense.
 */

/** What is counted, its maximum, and its wording in a refusal. */
const BOUNDS = {
  /** Node refuses slightly more than this including the headers; requests made in process have no such limit. */
  address: [16_000, 'The address has more than % characters'],
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
  orders: [10, 'The order names more than % columns'],
  offset: [100_000, 'The offset is larger than %'],
} as const satisfies Record<string, readonly [number, string]>

type Bound = keyof typeof BOUNDS

/** Counts of a request, for each bound. */
class Asked {
  readonly #amounts = new Map<Bound, number>()

  add(bound: Bound, amount = 1): void {
    this.#amounts.set(bound, (this.#amounts.get(bound) ?? 0) + amount)
  }

  /** For bounds that apply to each occurrence instead of the total. */
  atLeast(bound: Bound, amount: number): void {
    this.#amounts.set(bound, Math.max(this.#amounts.get(bound) ?? 0, amount))
  }

  /** The first exceeded bound, in words. */
  get excess(): string | undefined {
    for (const [bound, amount] of this.#amounts) {
      const [most, words] = BOUNDS[bound]
      if (amount > most) return words.replace('%', String(most))
    }
    return undefined
  }
}

/** A sentence that names the bound a request exceeds; undefined when it exceeds none. */
export async function exceededLimit(
  request: Request,
  functions: ApiSchema['functions'],
): Promise<string | undefined> {
  const asked = new Asked()
  asked.add('address', request.url.length)
  const { pathname, searchParams } = new URL(request.url)
  const known = functions.get(/^\/rest\/v1\/rpc\/([^/]+)$/.exec(pathname)?.[1] ?? '')
  const called = known?.isReadOnly ? known.arguments : undefined
  for (const [name, value] of searchParams) {
    // A parameter of an embedded table is prefixed with the table's name.
    const kind = name.slice(name.lastIndexOf('.') + 1)
    if (called?.has(name)) measureArgument(value, asked)
    else if (kind === 'select') measureSelect(value, asked)
    else if (kind === 'order') asked.add('orders', value.split(',').length)
    else if (kind === 'offset') asked.atLeast('offset', Number(value) || 0)
    else if (kind === 'or' || kind === 'and') measureGroup(value, asked)
    else if (!NO_FILTER.has(kind)) measureCondition(value, asked)
  }
  const [, from] = /^(\d+)-/.exec(request.headers.get('range') ?? '') ?? []
  asked.atLeast('offset', Number(from ?? 0))
  if (called && request.body && !asked.excess) measureBody(await request.clone().text(), asked)
  return asked.excess
}

const NO_FILTER = new Set(['limit', 'columns', 'on_conflict', 'apikey'])
const PATTERN = /^(?:not\.)?(?:i?like|i?match|(?:pl|ph|w)?fts)\b/
const LIST = /^(?:not\.)?(?:in\.\s*\(|(?:cs|cd|ov)\.\{|[a-z]+\((?:any|all)\)\.)/

/** `eq.value` and the like. */
function measureCondition(condition: string, asked: Asked): void {
  asked.add('conditions')
  const isList = LIST.test(condition)
  const parts = isList ? condition.split(',') : [condition]
  if (isList) asked.add('elements', parts.length)
  const isPattern = PATTERN.test(condition)
  if (isPattern) asked.add('patterns', parts.length)
  for (const part of parts) asked.atLeast(isPattern ? 'pattern' : 'text', part.length)
}

/**
 * `(a.eq.1,and(b.gt.2,c.in.(3,4)))`. Quotation marks are ignored here: commas and parentheses within them count, so
 * that none can be hidden by quoting.
 */
function measureGroup(text: string, asked: Asked): void {
  let condition = ''
  let groups = 0
  let lists = 0
  const end = () => {
    const [, comparison] = /^(?:[^.]*\.)?(.*)$/s.exec(condition) ?? []
    if (condition) measureCondition(comparison ?? '', asked)
    condition = ''
  }
  for (const character of text) {
    const opensGroup = character === '(' && lists === 0 && /^(?:not\.)?(?:and|or)?$/.test(condition)
    if (opensGroup) {
      asked.atLeast('nesting', ++groups)
      condition = ''
    } else if (character === ',' && lists === 0) end()
    else if (character === ')' && lists === 0) {
      end()
      groups--
    } else {
      condition += character
      if ('({'.includes(character)) lists++
      if (')}'.includes(character) && lists > 0) lists--
    }
  }
  end()
}

/** Columns and embedded tables, `id,categories(name)`; a call such as `count()` is no table. */
function measureSelect(text: string, asked: Asked): void {
  let depth = 0
  for (const [bracket] of text.replaceAll(/(?:\.[a-z]+|(?:^|[,(:])\s*count)\(\)/g, '').matchAll(/[()]/g)) {
    depth += bracket === '(' ? 1 : -1
    if (bracket === '(') asked.add('embeds')
    asked.atLeast('embedDepth', depth)
  }
  asked.add('columns', text.split(',').length)
}

/** An argument of a function: a text, or an array in PostgreSQL's notation. */
function measureArgument(text: string, asked: Asked): void {
  const parts = text.startsWith('{') ? text.split(',') : [text]
  asked.add('elements', parts.length)
  for (const part of parts) asked.atLeast('text', part.length)
}

/** The same in JSON. Invalid JSON is refused elsewhere. */
function measureBody(text: string, asked: Asked): void {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return
  }
  if (typeof body !== 'object' || body === null) return
  for (const value of Object.values(body).flat())
    measureArgument(typeof value === 'string' ? value : '', asked)
}
