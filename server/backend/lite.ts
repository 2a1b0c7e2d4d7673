import { App, generateApiKey } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { type Kysely, sql } from 'kysely'
import type { Sql } from 'postgres'
import { ANSWER_ROWS } from '../../src/lib/api-rules.ts'
import { type ConnectionOptions, RECONNECT } from './open-database.ts'
import { requestContext, type Statement } from './request-context.ts'
import { openVisitorReads, runStatement, VISITOR_SESSION } from './visitor-reads.ts'

/**
 * The one file that touches @supabase/lite: it answers /rest/v1 on our PostgreSQL. It is young, so everything that has to
 * be said to it or put right about it goes through here and the seam beside it. Its own /auth/v1 is switched off.
 */

export interface LiteOptions {
  database: ConnectionOptions
  publishableKey: string
  secretKey: string
  jwtSecret: string
  /** Told of errors that belong to no request. */
  onError(error: unknown): void
}

export interface Lite {
  /** To be called once the migrations are through: lite keeps a picture of the schema. */
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
        types: { jsonb: JSONB, timestamptz: TIMESTAMPTZ },
        ...RECONNECT,
        max,
        // Without its schema on the path, citext compares letter by letter.
        connection: { statement_timeout: 5_000, search_path: 'public, extensions', ...session },
      },
    })
  const connection = connect(10, { application_name: 'plaudit-api' })
  const forVisitors = connect(6, { application_name: 'plaudit-visitors', ...VISITOR_SESSION })
  const visitors: Sql = Reflect.get(forVisitors, 'driver')
  readApart(connection, openVisitorReads(visitors))
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
  captureConsole(options.onError)
  return {
    init: async () => {
      await connection.clearSchemaCache()
      await app.init()
    },
    runForPage: (statement) => runStatement(visitors, statement, true),
    fetch: (request) => app.fetch(request, { peerAddress: null }),
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

type WithContext = (
  session: Session | undefined,
  work: (db: Kysely<unknown>) => Promise<unknown>,
  options?: { transaction?: unknown; forceRollback?: boolean },
) => Promise<unknown>

/** A new key of the form clients of Supabase send as `apikey`. */
export async function makeApiKey(type: 'publishable' | 'secret'): Promise<string> {
  return (await generateApiKey(type)).key
}

/** lite writes its errors to the console, with data in them. They become part of the request they belong to instead. */
function captureConsole(onError: (error: unknown) => void): void {
  const capture = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error) ?? parts[0]
    const context = requestContext.getStore()
    if (context) context.error = error
    else onError(error)
  }
  console.error = capture
  console.warn = capture
}
