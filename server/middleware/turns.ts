import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { count } from './counting.ts'
import type { Limiters } from './limiters.ts'

export interface TurnOptions {
  name: string
  /** From one turn to the next, of all processes together. */
  everySeconds: number
  /** How many may wait in this process; whoever comes then is refused. */
  room: number
  /** How many of one network; the others have the rest. */
  roomOfNetwork: number
}

/** Lets those who come for one subject go on one after the other, at a pace. */
export interface Turns {
  readonly everySeconds: number
  /** Resolves when it is this one's turn; false at once when too many are waiting. */
  take(key: string, network: string): Promise<boolean>
}

export function createTurns(limiters: Limiters, options: TurnOptions): Turns {
  const { name, everySeconds, room, roomOfNetwork } = options
  const limiter = limiters.create({ name, points: 1, seconds: everySeconds, blockedAt: 1 })
  /** By subject: the networks of those who wait, the first one first. */
  const rooms = new Map<string, { networks: string[]; last: Promise<void> }>()

  return {
    everySeconds,
    take: async (key, network) => {
      const place = rooms.get(key) ?? { networks: [], last: Promise.resolve() }
      const ofNetwork = place.networks.filter((other) => other === network).length
      if (place.networks.length >= room || ofNetwork >= roomOfNetwork) return false
      rooms.set(key, place)
      place.networks.push(network)
      const turn = place.last.then(() => waitFor(limiter, key))
      // The next one comes to its turn whatever became of this one.
      place.last = turn.catch(() => undefined)
      try {
        await turn
        return true
      } finally {
        place.networks.splice(place.networks.indexOf(network), 1)
        if (place.networks.length === 0) rooms.delete(key)
      }
    },
  }
}

async function waitFor(limiter: RateLimiterAbstract, key: string): Promise<void> {
  for (;;) {
    const { state, isSpent } = await count(limiter, key)
    if (!isSpent) return
    await sleep(Math.max(1, state.msBeforeNext), undefined, { ref: false })
  }
}
