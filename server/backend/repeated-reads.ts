import { TextResponse } from '../text-response.ts'
import type { Statement } from './request-context.ts'

/**
 * What our own pages read they read again and again, and lite works longer on the address of a read than the database on
 * its answer. So the statements it made of an address are remembered and run again without it. Only where the answer can
 * be put together from their rows exactly as lite did: that is tried when an address is seen first, and where it is not
 * the same bytes, or anything fails later, lite answers.
 */
export interface RepeatedReads {
  answer(request: Request): Promise<Response>
}

interface Options {
  /** Lets lite answer, and tells the statements it ran. */
  ask(request: Request): Promise<{ response: Response; statements: readonly Statement[] }>
  run(statement: Statement): Promise<unknown[]>
}

interface Plan {
  rows: Statement
  count: Statement | undefined
  /** A function that returns one value: the answer is that value, not a list of rows. */
  isValue: boolean
  headers: [string, string][]
  offset: number
}

/**
 * Lite asks after a function's call which status and headers the function set for its transaction. Outside of one, as
 * here, nothing it sets is left by then.
 */
const asksSettings = ({ text }: Statement) => text.includes("current_setting('response.status'")

/** Addresses remembered; the one remembered longest makes room. */
const MAX_PLANS = 2000
/** Trying costs the read a second time. What changed between the two is worth another try, what is never the same is not. */
const MAX_TRIES = 3

export function createRepeatedReads({ ask, run }: Options): RepeatedReads {
  /** By address: how it is answered, or how often that was looked for in vain. */
  const plans = new Map<string, Plan | number>()
  /** Texts are put together of a hundred pieces each, and the same for many addresses: one copy of each, in one piece. */
  const texts = new Map<string, string>()

  function inOnePiece(statement: Statement): Statement {
    let text = texts.get(statement.text)
    if (text === undefined) {
      text = Buffer.from(statement.text).toString()
      texts.set(text, text)
    }
    return { text, parameters: statement.parameters }
  }

  async function repeat({ rows, count, isValue, headers, offset }: Plan): Promise<Response> {
    const [found, counted] = await Promise.all([run(rows), count && run(count)])
    const total = counted && readCount(counted)
    // What is beyond the end is refused, in lite's words.
    if (total !== undefined && offset > 0 && offset >= total) throw new Error('There is no such page')
    return new TextResponse(JSON.stringify(isValue ? readOnly(found) : found), {
      status: total !== undefined && found.length < total ? 206 : 200,
      headers: [...headers, ['content-range', rangeOf(found.length, total, offset)]],
    })
  }

  /** How lite's answer is put together, if it is put together from rows. */
  async function learn(
    request: Request,
    response: Response,
    body: string,
    statements: readonly Statement[],
  ): Promise<Plan | undefined> {
    const [rows, count, ...others] = statements.filter((each) => !asksSettings(each)).map(inOnePiece)
    if (!rows || others.length > 0 || request.method !== 'GET') return undefined
    const offset = Number(new URL(request.url).searchParams.get('offset') ?? 0)
    const headers = [...response.headers].filter(
      ([name]) => name !== 'content-range' && name !== 'content-length',
    )
    const isValue = count === undefined && !body.startsWith('[')
    const plan = { rows, count, isValue, headers, offset }
    const again = await repeat(plan)
    const isSame =
      again.status === response.status &&
      again.headers.get('content-range') === response.headers.get('content-range') &&
      (await again.text()) === body
    return isSame ? plan : undefined
  }

  async function answerFirst(request: Request, key: string, tries = 0): Promise<Response> {
    const { response, statements } = await ask(request)
    if (!response.ok || tries >= MAX_TRIES) return response
    const body = await response.text()
    const plan = await learn(request, response, body, statements).catch(() => undefined)
    plans.set(key, plan ?? tries + 1)
    const { value: oldest } = plans.keys().next()
    if (plans.size > MAX_PLANS && oldest !== undefined) plans.delete(oldest)
    const { status, headers } = response
    return new Response(request.method === 'HEAD' ? null : body, { status, headers })
  }

  return {
    answer: async (request) => {
      const wishes = ['accept', 'prefer', 'range'].map((name) => request.headers.get(name))
      const key = [request.method, request.url, ...wishes].join(' ')
      const plan = plans.get(key)
      if (plan === undefined || typeof plan === 'number') return answerFirst(request, key, plan)
      try {
        return await repeat(plan)
      } catch {
        // The schema may be another one by now, or the database away: lite says which.
        plans.delete(key)
        return answerFirst(request, key)
      }
    },
  }
}

/** The one value of the one row. */
function readOnly([row, ...others]: unknown[]): unknown {
  const values = typeof row === 'object' && row !== null && others.length === 0 ? Object.values(row) : []
  if (values.length === 1) return values[0]
  throw new Error('This is no single value')
}

function readCount([row]: unknown[]): number {
  if (typeof row === 'object' && row !== null && '__count' in row) return Number(row.__count)
  throw new Error('This is no count')
}

function rangeOf(length: number, total: number | undefined, offset: number): string {
  return `${length > 0 ? `${offset}-${offset + length - 1}` : '*'}/${total ?? '*'}`
}
