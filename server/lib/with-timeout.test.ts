import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withTimeout } from './with-timeout.ts'

test('an answer that arrives while the process is busy is in time', async () => {
  const timeoutMs = 20
  const answer = withTimeout(
    stat(import.meta.dirname).then(() => 'answer'),
    timeoutMs,
  )
  const until = performance.now() + 3 * timeoutMs
  while (performance.now() < until);
  expect(await answer).toBe('answer')
})

test('no answer is a failure', async () => {
  await expect(withTimeout(new Promise(() => undefined), 1)).rejects.toThrow('the database does not answer')
})
