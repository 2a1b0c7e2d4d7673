import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A fair scheduler of the connections for visitors' reads, with a budget of database time for each client
 * (decision 047). A client is a network; reads nobody asked for, at the start, are neither counted nor kept waiting.
 */
export interface ReadScheduler {
  /** Runs what the client asked for; what is read for it meanwhile counts against it. */
  forClient<T>(client: string, work: () => T): T
  /** Before a read is begun: throws a {@link TimeBudgetError} when the client has used up its time. */
  admit(): void
  /** Counts what was done for the client elsewhere than in the database. */
  charge(ms: number): void
  /** One statement: waits for a connection and is measured. `isSlow`: it shares one with all others that are. */
  run<T>(statement: () => Promise<T>, isSlow?: boolean): Promise<T>
  /** Statements that run and that wait. */
  figures(): { running: number; waiting: number }
}

/** The client has used up its time, or asked for too much at once: answered with 429. */
export class TimeBudgetError extends Error {
  override name = 'TimeBudgetError'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('This client has used up its time in the database')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface SchedulerRules {
  /** Statements at once. */
  connections: number
  /** Of one client, while it has used little of its time. */
  perClient: number
  /** Of all clients together that have used more than {@link heavyMs} of their time; each of them has one. */
  forHeavy: number
  heavyMs: number
  /** Slow statements at once, of all clients together. */
  slow: number
  /** What of it is forgotten in a second: less than comes back, so that who goes on stays one of them. */
  forgetMs: number
  /** Statements of one client that may wait. */
  waiting: number
  /** Milliseconds of the database a client may use at once. */
  burstMs: number
  /** What of it comes back in a second. */
  refillMs: number
  /** What a request costs beside its statements, for the work of this process. */
  requestMs: number
}

export const VISITOR_RULES: SchedulerRules = {
  connections: 6,
  perClient: 3,
  forHeavy: 2,
  heavyMs: 500,
  slow: 1,
  forgetMs: 50,
  waiting: 200,
  burstMs: 5000,
  refillMs: 400,
  requestMs: 2,
}

/** Of those who are signed in: each a client, on connections that visitors do not have. Their time is not counted. */
export const MEMBER_RULES: SchedulerRules = { ...VISITOR_RULES, connections: 10, forHeavy: 5 }

interface Client {
  /** Milliseconds left, at the moment `at`; below 0 when the last statements took longer than there was time. */
  left: number
  /** Milliseconds used of late. */
  used: number
  at: number
  running: Set<Running>
  waiting: { isSlow: boolean; start(): void }[]
}

/** A statement that runs. */
interface Running {
  began: number
}

/** For clients that are not limited: everything runs as it comes. */
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
  const { connections, perClient, forHeavy, heavyMs, forgetMs, burstMs, refillMs } = rules
  const asking = new AsyncLocalStorage<string>()
  /** Those with something running, waiting or used. */
  const clients = new Map<string, Client>()
  const waiting = new Set<Client>()
  const busy = new Set<Client>()
  let running = 0
  let slow = 0
  let swept = now()

  function find(name: string): Client {
    const known = clients.get(name)
    if (known) return known
    const added = { left: burstMs, used: 0, at: now(), running: new Set<Running>(), waiting: [] }
    clients.set(name, added)
    return added
  }

  const leftOf = ({ left, at }: Client) => Math.min(burstMs, left + ((now() - at) / 1000) * refillMs)

  const usedOf = ({ used, at }: Client) => Math.max(0, used - ((now() - at) / 1000) * forgetMs)

  /** What runs counts before it ends. */
  function isHeavy(client: Client): boolean {
    let used = usedOf(client)
    for (const { began } of client.running) used += now() - began
    return used > heavyMs
  }

  /** Nobody pays longer than for all of their time once more. */
  function charge(client: Client, ms: number): void {
    client.left = Math.max(-burstMs, leftOf(client) - ms)
    client.used = Math.min(2 * burstMs, usedOf(client) + ms)
    client.at = now()
  }

  /** Clients whose time is whole again are forgotten, now and then. */
  function sweep(): void {
    if (now() - swept < (burstMs / refillMs) * 1000) return
    swept = now()
    for (const [name, client] of clients)
      if (
        client.running.size === 0 &&
        client.waiting.length === 0 &&
        leftOf(client) === burstMs &&
        usedOf(client) === 0
      )
        clients.delete(name)
  }

  /** Statements of clients that have used much: at most six are running. */
  const countHeavy = () => [...busy].filter(isHeavy).reduce((sum, client) => sum + client.running.size, 0)

  function mayRun(client: Client, isSlow: boolean): boolean {
    if (running >= connections || (isSlow && slow >= rules.slow)) return false
    return isHeavy(client)
      ? client.running.size === 0 && countHeavy() < forHeavy
      : client.running.size < perClient
  }

  /** Of a client, what waits and may run now: a quick statement is not kept behind a slow one. */
  const findReady = (client: Client) => client.waiting.findIndex(({ isSlow }) => mayRun(client, isSlow))

  /** The next to run: of those who have used little, then of the others, the one with the fewest running. */
  function findNext(): { client: Client; ready: number; rank: number } | undefined {
    let next: { client: Client; ready: number; rank: number } | undefined
    for (const client of waiting) {
      const rank = client.running.size + (isHeavy(client) ? connections : 0)
      const ready = findReady(client)
      if (ready !== -1 && (!next || rank < next.rank)) next = { client, ready, rank }
    }
    return next
  }

  function startNext(): void {
    for (let next = findNext(); next; next = findNext()) {
      const { client, ready } = next
      const [statement] = client.waiting.splice(ready, 1)
      // Of two with as many running, the one that waited longer comes first.
      waiting.delete(client)
      if (client.waiting.length > 0) waiting.add(client)
      statement?.start()
    }
  }

  /** The next slow statement begins after a rest as long as the last one took: together they have half a processor. */
  function restFor(ms: number): void {
    const end = () => {
      slow--
      startNext()
    }
    if (ms > 0) setTimeout(end, ms).unref()
    else slow--
  }

  /** Takes a connection; what is answered gives it back. */
  function begin(client: Client, isSlow: boolean): () => void {
    const statement = { began: now() }
    if (isSlow) slow++
    client.running.add(statement)
    busy.add(client)
    running++
    const beside = running
    return () => {
      // Of several that run at once each gets its part of the database, and pays for that part: whoever reads while
      // others keep it busy waits longer, but has not used more.
      const taken = (now() - statement.began) / ((beside + running) / 2)
      client.running.delete(statement)
      if (client.running.size === 0) busy.delete(client)
      running--
      charge(client, taken)
      if (isSlow) restFor(now() - statement.began)
      startNext()
    }
  }

  function waitFor(client: Client, isSlow: boolean): Promise<() => void> {
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
      if (client.waiting.length >= rules.waiting) throw new TimeBudgetError(1)
      charge(client, rules.requestMs)
    },
    charge: (ms) => {
      const name = asking.getStore()
      if (name !== undefined) charge(find(name), ms)
    },
    run: async (statement, isSlow = false) => {
      const name = asking.getStore()
      if (name === undefined) return statement()
      const client = find(name)
      const isNext = findReady(client) === -1 && mayRun(client, isSlow)
      const end = isNext ? begin(client, isSlow) : await waitFor(client, isSlow)
      try {
        return await statement()
      } finally {
        end()
      }
    },
  }
}
