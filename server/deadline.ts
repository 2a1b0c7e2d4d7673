import { setTimeout as sleep } from 'node:timers/promises'

/** A second request to end leaves this much time. */
const HURRIED_MS = 1000

/** When everything has to be closed. Every part that closes takes its time from the same one. */
export class Deadline {
  #endsAt: number
  #hurried = new AbortController()

  constructor(ms: number) {
    this.#endsAt = performance.now() + ms
  }

  /** Ends sooner: somebody asked again. */
  hurry(): void {
    this.#endsAt = Math.min(this.#endsAt, performance.now() + HURRIED_MS)
    this.#hurried.abort()
  }

  /**
   * Waits for the work until only `reserveMs` are left for what comes after. Whether it came to its end, well or not;
   * never throws.
   */
  async wait(work: PromiseLike<unknown>, reserveMs: number): Promise<boolean> {
    const over = new AbortController()
    const ended = Promise.resolve(work).then(
      () => true,
      () => true,
    )
    try {
      return await Promise.race([ended, this.#pass(reserveMs, over.signal)])
    } finally {
      over.abort()
    }
  }

  async #pass(reserveMs: number, over: AbortSignal): Promise<false> {
    const rest = () => Math.max(0, this.#endsAt - performance.now() - reserveMs)
    await sleep(rest(), undefined, { signal: AbortSignal.any([over, this.#hurried.signal]) }).catch(
      () => undefined,
    )
    // Woken by a hurry: what is left now.
    if (!over.aborted) await sleep(rest(), undefined, { signal: over }).catch(() => undefined)
    return false
  }
}

/** How long a process may take to end. */
export const END_MS = 4800

/** What is left for those after it when a part gives up waiting, in milliseconds before the end. */
export const RESERVE_MS = { requests: 3000, parts: 2500, connections: 2200, database: 700 }
