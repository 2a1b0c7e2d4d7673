import { App, generateApiKey } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { type Kysely, sql } from 'kysely'
import type { Sql } from 'postgres'
import { ANSWER_ROWS } from '../../src/lib/api-rules.ts'
import { capturingConsole } from '../capture-console.ts'
import { StartError } from '../config.ts'
import { completeQuery, type LiteQuery } from './lite-query.ts'
import { type ConnectionOptions, RECONNECT } from './open-database.ts'
import { requestContext, type Statement } from './request-context.ts'
import { openVisitorReads, runStatement, VISITOR_SESSION } from './visitor-reads.ts'
import { TURN_RULES, type VisitorTurns } from './visitor-turns.ts'

/**
 * The one file that touches @supabase/lite: it answers /rest/v1 on our PostgreSQL. It is young, so everything that has to
 * be said to it or put right about it goes through here and the seam beside it. Its own /auth/v1 is switched off.
 */

export interface LiteOptions {
  database: ConnectionOptions
  publishableKey: string
  secretKey: string
  jwtSecret: string
  /** In which order visitors' reads have their turns. */
  turns: VisitorTurns
  /** Told of errors that belong to no request. */
  onError(error: unknown): void
}

export interface Lite {
  /** To be called once the migrations are through: lite reads the schema once and keeps it. */
  init(): Promise<void>
  fetch(request: Request): Promise<Response>
  /** Runs as a visitor what lite made of a page's read before. */
  runForPage(statement: Statement): Promise<unknown[]>
  close(): Promise<void>
}

/**
 * lite hands over JSON as text, and its own driver settings would quote that text once more: a JSON string would be stored
 * where an object belongs.
 */
const JSONB = {
  to: 3802,
  from: [3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
}

/** The driver writes `f` for whatever is not true; the database reads what it knows, and refuses the rest. */
const BOOLEAN = {
  to: 16,
  from: [16],
  serialize: (value: unknown) => String(value),
  parse: (text: string) => text === 't',
}

/** As PostgREST and GoTrue write a moment: `2026-01-31T09:30:00.123456+00:00`. */
const TIMESTAMPTZ = {
  to: 1184,
  from: [1184],
  serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
  parse: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
}

export function openLite(options: LiteOptions): Lite {
  const connect = (max: number, session: Record<string, string>) =>
    createPostgresConnection({
      url: options.database.url,
      postgresOptions: {
        ...options.database.options,
        types: { boolean: BOOLEAN, jsonb: JSONB, timestamptz: TIMESTAMPTZ },
        ...RECONNECT,
        max,
        // Without its schema on the path, citext compares letter by letter.
        connection: { statement_timeout: 5_000, search_path: 'public, extensions', ...session },
      },
    })
  const connection = connect(10, { application_name: 'plaudit-api' })
  const forVisitors = connect(TURN_RULES.connections, {
    application_name: 'plaudit-visitors',
    ...VISITOR_SESSION,
  })
  expectMembers(connection)
  const visitors: Sql = Reflect.get(forVisitors, 'driver')
  readApart(connection, openVisitorReads(visitors, options.turns))
  hidePrivate(connection)
  addFilters(connection)
  Reflect.set(connection, 'applyJwtSessionContext', setSession)
  // Otherwise lite's first request grants everything on every table to every role; our migrations grant by column.
  Reflect.set(connection, 'rlsState', 'active')
  const app = new App({
    connection,
    api: { max_rows: ANSWER_ROWS },
    auth: {
      enabled: false,
      jwt_secret: options.jwtSecret,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
    },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        middlewares: [
          async (context, next) => {
            Reflect.apply(context.set, context, ['authService', NO_LOOKUPS])
            await next()
          },
        ],
      },
    },
  })
  return {
    init: async () => {
      await connection.clearSchemaCache()
      await app.init()
    },
    runForPage: (statement) => options.turns.run(() => runStatement(visitors, statement, true)),
    fetch: (request) =>
      capturingConsole(
        (error) => {
          const context = requestContext.getStore()
          if (context) context.error = error
          else options.onError(error)
        },
        () => app.fetch(request, { peerAddress: null }),
      ),
    close: async () => {
      await Promise.all([connection.close(), forVisitors.close()])
    },
  }
}

/**
 * lite looks up account and session of every token that asks for tables, does nothing with what it finds, and fails where
 * its own /auth/v1 is off. The database itself asks whether the session lives (see {@link setSession}).
 */
