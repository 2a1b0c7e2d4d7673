import { expect, test } from 'vitest'
import { createBackground } from './jobs.ts'

test('draining waits for work that other work starts', async () => {
  const background = createBackground(() => undefined)
  const done: string[] = []
  // As in /auth/v1: the first task finds out whom to mail, the second sends the mail.
  background.run(async () => {
    await Promise.resolve()
    background.run(async () => {
      await new Promise(setImmediate)
      done.push('sent')
    })
  })
  await background.drain()
  expect(done).toEqual(['sent'])
  expect(background.pending).toBe(0)
})
