import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log.ts'

/** Work that goes on after its request was answered; shutting down gives it a moment to end. */
export interface Background {
  run(work: () => Promise<unknown>): void
  settle(patienceMs: number): Promise<void>
}

export function createBackground(log: Logger): Background {
  const pending = new Set<Promise<unknown>>()
  return {
    run: (work) => {
      const task = work()
        .catch((error: unknown) =>
          log.error(
            { error: error instanceof Error ? error.name : typeof error },
            'work after an answer failed',
          ),
        )
        .finally(() => pending.delete(task))
      pending.add(task)
    },
    settle: async (patienceMs) => {
      await Promise.race([Promise.allSettled(pending), sleep(patienceMs, undefined, { ref: false })])
    },
  }
}
