import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type postgres from 'postgres'
import { requestContext, type Statement } from './request-context.ts'
import type { VisitorTurns } from './visitor-turns.ts'

/**
 * What every connection for visitors' reads is from its beginning: the role whose rights and policies apply, and unable
 * to write. A read on it is one statement, one round trip, where lite's own way is a transaction of four.
 */
export const VISITOR_SESSION = {
  role: 'anon',
  default_transaction_read_only: 'on',
  // What our own pages read takes some hundredths of a second on a large catalogue.
  statement_timeout: '2000',
  // A dear read takes one processor, not all there are.
  max_parallel_workers_per_gather: '0',
  // Statements are prepared for their parsing alone: a plan for any values would be a bad one for most.
  plan_cache_mode: 'force_custom_plan',
  'request.jwt.claim.role': 'anon',
}

/**
 * One statement on any free connection of the pool. What pages read is prepared: it takes half the messages, and there
 * are only so many statements. What clients ask for is not: they could make up any number.
 */
export async function runStatement<Row>(
  sql: postgres.Sql,
  { text, parameters }: Statement,
  prepare: boolean,
): Promise<Row[]> {
  const rows: Iterable<Row> = await Reflect.apply(sql.unsafe, sql, [text, [...parameters], { prepare }])
  return [...rows]
}

/** Runs single statements for lite; there are no transactions. */
export function openVisitorReads(sql: postgres.Sql, turns: VisitorTurns): Kysely<unknown> {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const { statements } = requestContext.getStore() ?? {}
      statements?.push({ text, parameters })
      const isPages = statements !== undefined
      return { rows: await turns.run(() => runStatement<R>(sql, { text, parameters }, isPages)) }
    },
    streamQuery: () => {
      throw new Error('A read of a visitor is never streamed')
    },
  }
  const refuse = () => Promise.reject(new Error('A read of a visitor has no transaction'))
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: () => Promise.resolve(),
        acquireConnection: () => Promise.resolve(connection),
        releaseConnection: () => Promise.resolve(),
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        destroy: () => Promise.resolve(),
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
