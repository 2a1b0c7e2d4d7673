import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/test-file.ts'

/** The driver keeps nothing of a failed statement (docs/decisions/036). */

const database = await testDatabase()

const STATEMENTS = 300
const STATEMENT_BYTES = 200_000

test('statements that fail leave nothing behind', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const used = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = used()
  const codes = new Set<string>()
  for (let count = 0; count < STATEMENTS; count++)
    // Random, because a repetitive string is stored as a reference to its part.
    await database.sql
      .unsafe(`select 1 / 0 /* ${randomBytes(STATEMENT_BYTES / 2).toString('hex')} */`)
      .catch(({ code }: postgres.PostgresError) => codes.add(code))
  expect([...codes]).toEqual(['22012'])
  expect(used() - before).toBeLessThan((STATEMENTS * STATEMENT_BYTES) / 4)
})
