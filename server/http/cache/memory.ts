import { LRUCache } from 'lru-cache'
import { TimeBudgetError } from '../../host/database/read-scheduler.ts'
import { type Answer, bytesOf } from './answer.ts'
import type { Changes } from './changes.ts'
import { type Tag, tagsOf } from './tags.ts'

/**
 * A cache of public responses, valid until something they depend on changes. One response is computed per key at a
 * time, from the key and nothing else of the request, so that nothing personal can get in.
 */
export type Memory = ReturnType<typeof createMemory>

export interface Loaded {
  answer: Answer
  /** A cache hit. */
  isHit: boolean
}

interface MemoryOptions {
  /** 0: caching is off. */
  maxBytes: number
  /** The maximum age in milliseconds, where changes are not notified (a hosted project). */
  lifetimeMs?: number | undefined
}

/** Longer keys are not cached, so that keys cannot fill the memory. */
const MAX_KEY_LENGTH = 1000
/** Overhead of an entry: objects, map and index slots. Measured. */
const OVERHEAD_BYTES = 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** The longest wait for another request's computation: its reads may be queued behind others of that client. */
const JOIN_MS = 1000

/** A computation in progress. */
interface Flight {
  answer: Promise<Answer>
  /** Changes since it began. */
  changed: Set<Tag>
}

export function createMemory({ maxBytes, lifetimeMs }: MemoryOptions, changes: () => Changes | undefined) {
  const isNotified = lifetimeMs === undefined
  const keysOf = new Map<Tag, Set<string>>()
  const kept = new LRUCache<string, Answer>({
    maxSize: Math.max(maxBytes, 1),
    maxEntrySize: Math.max(Math.floor(maxBytes / 10), 1),
    // At most two bytes per character.
    sizeCalculation: (answer, key) => bytesOf(answer) + 2 * key.length + OVERHEAD_BYTES,
    dispose: (answer, key) => {
      for (const tag of answer.tags ?? []) {
        const keys = keysOf.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysOf.delete(tag)
      }
    },
  })
  const reads: Record<'hit' | 'miss', number> = { hit: 0, miss: 0 }
  /** Computations in progress whose result may be cached, unless a dependency changes. */
  const running = new Set<Flight>()
  /** Those that other requests may still wait for. */
  const joinable = new Map<string, Flight>()

  const isFresh = () => !isNotified || (changes()?.isFresh() ?? false)
  const awaitNotices = async () => !isNotified || ((await changes()?.awaitNotices()) ?? false)

  /** Expires at the end of the day (UTC): the date is the only thing on a page that follows the clock. */
  const lifetime = () => lifetimeMs ?? DAY_MS - (Date.now() % DAY_MS)

  function keep(key: string, answer: Answer): void {
    // First, so that the tags of the replaced entry go with it.
    kept.delete(key)
    kept.set(key, answer, { ttl: lifetime() })
    if (!kept.has(key)) return
    for (const tag of answer.tags ?? []) keysOf.set(tag, (keysOf.get(tag) ?? new Set()).add(key))
  }

  /** The response: cached, from a computation in progress, or computed. */
  async function load(key: string, make: () => Promise<Answer>): Promise<Loaded> {
    if (!isFresh() && !(await awaitNotices()))
      return { answer: { ...(await make()), tags: undefined }, isHit: false }
    const known = kept.get(key)
    reads[known ? 'hit' : 'miss']++
    if (known) return { answer: known, isHit: true }
    const flight = joinable.get(key)
    if (!flight) return { answer: await start(key, make), isHit: false }
    const { promise: tooLong, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, JOIN_MS)
    const answer = await Promise.race([flight.answer, tooLong])
      .catch((error: unknown) => {
        // Whoever began it has used up a budget; it is not this request's.
        if (!(error instanceof TimeBudgetError)) throw error
      })
      .finally(() => clearTimeout(timer))
    if (answer) return { answer, isHit: false }
    // The first of the waiting requests computes it again, for all of them.
    if (joinable.get(key) === flight) joinable.delete(key)
    return load(key, make)
  }

  function start(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const flight: Flight = { answer: begin(), changed: new Set() }
    running.add(flight)
    joinable.set(key, flight)
    return flight.answer

    async function begin(): Promise<Answer> {
      try {
        const answer = await make()
        const isCurrent = running.has(flight) && ![...flight.changed].some((tag) => answer.tags?.has(tag))
        if (answer.tags && isCurrent && key.length <= MAX_KEY_LENGTH) keep(key, answer)
        return answer
      } finally {
        running.delete(flight)
        if (joinable.get(key) === flight) joinable.delete(key)
      }
    }
  }

  function invalidateAll(): void {
    kept.clear()
    running.clear()
    joinable.clear()
  }

  return {
    /** Whether caching is on. */
    isUsed: maxBytes > 0,
    /** Whether there is an entry, fresh or not. */
    holds: (key: string) => kept.has(key),
    /** The entry, if it is present and valid now; never waits. */
    peek: (key: string): Answer | undefined => {
      const answer = isFresh() ? kept.get(key) : undefined
      if (answer) reads.hit++
      return answer
    },
    load,
    /** Takes notices of changes. */
    invalidate: (notices: readonly string[]) => {
      for (const notice of notices) {
        const tags = tagsOf(notice)
        if (!tags) return invalidateAll()
        for (const tag of tags) {
          for (const key of keysOf.get(tag) ?? []) kept.delete(key)
          for (const flight of running) flight.changed.add(tag)
        }
      }
      // Later requests may have seen the change, so they must not get a computation that began before it.
      joinable.clear()
    },
    invalidateAll,
    reads,
    /** Resolves once all earlier commits are known here: for requests that have just written. */
    awaitInvalidations: async () => void (isNotified && (await awaitNotices())),
    get bytes() {
      return kept.calculatedSize
    },
    get count() {
      return kept.size
    },
  }
}
