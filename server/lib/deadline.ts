import { setTimeout as sleep } from 'node:timers/promises'

/** Time left after a second request to end. */
const HURRIED_MS = 1000

/** When everything has to be closed. All parts share one deadline. */
export class Deadline {
  #endsAt: number
  #hurried = new AbortController()

  constructor(ms: number) {
    this.#endsAt = performance.now() + ms
  }

  /** Brings the deadline forward: a second signal came. */
  bringForward(): void {
    this.#endsAt = Math.min(this.#endsAt, performance.now() + HURRIED_MS)
    this.#hurried.abort()
  }

  /**
   * Waits for the work until only `reserveMs` are left for later parts. Resolves to whether the work ended, failed or
   * not; never throws.
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
    // The deadline was brought forward: use what is left now.
    if (!over.aborted) await sleep(rest(), undefined, { signal: over }).catch(() => undefined)
    return false
  }
}

/** The time a process may take to end. */
export const END_MS = 4800

/** Milliseconds reserved for later parts when a part stops waiting. */
export const RESERVE_MS = { requests: 3000, parts: 2500, connections: 2200, database: 700 }
