import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { count } from './counting.ts'
import type { Limiters } from './limiters.ts'

export interface WaitQueueOptions {
  name: string
  /** Interval between releases, over all processes. */
  everySeconds: number
  /** Calls that may wait in this process for one key; further ones are refused. */
  capacity: number
  /** How many of them may come from one network. */
  capacityOfNetwork: number
}

/** Queues of calls, one per key, released one by one at a fixed pace. */
export interface WaitQueue {
  readonly everySeconds: number
  /** Resolves to true when the call is released; to false at once when the queue is full. */
  wait(key: string, network: string): Promise<boolean>
}

export function createWaitQueue(limiters: Limiters, options: WaitQueueOptions): WaitQueue {
  const { name, everySeconds, capacity, capacityOfNetwork } = options
  const limiter = limiters.create({ name, points: 1, seconds: everySeconds })
  /** By key: the networks of waiting calls, and the last release. */
  const queues = new Map<string, { networks: string[]; last: Promise<void> }>()

  return {
    everySeconds,
    wait: async (key, network) => {
      const queue = queues.get(key) ?? { networks: [], last: Promise.resolve() }
      const ofNetwork = queue.networks.filter((other) => other === network).length
      if (queue.networks.length >= capacity || ofNetwork >= capacityOfNetwork) return false
      queues.set(key, queue)
      queue.networks.push(network)
      const released = queue.last.then(() => pace(limiter, key))
      // The next call is released even if this one failed.
      queue.last = released.catch(() => undefined)
      try {
        await released
        return true
      } finally {
        queue.networks.splice(queue.networks.indexOf(network), 1)
        if (queue.networks.length === 0) queues.delete(key)
      }
    },
  }
}

/** Resolves when the last release of any process is long enough ago. */
async function pace(limiter: RateLimiterAbstract, key: string): Promise<void> {
  for (;;) {
    const { state, isSpent } = await count(limiter, key)
    if (!isSpent) return
    await sleep(Math.max(1, state.msBeforeNext), undefined, { ref: false })
  }
}
