import { type Answer, createAnswer, type Made } from './answer.ts'
import type { Changes } from './changes.ts'
import { concerned, type Dependency } from './dependencies.ts'
import { createStore } from './store.ts'

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
  load(key: string, make: () => Promise<Made>): Promise<Loaded>
  /** What changed, as `Changes` tells it. */
  forget(names: readonly string[]): void
  forgetAll(): void
  /** Resolves once everything that was committed before is known here: for whoever just wrote. */
  settle(): Promise<void>
  readonly bytes: number
  readonly count: number
}

export interface Loaded {
  answer: Answer
  /** It was in memory. */
  isHit: boolean
}

export interface MemoryOptions {
  /** 0: nothing is kept. */
  maxBytes: number
  /**
   * The bound of an answer's life in milliseconds, where changes are not told (a hosted project). Else it lives until
   * something changes, at most until the day ends (UTC): the only thing a page tells by the clock is the date.
   */
  lifetimeMs?: number | undefined
}

/** Longer ones are not kept, so that keys cannot fill the memory. */
const MAX_KEY_LENGTH = 1000
const DAY_MS = 24 * 60 * 60 * 1000

interface Flight {
  answer: Promise<Answer>
  /** The dependencies that changed since it began; undefined: all. */
  changed: Set<Dependency> | undefined
}

export function createMemory(
  { maxBytes, lifetimeMs }: MemoryOptions,
  changes: () => Changes | undefined,
): Memory {
  const dependents = new Map<Dependency, Set<string>>()
  const store = createStore<Answer>(maxBytes, unlink)
  /** Everything that is being made, and what of it may still be waited for. */
  const running = new Set<Flight>()
  const joinable = new Map<string, Flight>()
  const isUsed = maxBytes > 0
  const isTold = lifetimeMs === undefined

  const isFresh = () => !isTold || (changes()?.isFresh() ?? false)
  const settle = async () => !isTold || ((await changes()?.settle()) ?? false)

  function link(key: string, { dependencies }: Answer): void {
    for (const dependency of dependencies ?? []) {
      const keys = dependents.get(dependency)
      if (keys) keys.add(key)
      else dependents.set(dependency, new Set([key]))
    }
  }

  function unlink(key: string, { dependencies }: Answer): void {
    for (const dependency of dependencies ?? []) {
      const keys = dependents.get(dependency)
      keys?.delete(key)
      if (keys?.size === 0) dependents.delete(dependency)
    }
  }

  function drop(key: string): void {
    const answer = store.take(key)
    if (answer) unlink(key, answer)
  }

  function peek(key: string): Answer | undefined {
    if (!isUsed || !isFresh()) return undefined
    return find(key)
  }

  function find(key: string): Answer | undefined {
    const answer = store.get(key)
    if (!answer || answer.expires > Date.now()) return answer
    drop(key)
    return undefined
  }

  function keep(key: string, answer: Answer, { changed }: Flight): void {
    const { dependencies } = answer
    if (!dependencies || !changed || answer.expires <= Date.now() || key.length > MAX_KEY_LENGTH) return
    for (const dependency of dependencies) if (changed.has(dependency)) return
    drop(key)
    link(key, answer)
    store.put(key, answer)
  }

  /** Apart from where the answer is made: it lives as long as the answer, and would keep all of that alive with it. */
  function weighAgain(key: string): (answer: Answer) => void {
    return (answer) => {
      if (store.holds(key, answer)) store.put(key, answer)
    }
  }

  function start(key: string, make: () => Promise<Made>): Promise<Answer> {
    const flight: Flight = { answer: begin(), changed: new Set() }
    running.add(flight)
    joinable.set(key, flight)
    return flight.answer

    async function begin(): Promise<Answer> {
      try {
        const made = await make()
        const lifeEnds = isTold ? (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS : Date.now() + lifetimeMs
        const expires = Math.min(made.expires, lifeEnds)
        const answer = createAnswer({ ...made, expires }, weighAgain(key))
        keep(key, answer, flight)
        return answer
      } finally {
        running.delete(flight)
        if (joinable.get(key) === flight) joinable.delete(key)
      }
    }
  }

  return {
    isUsed,
    holds: store.has,
    peek,
    load: async (key, make) => {
      if (!isUsed || !(isFresh() || (await settle())))
        return { answer: createAnswer(await make()), isHit: false }
      const kept = find(key)
      if (kept) return { answer: kept, isHit: true }
      return { answer: await (joinable.get(key)?.answer ?? start(key, make)), isHit: false }
    },
    forget: (names) => {
      for (const name of names) {
        const dependencies = concerned(name)
        if (!dependencies) {
          forgetAll()
          continue
        }
        for (const dependency of dependencies) for (const key of dependents.get(dependency) ?? []) drop(key)
        for (const flight of running) for (const dependency of dependencies) flight.changed?.add(dependency)
      }
      // Whoever asks from now on may have seen the change: nothing that was begun before it is for them.
      joinable.clear()
    },
    forgetAll,
    settle: async () => void (isUsed && isTold && (await settle())),
    get bytes() {
      return store.bytes
    },
    get count() {
      return store.count
    },
  }

  function forgetAll(): void {
    store.clear()
    dependents.clear()
    for (const flight of running) flight.changed = undefined
    joinable.clear()
  }
}
