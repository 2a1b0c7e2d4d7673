import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createReadScheduler, type ReadScheduler, TimeBudgetError } from './read-scheduler.ts'
import { PAGE_RULES, type SchedulerRules } from './scheduler-rules.ts'

const RULES: SchedulerRules = {
  connections: 6,
  perClient: 3,
  forHeavy: 2,
  heavyMs: 500,
  heavyExtraMs: 0,
  restTimes: 2,
  slow: 1,
  decayMs: 50,
  waiting: 10,
  burstMs: 1000,
  refillMs: 100,
  requestMs: 0,
}

let clock: number
let scheduler: ReadScheduler
beforeEach(() => {
  clock = 0
  scheduler = createReadScheduler(RULES, () => clock)
})

/** Statements that run until the test ends them, by client, in the order in which they started. */
function scene() {
  const begun: { client: string; end(): void }[] = []
  const ask = (client: string, count = 1, isSlow = false) => {
    for (let index = 0; index < count; index++)
      void scheduler.forClient(client, () =>
        scheduler.run(() => {
          const { promise, resolve } = Promise.withResolvers<void>()
          begun.push({ client, end: resolve })
          return promise
        }, isSlow),
      )
  }
  /** Ends the client's first running statement. */
  const end = async (client: string) => {
    const index = begun.findIndex((each) => each.client === client)
    begun.splice(index, 1)[0]?.end()
    await settled()
  }
  return { ask, end, running: () => begun.map(({ client }) => client).sort() }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Uses this much time. */
const use = (client: string, ms: number) =>
  scheduler.forClient(client, () =>
    scheduler.run(async () => {
      clock += ms
    }),
  )
const admit = (client: string) => scheduler.forClient(client, scheduler.admit)
const refusal = (client: string): number | undefined => {
  try {
    admit(client)
    return undefined
  } catch (error) {
    if (error instanceof TimeBudgetError) return error.retryAfterSeconds
    throw error
  }
}

describe('the budget of a client', () => {
  test('is used by statements, and is refilled', async () => {
    await use('one', 600)
    expect(refusal('one')).toBeUndefined()
    await use('one', 900)
    expect(refusal('one')).toBeGreaterThanOrEqual(3)
    expect(refusal('another')).toBeUndefined()
    clock += 10_000
    expect(refusal('one')).toBeUndefined()
  })

  test('is charged what a result costs, if that is known, instead of the time', async () => {
    const run = (ms: number, cost: number) => {
      const work = async () => {
        clock += ms
      }
      return scheduler.forClient('one', () => scheduler.run(work, false, () => cost))
    }
    await run(5000, 4)
    expect(refusal('one')).toBeUndefined()
    await run(0, 1100)
    expect(refusal('one')).toBeDefined()
  })

  test('falls at most one budget below zero, for any duration', async () => {
    await use('one', 60_000)
    expect(refusal('one')).toBe(11)
  })

  test('does not apply to work without a client', async () => {
    await scheduler.run(async () => {
      clock += 60_000
    })
    expect(() => scheduler.admit()).not.toThrow()
  })

  test('is charged for work outside the database', () => {
    for (let time = 0; time < 3; time++) scheduler.forClient('one', () => scheduler.charge(400))
    expect(refusal('one')).toBe(3)
  })

  test("is charged for each concurrent statement's share only", async () => {
    const { ask, end } = scene()
    ask('one')
    ask('other')
    clock += 1200
    await end('one')
    await end('other')
    expect([refusal('one'), refusal('other')]).toEqual([undefined, undefined])
  })

  test('is used by statements that fail', async () => {
    const failing = scheduler.forClient('one', () =>
      scheduler.run(() => {
        clock += 2000
        return Promise.reject(new Error('refused'))
      }),
    )
    await expect(failing).rejects.toThrow('refused')
    expect(refusal('one')).toBeDefined()
  })
})

describe('connections', () => {
  test('are denied to a client as soon as its statement takes long', async () => {
    const { ask, end, running } = scene()
    ask('one', 5)
    expect(running()).toHaveLength(3)
    clock += 600
    await end('one')
    expect(running()).toHaveLength(2)
    ask('other', 3)
    expect(running().filter((client) => client === 'other')).toHaveLength(3)
  })

  test('are never all used by one client', async () => {
    const { ask, end, running } = scene()
    ask('hostile', 8)
    expect(running()).toEqual(['hostile', 'hostile', 'hostile'])
    ask('visitor')
    expect(running()).toContain('visitor')
    await end('hostile')
    expect(running().filter((client) => client === 'hostile')).toHaveLength(3)
  })

  test('are given to clients in turn', async () => {
    const { ask, end, running } = scene()
    ask('one', 6)
    ask('other', 6)
    ask('visitor', 1)
    expect(running()).toEqual(['one', 'one', 'one', 'other', 'other', 'other'])
    await end('one')
    expect(running()).toContain('visitor')
  })

  test('are given to light clients first, and few to all heavy ones together', async () => {
    const { ask, end, running } = scene()
    const heavy = ['a', 'b', 'c', 'd']
    for (const client of heavy) await use(client, 900)
    for (const client of [...heavy, ...heavy]) ask(client)
    expect(running()).toEqual(['a', 'b'])
    ask('light', 4)
    expect(running()).toEqual(['a', 'b', 'light', 'light', 'light'])
    await end('a')
    expect(running()).toEqual(['b', 'c', 'light', 'light', 'light'])
  })

  test('of heavy clients are given to the one that used least', async () => {
    const { ask, end, running } = scene()
    for (const client of ['a', 'b']) await use(client, 1900)
    await use('visitor', 600)
    for (const client of ['a', 'b']) ask(client, 2)
    ask('visitor')
    expect(running()).toEqual(['a', 'b'])
    await end('a')
    expect(running()).toEqual(['b', 'visitor'])
  })

  test('are limited to one for all slow statements, by turns of their clients', async () => {
    const { ask, end, running } = scene()
    ask('one', 4, true)
    ask('two', 1, true)
    expect(running()).toEqual(['one'])
    await end('one')
    await end('one')
    expect(running()).toEqual(['two'])
    ask('one', 1)
    ask('two', 1)
    expect(running(), 'quick ones do not wait for it').toEqual(['one', 'two', 'two'])
    await end('two')
    expect(running()).toEqual(['one', 'one', 'two'])
  })

  test('rest after a slow statement for as long as it took', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { ask, end, running } = scene()
    ask('one', 2, true)
    clock += 100
    await end('one')
    await vi.advanceTimersByTimeAsync(99)
    expect(running()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(running()).toEqual(['one'])
  })

  test('rest after a statement of a heavy client, but not for a light one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { ask, end, running } = scene()
    for (const client of ['a', 'b', 'c']) await use(client, 900)
    for (const client of ['a', 'b', 'c']) ask(client)
    expect(running()).toEqual(['a', 'b'])
    clock += 100
    await end('a')
    ask('light')
    await vi.advanceTimersByTimeAsync(199)
    expect(running()).toEqual(['b', 'light'])
    await vi.advanceTimersByTimeAsync(1)
    expect(running()).toEqual(['b', 'c', 'light'])
  })

  test('are few for a client that became heavy, also a while later', async () => {
    scheduler = createReadScheduler({ ...RULES, heavyExtraMs: 500 }, () => clock)
    const { ask, running } = scene()
    await use('one', 501)
    clock += 9_000
    ask('one', 3)
    expect(running()).toEqual(['one'])
    clock += 3_000
    ask('other', 3)
    expect(running()).toEqual(['one', 'other', 'other', 'other'])
  })

  test('have a bounded queue per client', async () => {
    const { ask } = scene()
    ask('one', 13)
    expect(refusal('one')).toBe(1)
    // Members are not admitted: their statements are refused.
    await expect(use('one', 1)).rejects.toThrow(TimeBudgetError)
    expect(refusal('other')).toBeUndefined()
  })
})

test('who opens the page of a tool every half second waits for no heavy client', async () => {
  scheduler = createReadScheduler(PAGE_RULES, () => clock)
  for (let page = 0; page < 120; page++) {
    // What 30,000 characters cost.
    await use('visitor', 11)
    clock += 489
  }
  await use('heavy', 1000)
  const { ask, running } = scene()
  ask('heavy')
  ask('visitor')
  expect(running()).toEqual(['heavy', 'visitor'])
})
