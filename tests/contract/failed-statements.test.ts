import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClonedDatabase, cloneDatabase } from '../support/clone-database.ts'

/** The driver keeps nothing of a failed statement (docs/decisions/036). */

let database: ClonedDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  await database?.close()
})

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
