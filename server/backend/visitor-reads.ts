import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type postgres from 'postgres'
import { requestContext } from './request-context.ts'

/**
 * What every connection for visitors' reads is from its beginning: the role whose rights and policies apply, and unable
 * to write. A read on it is one statement, one round trip, where lite's own way is a transaction of four.
 */
export const VISITOR_SESSION = {
  role: 'anon',
  default_transaction_read_only: 'on',
  // Statements are prepared for their parsing alone: a plan for any values would be a bad one for most.
  plan_cache_mode: 'force_custom_plan',
  'request.jwt.claim.role': 'anon',
}

/**
 * Runs single statements, each on any free connection of the pool; there are no transactions. What pages read is
 * prepared: it takes half the messages, and there are only so many statements. What clients ask for is not: they could
 * make up any number.
 */
export function openVisitorReads(sql: postgres.Sql): Kysely<unknown> {
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql: text, parameters }: CompiledQuery) => {
      const rows = await Reflect.apply(sql.unsafe, sql, [
        text,
        [...parameters],
        { prepare: requestContext.getStore()?.isPages ?? false },
      ])
      return { rows: [...rows] }
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
