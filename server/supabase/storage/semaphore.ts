/** Limits concurrent work that needs memory; further callers wait. */
type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore(places: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // A released slot goes to the next waiting caller directly.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