const NO_LOOKUPS = { repo: { findUserById: async () => true, findSessionById: async () => true } }

/** Who asks, as lite's connection tells it to the database. */
interface Session {
  auth?: { role?: string; uid?: string | null; jwt?: unknown }
}

/**
 * In the place of lite's own: the same settings for the transaction, in one statement where it sends five, one after
 * the other. A request to /rest/v1 takes about a third of the round trips less. A token whose session has ended is
 * refused here, whatever it asks for; on a hosted project the policies refuse what is not everybody's.
 */
async function setSession(transaction: Kysely<unknown>, { auth }: Session): Promise<void> {
  const role = auth?.role || 'anon'
  const claims = auth?.jwt && typeof auth.jwt === 'object' ? JSON.stringify(auth.jwt) : ''
  const check = role === 'authenticated' ? sql`, public.require_open_account()` : sql``
  const limit = requestContext.getStore()?.patient
    ? sql`, set_config('statement_timeout', '20s', true)`
    : sql``
  await sql`select set_config('role', ${role}, true),
    set_config('request.jwt.claim.sub', ${String(auth?.uid ?? '')}, true),
    set_config('request.jwt.claim.role', ${role}, true),
    set_config('request.jwt.claims', ${claims}, true)${limit}${check}`.execute(transaction)
}

/** lite asks its connection for the session of each request; a visitor's read gets the one that is always theirs. */
function readApart(connection: object, visitors: Kysely<unknown>): void {
  const withContext: WithContext = Reflect.get(connection, 'withContext')
  const apart: WithContext = (session, work, options) => {
    const isVisitors = (session?.auth?.role ?? 'anon') === 'anon' && !session?.auth?.uid
    const isPlain = !options?.transaction && !options?.forceRollback
    return isVisitors && isPlain && requestContext.getStore()?.isRead
      ? work(visitors)
      : Reflect.apply(withContext, connection, [session, work, options])
  }
  Reflect.set(connection, 'withContext', apart)
}

/**
 * lite builds statements from what its connection makes of a request. The filters come to it here, as read by
 * rest-filters.ts, instead of through the address.
 */
function addFilters(connection: object): void {
  const check: (query: LiteQuery, session: Session) => Promise<LiteQuery> = Reflect.get(
    connection,
    'onPostgrestAST',
  )
  const complete: typeof check = async (query, session) =>
    completeQuery(
      await Reflect.apply(check, connection, [query, session]),
      requestContext.getStore()?.filters ?? [],
    )
  Reflect.set(connection, 'onPostgrestAST', complete)
}

/** Clients cannot reach the schema `private`; to lite its tables would be embeddable, ambiguous and named in hints. */
function hidePrivate(connection: object): void {
  type Schema = Record<string, unknown>
  const introspect: (options: unknown) => Promise<Schema> = Reflect.get(connection, 'introspect')
  const reduced = new WeakMap<Schema, Schema>()
  const visible: typeof introspect = async (options) => {
    const whole = await Reflect.apply(introspect, connection, [options])
    const known = reduced.get(whole)
    if (known) return known
    const schema = Object.fromEntries(
      Object.entries(whole).map(([name, parts]) => [
        name,
        Array.isArray(parts) ? parts.filter((part) => part?.schema !== 'private') : parts,
      ]),
    )
    reduced.set(whole, schema)
    return schema
  }
  Reflect.set(connection, 'introspect', visible)
}

type WithContext = (
  session: Session | undefined,
  work: (db: Kysely<unknown>) => Promise<unknown>,
  options?: { transaction?: unknown; forceRollback?: boolean },
) => Promise<unknown>

/** A new key of the form clients of Supabase send as `apikey`. */
export async function makeApiKey(type: 'publishable' | 'secret'): Promise<string> {
  return (await generateApiKey(type)).key
}

/** What of lite's connection is replaced above, by its type. */
const MEMBERS = {
  driver: 'function',
  withContext: 'function',
  applyJwtSessionContext: 'function',
  onPostgrestAST: 'function',
  introspect: 'function',
  rlsState: 'string',
}

/** A version that names one of them differently would run without what it is replaced with: rights would be given away. */
export function expectMembers(connection: object): void {
  for (const [name, type] of Object.entries(MEMBERS))
    if (typeof Reflect.get(connection, name) !== type)
      throw new StartError(
        `@supabase/lite has no ${name} any more that is a ${type}: server/backend/lite.ts replaces it and has to follow; go back to the version of package-lock.json`,
      )
}
