import type { ApiSchema } from './schema.ts'

/**
 * What one request to /rest/v1 may ask for, whoever sends it. The calls of the specification and our own pages stay far
 * within these bounds; a request beyond them would keep the database, or the parser of addresses, from everybody else.
 */

/** What is counted, the most of it there may be, and how a refusal words it. */
const BOUNDS = {
  /** Node refuses a little more than this, together with the other headers; a page in process has no such limit. */
  address: [16_000, 'The address has more than % characters'],
  /** All filters together. */
  conditions: [50, 'The filters have more than % conditions'],
  /** `and` and `or`. */
  nesting: [3, 'The filters have more than % groups in each other'],
  /** As many as an answer has rows, for reads by the ids of another one. */
  elements: [1000, 'The lists have more than % elements'],
  /** The longest text there is to compare with, the address of a logo, has so many. */
  text: [2048, 'A text has more than % characters'],
  /** It costs more the longer it is; names have up to 200. */
  pattern: [200, 'A pattern has more than % characters'],
  /** Each is compared with every row; a list of them counts as so many. */
  patterns: [20, 'The filters have more than % patterns'],
  embeds: [8, 'The select embeds more than % tables'],
  /** The product's own calls embed two tables in each other; each further level multiplies what the database reads. */
  embedDepth: [3, 'The select embeds more than % tables in each other'],
  columns: [100, 'The select names more than % columns'],
  orders: [10, 'The order names more than % columns'],
  offset: [100_000, 'The offset is larger than %'],
} as const satisfies Record<string, readonly [number, string]>

type Bound = keyof typeof BOUNDS

/** What a request asks for, of each thing that is bounded. */
class Asked {
  readonly #amounts = new Map<Bound, number>()

  add(bound: Bound, amount = 1): void {
    this.#amounts.set(bound, (this.#amounts.get(bound) ?? 0) + amount)
  }

  /** For what is bounded each time it occurs, not all together. */
  atLeast(bound: Bound, amount: number): void {
    this.#amounts.set(bound, Math.max(this.#amounts.get(bound) ?? 0, amount))
  }

  /** The first bound that is exceeded, in words. */
  get excess(): string | undefined {
    for (const [bound, amount] of this.#amounts) {
      const [most, words] = BOUNDS[bound]
      if (amount > most) return words.replace('%', String(most))
    }
    return undefined
  }
}

/** Why a request asks for too much, as a sentence that names the bound; undefined for one that does not. */
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
    // A parameter of an embedded table has its name before it.
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

/** `eq.value` and its like. */
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
 * `(a.eq.1,and(b.gt.2,c.in.(3,4)))`. Quotation marks mean nothing here: a comma or parenthesis inside them counts, so
 * that none can be hidden by them.
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

/** Columns and embedded tables, `id,categories(name)`; what is called, `count()`, is no table. */
function measureSelect(text: string, asked: Asked): void {
  let depth = 0
  for (const [bracket] of text.replaceAll(/(?:\.[a-z]+|(?:^|[,(:])\s*count)\(\)/g, '').matchAll(/[()]/g)) {
    depth += bracket === '(' ? 1 : -1
    if (bracket === '(') asked.add('embeds')
    asked.atLeast('embedDepth', depth)
  }
  asked.add('columns', text.split(',').length)
}

/** What a function is given: a text, or an array as PostgreSQL writes it. */
function measureArgument(text: string, asked: Asked): void {
  const parts = text.startsWith('{') ? text.split(',') : [text]
  asked.add('elements', parts.length)
  for (const part of parts) asked.atLeast('text', part.length)
}

/** The same in JSON. What is no JSON is refused elsewhere. */
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
