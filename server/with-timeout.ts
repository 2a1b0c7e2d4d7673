import { Failure } from './errors.ts'

/** What the query answers, or a failure when that takes longer than `timeoutMs`: the query itself is not called off. */
export function withTimeout<T>(query: PromiseLike<T>, timeoutMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const late = () => reject(new Failure('the database does not answer'))
  const timer = setTimeout(late, timeoutMs).unref()
  query.then(resolve, reject)
  return promise.finally(() => clearTimeout(timer))
}
