import { expect, test } from 'vitest'
import { limitersInMemory } from './limiters.ts'
import { createWaitQueue } from './wait-queue.ts'

let names = 0
const open = (everySeconds: number) =>
  createWaitQueue(limitersInMemory, {
    name: `queue-${++names}`,
    everySeconds,
    capacity: 3,
    capacityOfNetwork: 2,
  })

test('calls of one key are released one by one, at a fixed pace', async () => {
  const queue = open(0.1)
  const started = performance.now()
  const released: [string, number][] = []
  const wait = async (name: string, key: string) => {
    expect(await queue.wait(key, name)).toBe(true)
    released.push([name, performance.now() - started])
  }
  await Promise.all([wait('a', 'one'), wait('b', 'one'), wait('c', 'one'), wait('d', 'another')])
  const order = released.map(([name]) => name)
  expect(order.filter((name) => name !== 'd')).toEqual(['a', 'b', 'c'])
  expect(order.indexOf('d')).toBeLessThan(2)
  expect(Object.fromEntries(released).b).toBeGreaterThan(90)
  expect(Object.fromEntries(released).c).toBeGreaterThan(190)
})

test('a full queue refuses at once, and takes calls again when it has room', async () => {
  const queue = open(0.05)
  const [first, second] = [queue.wait('key', 'a'), queue.wait('key', 'a')]
  expect(await queue.wait('key', 'a'), 'two of a network').toBe(false)
  const third = queue.wait('key', 'b')
  expect(await queue.wait('key', 'c'), 'three in all').toBe(false)
  expect(await Promise.all([first, second, third])).toEqual([true, true, true])
  expect(await queue.wait('key', 'c')).toBe(true)
})
