import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { moveDatabase } from '../../server/host/backup/move.ts'
import { withProgress } from '../../server/host/backup/watch-progress.ts'
import { openDatabase } from '../../server/host/database/open-database.ts'
import { readConfig } from '../../server/lib/config.ts'
import { cloneDatabase } from '../support/clone-database.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { testDatabase } from '../support/test-file.ts'

/** The driver's streams of COPY, as `move` uses them (docs/decisions/036). */

const database = await testDatabase()

/** Takes what it gets later, as a network does. */
const slowly = (take: (chunk: Buffer) => void) =>
  new Writable({
    write(chunk, _encoding, done) {
      take(chunk)
      setImmediate(done)
    },
  })

const copyOut = (sql: postgres.ISql, rows: number) =>
  sql.unsafe(`copy (select repeat('x', 99) from generate_series(1, ${rows})) to stdout`).readable()

test('a connection answers after a COPY of any size', async () => {
  const sizes = Array.from({ length: 150 }, (_, n) => (n + 1) * 20)
  for (const rows of sizes)
    await database.sql.begin(async (sql) => {
      let bytes = 0
      await pipeline(
        await copyOut(sql, rows),
        slowly((chunk) => (bytes += chunk.length)),
      )
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
      expect(bytes).toBe(rows * 100)
    })
})

test('a connection answers after a COPY that is not read to its end', async () => {
  const failing = database.sql.begin(async (sql) => {
    const stop = () => {
      throw new Error('the reader failed')
    }
    await pipeline(await copyOut(sql, 100_000), slowly(stop))
  })
  await expect(failing).rejects.toThrow('the reader failed')
  expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('a refusal reaches the writer of a COPY, however late it comes', async () => {
  for (const rows of [1, 100_000]) {
    const refused = database.sql.begin(async (sql) => {
      await sql`create temporary table refusing (text text check (text <> 'bad')) on commit drop`
      const lines = Readable.from([...Array(rows).fill('good\n'), 'bad\n'])
      await pipeline(lines, await sql`copy refusing from stdin`.writable())
    })
    await expect(refused).rejects.toThrow('violates check constraint')
  }
  expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('a move whose network swallows everything is given up, and the source answers', async () => {
  const [source, target] = [await cloneDatabase(), await cloneDatabase()]
  // As an interrupted move leaves it.
  await target.sql`create table supabase_migrations.unfinished_move ()`
  const proxy = await startDatabaseProxy(target.url)
  const open = (url: string) => openDatabase(readConfig({ DATABASE_URL: url }))
  const [from, to] = [await open(source.url), await open(proxy.url)]
  try {
    const moving = moveDatabase(from, to, {
      stalledMs: 300,
      onProgress: () => proxy.silence('plaudit'),
    })
    await expect(moving).rejects.toThrow(
      /^nothing has moved for 0\.3 seconds, and neither database is at work/,
    )
    expect(await source.sql`select 1 as one`).toEqual([{ one: 1 }])
  } finally {
    await Promise.all([from.close(), to.close()])
    await proxy.close()
    await Promise.all([source.close(), target.close()])
  }
})

test('a long statement is no stall, and a lock of somebody else is one', async () => {
  const from = await openDatabase(readConfig({ DATABASE_URL: database.url }))
  // Long enough for the check to open its connection on a busy machine.
  const stalledMs = 1000
  const slow = () => from.sql`select 'done' as outcome from pg_sleep(3)`
  expect(await withProgress([from], stalledMs, slow)).toEqual([{ outcome: 'done' }])
  await database.sql.begin(async (sql) => {
    await sql`lock table public.tools`
    await expect(withProgress([from], stalledMs, () => from.sql`select from public.tools`)).rejects.toThrow(
      /^nothing has moved/,
    )
  })
  await from.close()
})
