import type * as z from 'zod'
import { TimeBudgetError } from '../host/database/read-scheduler.ts'
import { Failure } from '../lib/errors.ts'

/** Reads the backend as a visitor, through /rest/v1, with each of the three kinds of backend. */
export type Reader = ReturnType<typeof createReader>

/** The backend gave no usable answer: the request is answered with 503. */
export class ReadError extends Failure {
  override name = 'ReadError'
  /** Undefined: no response, or an unexpected one. */
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
) {
  const headers = { apikey: publishableKey, authorization: `Bearer ${publishableKey}` }
  async function ask<T>(path: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> {
    const response = await fetch(new Request(new URL(`/rest/v1/${path}`, origin), init)).catch((error) => {
      if (error instanceof TimeBudgetError) throw error
      return undefined
    })
    if (!response?.ok)
      throw new ReadError(`/rest/v1 answered ${response?.status ?? 'nothing'}`, response?.status)
    // As text, which our own responses provide directly.
    const parsed = schema.safeParse(JSON.parse(await response.text()))
    if (!parsed.success) throw new ReadError('/rest/v1 answered something else than asked for')
    return parsed.data
  }
  return {
    /** Rows of a table: `rows('tools?select=slug', schema)`. */
    rows: <T>(query: string, schema: z.ZodType<T>) => ask(query, { headers }, schema),
    /** The result of a read-only function. */
    call: <T>(name: string, args: Record<string, unknown>, schema: z.ZodType<T>) =>
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
