import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { asDatabaseError } from '../../host/database/errors.ts'
import { type ConnectionOptions, openPool } from '../../host/database/open-database.ts'
import type { ReadScheduler } from '../../host/database/read-scheduler.ts'
import { MEMBER_RULES, VISITOR_RULES } from '../../host/database/scheduler-rules.ts'
import { StartError } from '../../lib/config.ts'
import { messageOf } from '../../lib/unknown.ts'
import { LimitError } from './bounds.ts'
import type { Caller } from './caller.ts'
import type { ReadCost } from './plan.ts'
import { RestError } from './rest-error.ts'
import type { Statement } from './sql.ts'

/** One statement of /rest/v1, and how it is run. */
interface Run {
  caller: Caller
  /** A keyed hash of the client's network; undefined: it is not counted. */
  network: string | undefined
  statement: Statement
  isReadOnly: boolean
  /** Changes thousands of rows: all recommendations of a member, all tools of a category. */
  isLongRunning: boolean
  /** One of a small number of statements that recur, so that preparing it pays. */
  isPrepared: boolean
  /** For a visitor's read that may be expensive. */
  cost?: ReadCost | undefined
}

/** The result of a statement: JSON written by the database. */
export interface Result {
  body: string | null
  rows: number
  total?: number | null
}

const NOTHING: Result = { body: null, rows: 0 }

/** The connections of /rest/v1. */
export type Connections = ReturnType<typeof openConnections>

/** Every value is sent as text: the database knows the type it must have, and refuses invalid ones. */
const asText = { to: 0, serialize: (value: unknown) => String(value), parse: (text: string) => text }
const TYPES = { asText: { ...asText, from: [16, 17, 114, 1082, 1114, 1184, 3802] } }

/**
 * Settings of a connection for visitors' reads: the role whose rights and policies apply, read-only. A read on it is a
 * single statement, not a transaction.
 */
const VISITOR_SESSION = {
  role: 'anon',
  default_transaction_read_only: 'on',
  // Reads of our own pages take some hundredths of a second on a large catalogue.
  statement_timeout: '2000',
  // One expensive read must not use all processors.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Prepared only to avoid parsing: a generic plan would be bad for most values.
  plan_cache_mode: 'force_custom_plan',
  'request.jwt.claim.role': 'anon',
}

const NO_VISITORS =
  'DATABASE_URL opens no connection as the role anon that can only read: a pooler that drops or refuses startup parameters is in between, so name PostgreSQL itself'

/**
 * Planner costs; 500 take about a millisecond. Reads above the first share one connection, so that they do not delay
 * others; those above the second would take several seconds and are refused (decision 047).
 */
const SLOW_COST = 5_000
const MAX_COST = 1_000_000
/** Of an answer that is slow to make, compress and send, by the planner's estimate: a thousand whole tools have less. */
const SLOW_BYTES = 800_000
/**
 * Characters of a visitor's response that count as one millisecond. A slow read, or one with a large answer, holds its
 * place for that long, four times longer: the next expensive one waits.
 */
const SENT_PER_MS = 20_000
const SENT_PER_MS_IF_HELD = 5_000
const LARGE = 200_000

/** Retries of a request that lost a deadlock: the database has rolled it back. */
const DEADLOCK_RETRIES = 3

/** Who shares the connections: visitors count by network, members by user id. */
interface Schedulers {
  visitors: Pick<ReadScheduler, 'run' | 'charge'>
  members: Pick<ReadScheduler, 'forClient' | 'run'>
}

