import { setTimeout as sleep } from 'node:timers/promises'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { ISql, ParameterOrJSON, Sql } from 'postgres'
import { isDatabaseAway } from './errors.ts'
import { LOCKS } from './locks.ts'

/**
 * Work that waits, in PostgreSQL: pg-boss on connections of ours, in a schema of its own (docs/decisions/170). SQL
 * writes a job in the transaction of its cause, see private.queue_job.
 */

/** Tried again after growing pauses of ten minutes at most; then kept for two weeks to be looked at. */
const RULES = { retryBackoff: true, retryDelayMax: 600, deleteAfterSeconds: 14 * 24 * 3600 }

const QUEUES = {
  /** For about a day. */
  mails: { ...RULES, retryLimit: 150, retryDelay: 5 },
  /** For about an hour: who changes their site or their domain waits for it. */
  claims: { ...RULES, retryLimit: 10, retryDelay: 10 },
  /** Given up after a day, it is written again within a minute. */
  links: { ...RULES, retryLimit: 150, retryDelay: 30 },
  icons: { ...RULES, retryLimit: 150, retryDelay: 30 },
}
type Queue = keyof typeof QUEUES

/** pg-boss on this connection. It starts nothing by itself. */
function openQueue(sql: ISql): PgBoss {
  const db = {
    executeSql: async (text: string, values?: ParameterOrJSON<never>[]) => ({
      // One result, or one for each statement of a text.
      rows: (await sql.unsafe(text, values)).flat(),
    }),
  }
  const queue = new PgBoss({
    db,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
  })
  // What is called throws; what it does by itself says it here, and a process ends by an error nobody listens to.
  queue.on('error', () => undefined)
  return queue
}

/** Creates pg-boss's tables, or brings them up to its version, and our queues. */
export const prepareQueue = (sql: Sql): Promise<void> =>
  withSession(sql, async (queue, session) => {
    const [found] = await session<
      { exists: boolean }[]
    >`select to_regclass('pgboss.job') is not null as exists`
    await queue.start()
    // As everything later is made by our default privileges.
    if (!found?.exists) await session`revoke execute on all functions in schema pgboss from public`
    for (const [name, rules] of Object.entries(QUEUES)) {
      await queue.createQueue(name, rules)
      await queue.updateQueue(name, rules)
    }
  })

/** For jobs at intervals: deletes what was given up long ago. */
export const forgetGivenUp = (sql: Sql): Promise<void> =>
  withSession(sql, async (queue) => {
    for (const name of Object.keys(QUEUES)) await queue.supervise(name)
  })

/** One connection: pg-boss writes transactions of its own as texts. */
async function withSession(
  sql: Sql,
  work: (queue: PgBoss, session: ISql) => Promise<unknown>,
): Promise<void> {
  const session = await sql.reserve()
  const queue = openQueue(session)
  try {
    const failed = new Promise<never>((_, reject) => queue.on('error', reject))
    await Promise.race([work(queue, session), failed])
  } catch (error) {
    // What failed within one of pg-boss's texts left its transaction open, on a connection that others use next.
    await session`rollback`.catch(() => undefined)
    throw error
  } finally {
    await queue.stop({ graceful: false })
    session.release()
  }
}

/** Why a job could not be done now. */
export interface Hindrance {
  reason: string
  /** Nothing can be done before this is over, so that later jobs wait with this one. */
  concernsAll?: boolean
  /** Trying again is no use. */
  isFinal?: boolean
}

interface WorkerOptions<Data> {
  queue: Queue
  /** It holds a transaction on one of these connections for as long as a job takes. */
  sql: Sql
  /**
   * Does the job; resolves to what hindered it. An error that is not the database's being away hinders it too. A long one
   * ends early, as if it were done, when the signal is given.
   */
  work(
    job: Pick<JobWithMetadata<Data>, 'id' | 'data' | 'createdOn' | 'retryCount' | 'retryLimit'>,
    signal: AbortSignal,
  ): Promise<Hindrance | undefined>
  /** After it has failed: whether it will be tried again. */
  onHindered(job: { data: Data; retryCount: number }, hindrance: Hindrance, isGivenUp: boolean): void
  onError(error: unknown): void
}

