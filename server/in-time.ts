import { Failure } from './errors.ts'

/** What the query answers, or a failure when that takes longer than `patienceMs`: the query itself is not called off. */
export function inTime<T>(query: PromiseLike<T>, patienceMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const late = () => reject(new Failure('the database does not answer'))
  const timer = setTimeout(late, patienceMs).unref()
  query.then(resolve, reject)
  return promise.finally(() => clearTimeout(timer))
}
