import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TimeBudgetError } from '../../host/database/read-scheduler.ts'
import { type Answer, bodyIn, bytesOf, compressed, createAnswer } from './answer.ts'
import type { Changes } from './changes.ts'
import { createMemory, type Memory } from './memory.ts'

function made(body: string, tags: string[] = ['catalogue']): Answer {
  return createAnswer({ status: 200, headers: [], body, tags: new Set(tags) })
}

/** The listening connection, under the test's control. */
function listening(): Changes & { fresh: boolean } {
  return {
    fresh: true,
    isFresh() {
      return this.fresh
    },
    async awaitNotices() {
      return this.fresh
    },
    close: async () => undefined,
  }
}

let changes: ReturnType<typeof listening>
let memory: Memory
beforeEach(() => {
  changes = listening()
  memory = createMemory({ maxBytes: 1024 * 1024 }, () => changes)
})

const textOf = async (key: string, make: () => Promise<Answer>) =>
  plainText((await memory.load(key, make)).answer)
const plainText = async (answer: Answer) => new TextDecoder().decode(await bodyIn(answer, 'identity'))

describe('one key', () => {
  it('is computed once for concurrent requests, and cached', async () => {
    let times = 0
    const make = async () => {
      times++
      await new Promise((resolve) => setTimeout(resolve, 5))
      return made('once')
    }
    const texts = await Promise.all(Array.from({ length: 20 }, () => textOf('/', make)))
    expect(new Set(texts)).toEqual(new Set(['once']))
    expect((await memory.load('/', make)).isHit).toBe(true)
    expect(times).toBe(1)
  })

  it('is computed again when a computation takes too long, once for all waiting requests', async () => {
    vi.useFakeTimers()
    const slow = memory.load('/', () => new Promise<Answer>(() => undefined))
    let times = 0
    const make = async () => {
      times++
      return made('quick')
    }
    const others = Promise.all(Array.from({ length: 5 }, () => textOf('/', make)))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await others).toEqual(Array.from({ length: 5 }, () => 'quick'))
    expect(times).toBe(1)
    vi.useRealTimers()
    void slow
  })

  it('is computed by a request that waits for another one whose client is refused', async () => {
    const refused = Promise.withResolvers<Answer>()
    const first = memory.load('/', () => refused.promise)
    const second = textOf('/', async () => made('mine'))
    refused.reject(new TimeBudgetError(3))
    await expect(first).rejects.toThrow(TimeBudgetError)
    expect(await second).toBe('mine')
  })

  it('is invalidated by a change of its dependencies, and by no other', async () => {
    await textOf('/', async () => made('old', ['catalogue', 'tool:a']))
    memory.invalidate(['tools#b', 'profiles'])
    expect(memory.holds('/')).toBe(true)
    memory.invalidate(['tools#a'])
    expect(memory.holds('/')).toBe(false)
  })

  it.each([
    ['catalogue', 'tools', true],
    ['catalogue', 'tool_categories', true],
    ['catalogue', 'tools#a', false],
    ['catalogue', 'tool_upvotes#a', false],
    ['counts', 'tools#a', true],
    ['counts', 'tool_upvotes#a', true],
    ['tool:a', 'tools#a', true],
    ['tool:a', 'tools#b', false],
    ['recommendations', 'profiles', true],
    ['recommendations', 'tool_upvotes', true],
    ['recommendations:a', 'tool_upvotes#a', true],
    ['recommendations:a', 'tool_upvotes#b', false],
    ['catalogue', 'anything_else', true],
    ['catalogue', 'private.member_lists', false],
    ['recommendations', '*', true],
  ])('that depends on %s and the notice %s: invalidated %s', async (tag, change, isForgotten) => {
    await textOf('/', async () => made('x', [tag]))
    memory.invalidate([change])
    expect(memory.holds('/')).toBe(!isForgotten)
  })

  it('read before a change and finished after it is not cached, nor sent to later requests', async () => {
    const released = Promise.withResolvers<void>()
    const slow = textOf('/', async () => {
      await released.promise
      return made('before the change')
    })
    memory.invalidate(['tools'])
    expect(await textOf('/', async () => made('after it'))).toBe('after it')
    // Also for a caller that came after another computation had begun.
    memory.invalidate(['profiles'])
    released.resolve()
    expect(await slow).toBe('before the change')
    expect(await textOf('/', async () => made('unused'))).toBe('after it')
  })

  it('is cached although something else changes during its computation', async () => {
    const released = Promise.withResolvers<void>()
    const slow = textOf('/', async () => {
      await released.promise
      return made('right')
    })
    memory.invalidate(['profiles'])
    released.resolve()
    await slow
    expect(memory.holds('/')).toBe(true)
  })

  it('is not cached if it is not cacheable, or if it failed', async () => {
    await textOf('/a', async () => ({ ...made('x'), tags: undefined }))
    await expect(textOf('/c', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await textOf('/c', async () => made('up again'))).toBe('up again')
    expect(memory.holds('/a')).toBe(false)
  })
})