/** Does the jobs of a queue. */
export interface Worker {
  queue: Queue
  /** Does the next job; resolves to whether there may be more. */
  workNext(signal: AbortSignal): Promise<boolean>
  onError(error: unknown): void
}

/**
 * Does the jobs of the queue one at a time, in one process at a time, in the order they were written: a group's next waits
 * for one that is tried again, and all do while what was missing concerns all. Taking, doing and deleting a job are one
 * transaction: a process that ends meanwhile, however it ends, leaves the job as it was.
 */
export function createWorker<Data extends object>(options: WorkerOptions<Data>): Worker {
  const { sql, queue: name, onError } = options

  const workNext = (signal: AbortSignal) =>
    sql.begin(async (transaction) => {
      const [lease] = await transaction<{ isOurs: boolean }[]>`
        select pg_try_advisory_xact_lock(${LOCKS[name]}) as "isOurs"`
      if (!lease?.isOurs) return false
      const [held] = await transaction<{ all: boolean | null; groups: string[] | null }[]>`
        select bool_or(output @> '{"concernsAll": true}') as all, array_agg(group_id) as groups from pgboss.job
        where name = ${name} and state = 'retry' and not blocked and start_after > now()`
      if (held?.all) return false
      const queue = openQueue(transaction)
      const [job] = await queue.fetch<Data>(name, {
        includeMetadata: true,
        ignoreGroups: held?.groups ?? [],
      })
      if (!job) return false
      const hindrance = await options.work(job, signal).catch((error: unknown): Hindrance => {
        if (signal.aborted || isDatabaseAway(error)) throw error
        onError(error)
        return { reason: 'unknown' }
      })
      if (hindrance) await putOff(transaction, queue, job, hindrance)
      else await queue.deleteJob(name, job.id)
      return true
    })

  async function putOff(
    transaction: ISql,
    queue: PgBoss,
    job: JobWithMetadata<Data>,
    hindrance: Hindrance,
  ): Promise<void> {
    if (hindrance.isFinal)
      await transaction`update pgboss.job set retry_limit = retry_count where name = ${name} and id = ${job.id}`
    await queue.fail(name, job.id, hindrance)
    options.onHindered(job, hindrance, hindrance.isFinal || job.retryCount >= job.retryLimit)
  }

  return { queue: name, workNext, onError }
}

/** The mean pause between two looks at the queues. Pauses are random, so that no request's time tells what is worked beside it. */
const PAUSE_MS = 250

/**
 * Looks for due jobs of all queues with one statement, and lets the workers of those that have some do them, until none
 * is left. `stop` resolves when the jobs in progress have ended.
 */
export function workQueues(sql: Sql, workers: readonly Worker[], onError: (error: unknown) => void) {
  const stopping = new AbortController()
  const { signal } = stopping
  const atWork = new Map<Queue, Promise<void>>()

  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  const reportTo = (listener: (error: unknown) => void) => (error: unknown) => {
    if (!signal.aborted && !isDatabaseAway(error)) listener(error)
  }

  async function findDue(): Promise<Set<string>> {
    const due = await sql<{ name: string }[]>`
      select name from unnest(${workers.map(({ queue }) => queue)}::text[]) queues (name)
      where exists (select from pgboss.job where job.name = queues.name and state in ('created', 'retry')
        and not blocked and start_after <= now())`
    return new Set(due.map(({ name }) => name))
  }

  async function workOff({ queue, workNext }: Worker): Promise<void> {
    try {
      while (!signal.aborted && (await workNext(signal))) await pause((PAUSE_MS * Math.random()) / 5)
    } finally {
      atWork.delete(queue)
    }
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      const due = await findDue().catch(reportTo(onError))
      for (const worker of workers)
        if (due?.has(worker.queue) && !atWork.has(worker.queue))
          atWork.set(worker.queue, workOff(worker).catch(reportTo(worker.onError)))
      await pause(PAUSE_MS * (0.5 + Math.random()))
    }
    await Promise.all(atWork.values())
  }
  const watching = watch()
  return {
    stop: async (): Promise<void> => {
      stopping.abort()
      await watching
    },
  }
}
