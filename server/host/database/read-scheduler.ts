import { AsyncLocalStorage } from 'node:async_hooks'
import { type SchedulerRules, VISITOR_RULES } from './scheduler-rules.ts'

/**
 * Schedules visitors' reads fairly over few connections, with a budget of database time per client (decision 047). A
 * client is a network; reads without a client, at the start, are neither charged nor queued.
 */
export interface ReadScheduler {
  /** Runs work for a client, which is charged for all reads in it. */
  forClient<T>(client: string, work: () => T): T
  /** Before a read: throws a {@link TimeBudgetError} when the client's budget is used up. */
  admit(): void
  /** Charges the current client for work outside the database. */
  charge(ms: number): void
  /**
   * Runs one statement when it gets a connection, and charges its time, or what `costOf` says of its result; refused
   * like `admit` if too many wait.
   */
  run<T>(statement: () => Promise<T>, isSlow?: boolean, costOf?: (result: T) => number): Promise<T>
  /** Numbers of running and waiting statements. */
  figures(): { running: number; waiting: number }
}

/** The client's budget is used up, or too many of its statements wait: answered with 429. */
export class TimeBudgetError extends Error {
  override name = 'TimeBudgetError'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('This client has used up its time in the database')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface Client {
  /** The budget at the time `at`; negative when the last statements exceeded it. */
  left: number
  /** Recently used milliseconds at the time `at`. */
  used: number
  at: number
  running: Set<{ began: number }>
  waiting: { isSlow: boolean; start(): void }[]
}

/** Without limits: everything runs at once. */
export const unscheduled: ReadScheduler = {
  forClient: (_, work) => work(),
  admit: () => undefined,
  charge: () => undefined,
  run: (statement) => statement(),
  figures: () => ({ running: 0, waiting: 0 }),
}

export function createReadScheduler(
  rules: SchedulerRules = VISITOR_RULES,
  now = () => performance.now(),
): ReadScheduler {
  const { connections, perClient, forHeavy, heavyMs, decayMs, burstMs, refillMs } = rules
  const asking = new AsyncLocalStorage<string>()
  /** Clients with running or waiting statements, or a budget that is not full. */
  const clients = new Map<string, Client>()
  const waiting = new Set<Client>()
  const busy = new Set<Client>()
  let running = 0
  let slow = 0
  /** Places of heavy clients that stay empty for a moment. */
  let resting = 0
  let swept = now()

  function find(name: string): Client {
    const known = clients.get(name)
    if (known) return known
    const added = { left: burstMs, used: 0, at: now(), running: new Set<{ began: number }>(), waiting: [] }
    clients.set(name, added)
    return added
  }

  const leftOf = ({ left, at }: Client) => Math.min(burstMs, left + ((now() - at) / 1000) * refillMs)

  const usedOf = ({ used, at }: Client) => Math.max(0, used - ((now() - at) / 1000) * decayMs)

  /** Running statements count before they end. */
  function isHeavy(client: Client): boolean {
    let used = usedOf(client)
    for (const { began } of client.running) used += now() - began
    return used > heavyMs
  }

  /** The debt is bounded by one more budget. */
  function charge(client: Client, ms: number): void {
    const before = usedOf(client)
    const extra = before <= heavyMs && before + ms > heavyMs ? rules.heavyExtraMs : 0
    client.left = Math.max(-burstMs, leftOf(client) - ms)
    client.used = Math.min(2 * burstMs, before + ms + extra)
    client.at = now()
  }

  /** Occasionally removes clients whose budget is full again. */
  function sweep(): void {
    if (now() - swept < (burstMs / refillMs) * 1000) return
    swept = now()
    for (const [name, client] of clients) {
      const isIdle = client.running.size === 0 && client.waiting.length === 0
      if (isIdle && leftOf(client) === burstMs && usedOf(client) === 0) clients.delete(name)
    }
  }

  /** Running statements of heavy clients. */
  const countHeavy = () => [...busy].filter(isHeavy).reduce((sum, client) => sum + client.running.size, 0)

  function mayRun(client: Client, isSlow: boolean): boolean {
    if (running >= connections || (isSlow && slow >= rules.slow)) return false
    return isHeavy(client)
      ? client.running.size === 0 && countHeavy() + resting < forHeavy
      : client.running.size < perClient
  }

  /** The client's first waiting statement that may run now: a slow one does not block a quick one. */
  const findReady = (client: Client) => client.waiting.findIndex(({ isSlow }) => mayRun(client, isSlow))

  /**
   * The client to serve next: the one with the fewest running statements. Heavy clients come last, of them the one that used
   * least; those that used about as much take turns.
   */
  function findNext(): { client: Client; ready: number; rank: number } | undefined {
    let next: { client: Client; ready: number; rank: number } | undefined
    for (const client of waiting) {
      const rank = isHeavy(client) ? connections + Math.floor(usedOf(client) / heavyMs) : client.running.size
      const ready = findReady(client)
      if (ready !== -1 && (!next || rank < next.rank)) next = { client, ready, rank }
    }
    return next
  }

  function startNext(): void {
    for (let next = findNext(); next; next = findNext()) {
      const { client, ready } = next
      const [statement] = client.waiting.splice(ready, 1)
      // Moves to the end, so that of equal clients the one that waited longest comes first.
      waiting.delete(client)
      if (client.waiting.length > 0) waiting.add(client)
      statement?.start()
    }
  }

  /** Delays the next statement of a kind. */
  function restFor(ms: number, isOver: () => void): void {
    const end = () => {
      isOver()
      startNext()
    }
    if (ms > 0) setTimeout(end, ms).unref()
    else isOver()
  }

  function expectRoom(client: Client): void {
    if (client.waiting.length >= rules.waiting) throw new TimeBudgetError(1)
  }

  /** Takes a connection; the returned function releases it, and charges for its share of the time or the given cost. */
  function begin(client: Client, isSlow: boolean): (cost?: number) => void {
    const statement = { began: now() }
    const wasHeavy = isHeavy(client)
    if (isSlow) slow++
    client.running.add(statement)
    busy.add(client)
    running++
    const beside = running
    return (cost) => {
      const lasted = now() - statement.began
      // Concurrent statements share the database, so each is charged for its share of the time only.
      const taken = cost ?? lasted / ((beside + running) / 2)
      client.running.delete(statement)
      if (client.running.size === 0) busy.delete(client)
      running--
      charge(client, taken)
      if (isSlow) restFor(lasted, () => slow--)
      if (wasHeavy) {
        resting++
        restFor(rules.restTimes * (cost ?? lasted), () => resting--)
      }
      startNext()
    }
  }

  function waitFor(client: Client, isSlow: boolean): Promise<ReturnType<typeof begin>> {
    waiting.add(client)
    return new Promise((resolve) =>
      client.waiting.push({ isSlow, start: () => resolve(begin(client, isSlow)) }),
    )
  }

  return {
    figures: () => ({
      running,
      waiting: [...waiting].reduce((sum, client) => sum + client.waiting.length, 0),
    }),
    forClient: (name, work) => asking.run(name, work),
    admit: () => {
      const name = asking.getStore()
      if (name === undefined) return
      sweep()
      const client = find(name)
      const left = leftOf(client)
      if (left <= 0) throw new TimeBudgetError(Math.ceil(-left / refillMs) + 1)
      expectRoom(client)
      charge(client, rules.requestMs)
    },
    charge: (ms) => {
      const name = asking.getStore()
      if (name !== undefined) charge(find(name), ms)
    },
    run: async (statement, isSlow = false, costOf) => {
      const name = asking.getStore()
      if (name === undefined) return statement()
      sweep()
      const client = find(name)
      expectRoom(client)
      const isNext = findReady(client) === -1 && mayRun(client, isSlow)
      const end = isNext ? begin(client, isSlow) : await waitFor(client, isSlow)
      let cost: number | undefined
      try {
        const result = await statement()
        cost = costOf?.(result)
        return result
      } finally {
        end(cost)
      }
    },
  }
}
