import { LRUCache } from 'lru-cache'
import { type Answer, bytesOf } from './answer.ts'
import type { Changes } from './changes.ts'
import { type Tag, tagsOf } from './tags.ts'

/**
 * Answers for everyone, kept in memory for as long as nothing they depend on changes. One at a time is made for a key.
 * The one who makes it is given the key and nothing else of the request, so that nothing of a person can get in.
 */
export interface Memory {
  /** Whether anything is kept at all. */
  readonly isUsed: boolean
  /** Whether there is an answer, fresh or not. */
  holds(key: string): boolean
  /** The answer, if it is here and may be used now; never waits. */
  peek(key: string): Answer | undefined
  /** The answer: from memory, from someone who is making it now, or made. */
  load(key: string, make: () => Promise<Answer>): Promise<Loaded>
  /** Notices of what changed. */
  invalidate(notices: readonly string[]): void
  invalidateAll(): void
  /** Resolves once everything that was committed before is known here: for whoever just wrote. */
  awaitInvalidations(): Promise<void>
  readonly bytes: number
  readonly count: number
  /** How often an answer was here, and how often it had to be made. */
  readonly reads: Readonly<Record<'hit' | 'miss', number>>
}

export interface Loaded {
  answer: Answer
  /** It was in memory. */
  isHit: boolean
}

export interface MemoryOptions {
  /** 0: nothing is kept. */
  maxBytes: number
  /** The bound of an answer's life in milliseconds, where changes are not notified (a hosted project). */
  lifetimeMs?: number | undefined
}

/** Longer ones are not kept, so that keys cannot fill the memory. */
const MAX_KEY_LENGTH = 1000
/** What an entry costs beside its own bytes: objects, map and index slots. Measured: see bench/flood.ts. */
const OVERHEAD_BYTES = 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** Longer nobody waits for what somebody else is making: their reads may be queued behind others of theirs. */
const JOIN_MS = 1000

/** An answer that is being made. */
interface Flight {
  answer: Promise<Answer>
  /** What changed since it began. */
  changed: Set<Tag>
}

export function createMemory(
  { maxBytes, lifetimeMs }: MemoryOptions,
  changes: () => Changes | undefined,
): Memory {
  const isNotified = lifetimeMs === undefined
  const keysOf = new Map<Tag, Set<string>>()
  const kept = new LRUCache<string, Answer>({
    maxSize: Math.max(maxBytes, 1),
    maxEntrySize: Math.max(Math.floor(maxBytes / 10), 1),
    // Two bytes a character at most.
    sizeCalculation: (answer, key) => bytesOf(answer) + 2 * key.length + OVERHEAD_BYTES,
    dispose: (answer, key) => {
      for (const tag of answer.tags ?? []) {
        const keys = keysOf.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysOf.delete(tag)
      }
    },
  })
  const reads = { hit: 0, miss: 0 }
  /** What is being made and may be kept, if nothing it depends on changes. */
  const running = new Set<Flight>()
  /** Of these, what may still be waited for. */
  const joinable = new Map<string, Flight>()

  const isFresh = () => !isNotified || (changes()?.isFresh() ?? false)
  const awaitNotices = async () => !isNotified || ((await changes()?.awaitNotices()) ?? false)

  /** Until something changes, at most until the day ends (UTC): the only thing a page tells by the clock is the date. */
  const lifetime = () => lifetimeMs ?? DAY_MS - (Date.now() % DAY_MS)

  function keep(key: string, answer: Answer): void {
    // First, so that the tags of the one before are forgotten with it.
    kept.delete(key)
    kept.set(key, answer, { ttl: lifetime() })
    if (!kept.has(key)) return
    for (const tag of answer.tags ?? []) keysOf.set(tag, (keysOf.get(tag) ?? new Set()).add(key))
  }

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
    const answer = await Promise.race([flight.answer, tooLong]).finally(() => clearTimeout(timer))
    if (answer) return { answer, isHit: false }
    // Made anew by the first of those who waited, for the others.
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
    isUsed: maxBytes > 0,
    holds: (key) => kept.has(key),
    peek: (key) => {
      const answer = isFresh() ? kept.get(key) : undefined
      if (answer) reads.hit++
      return answer
    },
    load,
    invalidate: (notices) => {
      for (const notice of notices) {
        const tags = tagsOf(notice)
        if (!tags) return invalidateAll()
        for (const tag of tags) {
          for (const key of keysOf.get(tag) ?? []) kept.delete(key)
          for (const flight of running) flight.changed.add(tag)
        }
      }
      // Whoever asks from now on may have seen the change: nothing that was begun before it is for them.
      joinable.clear()
    },
    invalidateAll,
    reads,
    awaitInvalidations: async () => void (isNotified && (await awaitNotices())),
    get bytes() {
      return kept.calculatedSize
    },
    get count() {
      return kept.size
    },
  }
}
