/** What the query answers, or a failure when that takes longer than `patienceMs`: the query itself is not called off. */
export function inTime<T>(query: PromiseLike<T>, patienceMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new Error('the database does not answer')), patienceMs).unref()
  query.then(resolve, reject)
  return promise.finally(() => clearTimeout(timer))
}
