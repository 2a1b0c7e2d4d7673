import { Failure } from './errors.ts'

/**
 * The result of the query, or a failure after `timeoutMs`; the query itself is not cancelled. Answers that arrived while this
 * process was busy are read first: timers come before them.
 */
export function withTimeout<T>(query: PromiseLike<T>, timeoutMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const late = () => reject(new Failure('the database does not answer'))
  const timer = setTimeout(() => setImmediate(late), timeoutMs).unref()
  query.then(resolve, reject)
  return promise.finally(() => clearTimeout(timer))
}
