import type { Report } from '../errors.ts'

/** Work that goes on after its request was answered; shutting down gives it a moment to end. */
export interface Background {
  run(work: () => Promise<unknown>): void
  /** Resolves when all of it has ended. */
  settle(): Promise<unknown>
}

export function createBackground(report: Report): Background {
  const pending = new Set<Promise<unknown>>()
  return {
    run: (work) => {
      const task = work()
        .catch((error: unknown) => report('work after an answer failed', error))
        .finally(() => pending.delete(task))
      pending.add(task)
    },
    settle: () => Promise.allSettled(pending),
  }
}
