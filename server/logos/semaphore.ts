/** Lets so many at a time do what takes memory; the others wait their turn. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore(places: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // A place that is wanted is handed on and never free in between.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
