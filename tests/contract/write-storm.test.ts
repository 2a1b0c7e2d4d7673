import { expect, test } from 'vitest'
import { cloneDatabase } from '../support/clone-database.ts'
import { findWrongFigures } from '../support/kept-figures.ts'
import { blowStorm } from '../support/write-storm.ts'

/** Whatever is written at once: hardly anybody waits in a circle, what was deleted has words, and every count is right. */

const WRITES = 800

test('writes of every kind, many at a time', async () => {
  const database = await cloneDatabase()
  try {
    const { deadlocks, refusals } = await blowStorm(database.url, { writes: WRITES, lanes: 12 })
    expect(deadlocks / WRITES, `${deadlocks} deadlocks`).toBeLessThan(0.005)
    const bare = [...refusals.keys()].filter((told) => told.includes('violates foreign key'))
    expect(bare).toEqual([])
    expect(await findWrongFigures(database.sql)).toEqual([])
  } finally {
    await database.close()
  }
}, 120_000)
