import type * as z from 'zod'
import { TimeBudgetError } from '../database/read-scheduler.ts'
import { Failure } from '../errors.ts'

/** The backend as a visitor may read it, through /rest/v1, whichever of the three backends answers that. */
export interface Reader {
  /** Rows of a table: `rows('tools?select=slug', schema)`. */
  rows<T>(query: string, schema: z.ZodType<T>): Promise<T>
  /** What a function that only reads answers. */
  call<T>(name: string, args: Record<string, unknown>, schema: z.ZodType<T>): Promise<T>
}

/** The backend gave no answer that can be used: the request is answered with 503. */
export class ReadError extends Failure {
  override name = 'ReadError'
  /** Undefined: nothing was answered, or something else than asked for. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** `fetch` is the backend in process, or a hosted project's. */
export function createReader(
  fetch: (request: Request) => Promise<Response>,
  origin: string,
  publishableKey: string,
): Reader {
  const headers = { apikey: publishableKey, authorization: `Bearer ${publishableKey}` }
  async function ask<T>(path: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> {
    const response = await fetch(new Request(new URL(`/rest/v1/${path}`, origin), init)).catch((error) => {
      if (error instanceof TimeBudgetError) throw error
      return undefined
    })
    if (!response?.ok)
      throw new ReadError(`/rest/v1 answered ${response?.status ?? 'nothing'}`, response?.status)
    // As text, which a response of ours has at hand.
    const parsed = schema.safeParse(JSON.parse(await response.text()))
    if (!parsed.success) throw new ReadError('/rest/v1 answered something else than asked for')
    return parsed.data
  }
  return {
    rows: (query, schema) => ask(query, { headers }, schema),
    call: (name, args, schema) =>
      ask(
        `rpc/${name}`,
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(args),
        },
        schema,
      ),
  }
}
