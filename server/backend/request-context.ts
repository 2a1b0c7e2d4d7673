import { AsyncLocalStorage } from 'node:async_hooks'
import type { Filter } from './rest-filters.ts'

/** What is known while one request is inside lite: it tells its error log things its answers leave out. */
export interface RequestContext {
  /** The last error lite reported while it answered: the database's own, with its SQLSTATE. */
  error?: unknown
  /** The statement may take longer than others: it changes thousands of rows, for administrators only. */
  patient?: boolean
  /** It reads, and must not be able to do anything else. */
  isRead?: boolean
  /** One of our own pages asks, not a client: what was run for it. */
  statements?: Statement[]
  /** What the address filters by; lite does not read it there itself. */
  filters?: readonly Filter[]
}

export interface Statement {
  text: string
  parameters: readonly unknown[]
}

export const requestContext = new AsyncLocalStorage<RequestContext>()
