import { expect, test } from 'vitest'
import { cloneDatabase } from '../support/clone-database.ts'
import { findWrongFigures, readKept } from '../support/kept-figures.ts'
import { blowStorm } from '../support/write-storm.ts'

/** Whatever is written at once: hardly anybody waits in a circle, what was deleted has words, and every count is right. */

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
      expect(await findWrongFigures(database.sql)).toEqual([])
      const kept = await readKept(database.sql)
      await database.sql`select private.rebuild()`
      expect(await readKept(database.sql)).toEqual(kept)
    } finally {
      await database.close()
    }
  },
  120_000 + seconds * 1000,
)

test('what is kept and was spoiled by hand is rebuilt', async () => {
  const database = await cloneDatabase()
  try {
    const { sql } = database
    await blowStorm(database.url, { writes: 100, lanes: 4 })
    const kept = await readKept(sql)
    await sql.unsafe(`
      update public.tools set upvote_count = upvote_count + 7;
      update public.categories set tool_count = 99;
      update private.listings set listed_at = now(), trend = 1;
      delete from private.listings where tool_id = (select id from public.tools limit 1);
      update public.tool_upvotes set flag_count = flag_count + 1;
      update private.members set search = '';`)
    expect(await readKept(sql)).not.toEqual(kept)
    await sql`select private.rebuild()`
    expect(await readKept(sql)).toEqual(kept)
  } finally {
    await database.close()
  }
}, 120_000)
