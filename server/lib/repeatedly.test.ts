import { expect, test, vi } from 'vitest'
import { repeatedly } from './repeatedly.ts'

test('work that takes long is neither done twice at once nor made up for', async () => {
  vi.useFakeTimers()
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const job = repeatedly(1000, work)
  await vi.advanceTimersByTimeAsync(5500)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(2)
  let isStopped = false
  void job.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(isStopped).toBe(false)
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect([isStopped, work.mock.calls.length]).toEqual([true, 2])
  vi.useRealTimers()
})
