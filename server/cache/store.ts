/**
 * A bounded memory. New entries are on trial in a small part of it; what is asked for a second time moves to the larger
 * part, and only there what was used least recently makes room. A flood of addresses that are asked for once therefore
 * drives out nothing but itself.
 */
export interface Sized {
  /** Bytes, everything counted. */
  readonly bytes: number
}

export interface Store<T extends Sized> {
  /** Counts as a use. */
  get(key: string): T | undefined
  /** Takes the place of what was there. An entry of more than a tenth of the whole is not kept. */
  put(key: string, entry: T): void
  /** Takes it out. */
  take(key: string): T | undefined
  /** No use of it. */
  has(key: string): boolean
  /** Whether it is this one that is kept; no use of it. */
  holds(key: string, entry: T): boolean
  clear(): void
  readonly bytes: number
  readonly count: number
}

/** What an entry costs beside its own bytes: objects, map and index slots. Measured: see bench/flood.ts. */
const OVERHEAD_BYTES = 2600
/** Of the whole; the rest is for what was asked for again. */
const TRIAL_SHARE = 0.2

interface Part<T> {
  entries: Map<string, { value: T; bytes: number }>
  bytes: number
}

export function createStore<T extends Sized>(
  maxBytes: number,
  onEvicted: (key: string, entry: T) => void,
): Store<T> {
  const trial: Part<T> = { entries: new Map(), bytes: 0 }
  const proven: Part<T> = { entries: new Map(), bytes: 0 }
  const trialBytes = maxBytes * TRIAL_SHARE

  function take(part: Part<T>, key: string): T | undefined {
    const found = part.entries.get(key)
    if (!found) return undefined
    part.entries.delete(key)
    part.bytes -= found.bytes
    return found.value
  }

  // Two bytes a character at most.
  const cost = (key: string, value: T) => value.bytes + 2 * key.length + OVERHEAD_BYTES

  function add(part: Part<T>, key: string, value: T): void {
    const bytes = cost(key, value)
    part.entries.set(key, { value, bytes })
    part.bytes += bytes
  }

  function dropOldest(part: Part<T>): { key: string; value: T } | undefined {
    const { value: key } = part.entries.keys().next()
    if (key === undefined) return undefined
    const value = take(part, key)
    return value && { key, value }
  }

  function makeRoom(): void {
    while (proven.bytes > maxBytes - trialBytes) {
      const oldest = dropOldest(proven)
      if (oldest) add(trial, oldest.key, oldest.value)
    }
    while (trial.bytes > trialBytes) {
      const oldest = dropOldest(trial)
      if (oldest) onEvicted(oldest.key, oldest.value)
    }
  }

  return {
    get: (key) => {
      const known = take(proven, key) ?? take(trial, key)
      if (!known) return undefined
      add(proven, key, known)
      makeRoom()
      return known
    },
    put: (key, entry) => {
      if (cost(key, entry) > trialBytes / 2) return
      const wasProven = take(proven, key) !== undefined
      take(trial, key)
      add(wasProven ? proven : trial, key, entry)
      makeRoom()
    },
    take: (key) => take(proven, key) ?? take(trial, key),
    has: (key) => proven.entries.has(key) || trial.entries.has(key),
    holds: (key, entry) => (proven.entries.get(key) ?? trial.entries.get(key))?.value === entry,
    clear: () => {
      for (const part of [trial, proven]) {
        part.entries.clear()
        part.bytes = 0
      }
    },
    get bytes() {
      return trial.bytes + proven.bytes
    },
    get count() {
      return trial.entries.size + proven.entries.size
    },
  }
}