describe('without the listening connection', () => {
  it('nothing is answered from the cache, and computations in progress are not cached', async () => {
    await textOf('/', async () => made('old'))
    const released = Promise.withResolvers<void>()
    const slow = textOf('/slow', async () => {
      await released.promise
      return made('begun before')
    })
    changes.fresh = false
    memory.invalidateAll()
    expect(memory.peek('/')).toBeUndefined()
    expect(await textOf('/', async () => made('from the database'))).toBe('from the database')
    changes.fresh = true
    released.resolve()
    await slow
    expect(memory.holds('/slow')).toBe(false)
    expect(memory.holds('/')).toBe(false)
  })
})

describe('a flood', () => {
  it('stays within the bound, including overhead, and keeps entries that are requested again', {
    timeout: 20_000,
  }, async () => {
    const page = (size: number) => randomBytes(size).toString('base64')
    await textOf('/', async () => made(page(3000)))
    await textOf('/', async () => made('unused'))
    for (let index = 0; index < 20_000; index++) {
      await memory.load(`/tools/made-up-${index}`, async () =>
        made(page(600), ['catalogue', `tool:${index % 50}`]),
      )
      // A page that is requested repeatedly stays.
      if (index % 100 === 0) expect(memory.peek('/')).toBeDefined()
      if (index % 1000 === 0) expect(memory.bytes).toBeLessThanOrEqual(1024 * 1024)
    }
    expect(memory.bytes).toBeLessThanOrEqual(1024 * 1024)
    expect(memory.count).toBeGreaterThan(30)
    expect(memory.holds('/')).toBe(true)
    memory.invalidate(['tools'])
    expect([memory.count, memory.bytes]).toEqual([0, 0])
  })

  it('of long URLs and of huge answers is not cached', async () => {
    await textOf(`/${'x'.repeat(2000)}`, async () => made('x'))
    await textOf('/huge', async () => made('x'.repeat(400_000)))
    expect(memory.count).toBe(0)
  })

  it.each([
    ['text', (page: Answer) => page],
    ['a page', compressed],
  ])('is counted with the encodings asked for later: %s', async (_, held) => {
    const text = Array.from({ length: 500 }, () => `<p>${randomBytes(9).toString('base64')}</p>`).join('')
    const { answer } = await memory.load('/', async () => held(made(text)))
    const counted = memory.bytes
    for (const encoding of ['br', 'gzip'] as const) await bodyIn(answer, encoding)
    expect(Object.values(answer.bodies).reduce((sum, body) => sum + body.byteLength, 0)).toBeLessThan(counted)
    expect(await plainText(answer)).toBe(text)
  })

  it('of pages takes the size of the compressed pages', async () => {
    const page = made('word '.repeat(10_000))
    expect(bytesOf(await compressed(page))).toBeLessThan(bytesOf(page) / 100)
  })
})