export function openConnections(database: ConnectionOptions, schedulers: Schedulers) {
  const connect = (name: string, max: number, session: Record<string, string> = {}) =>
    openPool(database, name, {
      max,
      fetch_types: false,
      types: TYPES,
      // Without its schema on the path, citext compares letter by letter.
      connection: { statement_timeout: 5_000, search_path: 'public, extensions', ...session },
    })
  const visitors = connect('plaudit-visitors', VISITOR_RULES.connections, VISITOR_SESSION)
  const others = connect('plaudit-api', MEMBER_RULES.connections)

  async function inTransaction(run: Run, check: (result: Result) => void): Promise<Result> {
    let result: Result | undefined
    await others.begin(run.isReadOnly ? 'read only' : 'read write', async (transaction) => {
      const { text, parameters } = sessionOf(run)
      await transaction.unsafe(text, parameters, { prepare: true })
      result = await execute(transaction, run)
      check(result)
    })
    return result ?? NOTHING
  }

  async function readAsVisitor(run: Run, check: (result: Result) => void): Promise<Result> {
    const { run: schedule, charge } = schedulers.visitors
    const { cost, bytes } = run.cost ? await schedule(() => estimate(visitors, run)) : NO_ESTIMATE
    if (cost > MAX_COST) throw new LimitError(400, '54001', ...TOO_EXPENSIVE)
    const isSlow = cost > SLOW_COST || bytes > SLOW_BYTES || run.cost === 'high'
    try {
      const result = await schedule(async () => {
        const answer = await execute(visitors, run)
        // Sending takes time of this process.
        const sent = answer.body?.length ?? 0
        if (isSlow || sent > LARGE) await sleep(sent / SENT_PER_MS_IF_HELD)
        else charge(sent / SENT_PER_MS)
        return answer
      }, isSlow)
      check(result)
      return result
    } catch (error) {
      throw isSlow && asDatabaseError(error)?.code === '57014'
        ? new RestError(400, '57014', ...TOO_EXPENSIVE)
        : error
    }
  }

  return {
    /** Throws a StartError unless a visitor's connection has the role it asked for and cannot write. */
    expectVisitors: async (): Promise<void> => {
      const [session] = await visitors<{ role: string; readOnly: string }[]>`
        select current_user as role, current_setting('transaction_read_only') as "readOnly"`.catch(
        (error: unknown) => {
          throw new StartError(`${NO_VISITORS} (${messageOf(error)})`)
        },
      )
      if (session?.role !== 'anon' || session.readOnly !== 'on') throw new StartError(NO_VISITORS)
    },
    /** `check` may throw to roll back the transaction. */
    run: async (run: Run, check: (result: Result) => void): Promise<Result> => {
      if (run.isReadOnly && run.caller.role === 'anon' && !run.caller.claims) {
        return readAsVisitor(run, check)
      }
      const { sub } = run.caller.claims ?? {}
      const runOnce = () =>
        typeof sub === 'string'
          ? schedulers.members.forClient(sub, () => schedulers.members.run(() => inTransaction(run, check)))
          : inTransaction(run, check)
      for (let attempt = 0; ; attempt++)
        try {
          return await runOnce()
        } catch (error) {
          if (attempt === DEADLOCK_RETRIES || asDatabaseError(error)?.code !== '40P01') throw error
        }
    },
    close: async (): Promise<void> => {
      await Promise.all([visitors.end(), others.end()])
    },
  }
}

async function execute(sql: postgres.ISql, { statement, isPrepared }: Run): Promise<Result> {
  const [row] = await sql.unsafe<Result[]>(statement.text, [...statement.parameters], { prepare: isPrepared })
  return row ?? NOTHING
}

const TOO_EXPENSIVE = [
  'This read takes too long',
  { hint: 'Ask for fewer rows, embedded tables, patterns or rows skipped.' },
] as const

const NO_ESTIMATE = { cost: 0, bytes: 0 }

/** The estimated cost of a statement, and the bytes of its largest list of rows; it is not run. */
async function estimate(sql: postgres.Sql, { statement }: Run): Promise<typeof NO_ESTIMATE> {
  const lines = await sql
    .unsafe<{ plan: string }[]>(`explain ${statement.text}`, [...statement.parameters])
    .values()
  const [, cost = 0] = /cost=[\d.]+\.\.([\d.]+)/.exec(String(lines[0])) ?? []
  // Every list of rows has a limit.
  const limits = lines.map((line) => /Limit .* rows=(\d+) width=(\d+)/.exec(String(line)) ?? [])
  return {
    cost: Number(cost),
    bytes: Math.max(...limits.map(([, rows = 0, width = 0]) => Number(rows) * Number(width))),
  }
}

/** Sets role and claims of the transaction as PostgREST does, and the network that writes are counted by. A token whose session has ended is refused. */
function sessionOf({ caller: { role, claims }, network, isLongRunning }: Run) {
  const check = role === 'authenticated' ? ', public.require_open_account()' : ''
  const limit = isLongRunning ? ", set_config('statement_timeout', '20s', true)" : ''
  return {
    text: `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
      set_config('request.jwt.claim.role', $1, true), set_config('request.jwt.claims', $3, true),
      set_config('request.network', $4, true)${limit}${check}`,
    parameters: [role, String(claims?.sub ?? ''), claims ? JSON.stringify(claims) : '', network ?? ''],
  }
}
