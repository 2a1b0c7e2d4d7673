import { expect, test } from 'vitest'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import { cloneDatabase } from '../support/clone-database.ts'
import { blowStorm } from '../support/write-storm.ts'

/** Concurrent writes of all kinds: hardly any deadlocks, readable errors for deleted rows, and correct counts. */

const WRITES = 800
/** A longer storm on request: STORM_SECONDS=120 npm test -- contract write-storm */
const seconds = Number(process.env.STORM_SECONDS ?? 0)

test(
  'writes of every kind, many at a time',
  async () => {
    const database = await cloneDatabase()
    try {
      const { writes, deadlocks, refusals } = await blowStorm(database.url, {
        writes: WRITES,
        lanes: 12,
        seconds,
      })
      if (seconds)
        process.stdout.write(`${writes} writes, ${deadlocks} deadlocks\n${[...refusals].join('\n')}\n`)
      expect(deadlocks / writes, `${deadlocks} deadlocks`).toBeLessThan(0.005)
      const bare = [...refusals.keys()].filter((told) => told.includes('violates foreign key'))
      expect(bare).toEqual([])
      expect(await checkFigures(database.sql)).toMatchObject({ problems: [] })
    } finally {
      await database.close()
    }
  },
  120_000 + seconds * 1000,
)
