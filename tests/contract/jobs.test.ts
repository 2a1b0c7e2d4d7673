import { expect, test, vi } from 'vitest'
import { openPool } from '../../server/host/database/open-database.ts'
import { startJobs } from '../../server/product/jobs.ts'
import { testDatabase } from '../support/test-file.ts'

const { sql, url } = await testDatabase()

/** When the first jobs begin, after a start. */
const FIRST_MS = 10_000

const waiting = () => sql`
  select from pg_stat_activity
  where datname = current_database() and application_name = 'plaudit-work' and wait_event_type = 'Lock'`

const namesOf = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [name] : []))

/** As they are some time after a start, which is not waited for. */
async function openJobs(ms: number) {
  const work = openPool({ url, options: {} }, 'plaudit-work', { max: 4 })
  const errors: unknown[] = []
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  const jobs = startJobs(work, (error) => errors.push(error))
  await vi.advanceTimersByTimeAsync(ms)
  vi.useRealTimers()
  return { ...jobs, errors, close: () => jobs.stop().then(() => work.end({ timeout: 0 })) }
}

test('no periodic job begins with the start', async () => {
  const jobs = await openJobs(FIRST_MS - 1)
  await jobs.close()
  expect(namesOf(jobs.runs)).toEqual([])
})

test('periodic jobs are done one after another, and ending waits for the one in progress alone', async () => {
  const { jobs, closed } = await sql.begin(async (holder) => {
    await holder`lock table auth.pending_sign_ups`
    const jobs = await openJobs(FIRST_MS)
    await expect.poll(waiting).toHaveLength(1)
    expect(namesOf(jobs.runs)).toEqual([])
    return { jobs, closed: jobs.close() }
  })
  await closed
  expect(namesOf(jobs.runs)).toEqual(['forget_sign_ups'])
})

test('a periodic job with much to do lets the others in between, and ends with the process', async () => {
  const [real] = await sql<{ text: string }[]>`
    select pg_get_functiondef('private.refresh_stale_documents'::regproc) as text`
  // Replaced, it keeps its type: how many it has made anew.
  await sql`create or replace function private.refresh_stale_documents(most integer) returns integer
    language sql as 'select most'`
  const jobs = await openJobs(FIRST_MS)
  await expect.poll(() => jobs.runs.refresh_search).toBeGreaterThan(2)
  await jobs.close()
  expect(namesOf(jobs.runs)).toEqual(Object.keys(jobs.runs))
  expect([jobs.runs.tend_icons, jobs.errors]).toEqual([1, []])
  await sql.unsafe(real?.text ?? '')
})

test('a periodic job that fails is counted and reported, and the others are done', async () => {
  await sql`alter function private.purge_removed_upvotes() rename to gone`
  const jobs = await openJobs(FIRST_MS)
  await expect.poll(() => namesOf(jobs.runs)).toEqual(Object.keys(jobs.runs))
  expect(namesOf(jobs.failures)).toEqual(['purge_removed_upvotes'])
  expect(jobs.errors).toHaveLength(1)
  await jobs.close()
})
