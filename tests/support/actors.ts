import { randomBytes, randomUUID } from 'node:crypto'
import bcrypt from '@node-rs/bcrypt'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { sign } from 'hono/jwt'
import type postgres from 'postgres'
import type { Database } from '../../src/database.types.ts'
import type { MailSink } from './mail-sink.ts'

/** What is asked of a server: most tests pass a whole TestServer. */
export interface Endpoint {
  url: string
  publishableKey: string
}
interface Signing {
  jwtSecret: string
}
interface Inside extends Endpoint, Signing {
  sql: postgres.Sql
}

/** The people of a test, each with Supabase's own client. */
export type Client = SupabaseClient<Database>

export interface Person {
  id: string
  email: string
  username: string
  password: string
  accessToken: string
  client: Client
}

const PASSWORD = 'correct horse'
const passwordHash = bcrypt.hash(PASSWORD, 4)

/** A person who is not signed in. */
export function visitor(server: Endpoint): Client {
  return createClient<Database>(server.url, server.publishableKey, { auth: { persistSession: false } })
}

/** A verified, signed-in member, inserted into the database: tests of other things do not walk through sign-up. */
export async function member(
  server: Inside,
  wanted: { username?: string; fullName?: string; email?: string } = {},
): Promise<Person> {
  const id = randomUUID()
  const username = wanted.username ?? `member-${randomBytes(5).toString('hex')}`
  const email = wanted.email ?? `${username.toLowerCase()}@example.org`
  const metadata = { username, full_name: wanted.fullName ?? 'A Member' }
  await server.sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data,
      raw_app_meta_data, created_at, updated_at)
    values (${id}, 'authenticated', 'authenticated', ${email}, ${await passwordHash}, now(),
      ${server.sql.json(metadata)}, ${server.sql.json({ provider: 'email', providers: ['email'] })}, now(), now())`
  const sessionId = randomUUID()
  await server.sql`
    insert into auth.sessions (id, user_id, aal, created_at, updated_at) values (${sessionId}, ${id}, 'aal1', now(), now())`
  const accessToken = await signToken(server, { sub: id, email, session_id: sessionId })
  return { id, email, username, password: PASSWORD, accessToken, client: withToken(server, accessToken) }
}

/** The session a browser of this person would store, as the service returns it at sign-in. */
export async function sessionOf(server: Endpoint, person: Person): Promise<unknown> {
  const response = await raw(server, '/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email: person.email, password: person.password }),
  })
  if (!response.ok) throw new Error(`could not sign in ${person.username}: ${await response.text()}`)
  return response.json()
}

/** A member who is an administrator, or has another role. */
export async function administrator(server: Inside, role = 'administrator'): Promise<Person> {
  const person = await member(server, { username: `admin-${randomBytes(5).toString('hex')}` })
  await server.sql`
    insert into private.administrators (user_id, granted_by, role) values (${person.id}, 'test', ${role})`
  return person
}

/** Inserts this member's recommendation of a catalogue tool into the database; returns its id. */
export async function recommend(
  { sql }: Pick<Inside, 'sql'>,
  { id }: Pick<Person, 'id'>,
  slug: string,
  reason: string,
  at = new Date(),
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.tool_upvotes (tool_id, user_id, reason, created_at)
    select id, ${id}, ${reason}, ${at} from public.tools where slug = ${slug} returning id`
  if (!row) throw new Error(`there is no tool ${slug}`)
  return row.id
}

/** A client that sends this token, valid or not. */
export function withToken(server: Endpoint, accessToken: string): Client {
  return createClient<Database>(server.url, server.publishableKey, { accessToken: async () => accessToken })
}

export function signToken(server: Signing, claims: Record<string, unknown>): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return sign(
    { aud: 'authenticated', role: 'authenticated', iat: now, exp: now + 3600, ...claims },
    server.jwtSecret,
    'HS256',
  )
}

/** Redeems a mailed link as its page does: the newest to this address after `seen` others. */
export async function followLink(
  server: Endpoint & { mail: Pick<MailSink, 'link'> },
  email: string,
  { type = 'signup', seen = 0 }: { type?: string; seen?: number } = {},
): Promise<Response> {
  return redeem(server, await server.mail.link(email, seen), type)
}

/** Redeems the link of a mail. */
export const redeem = (server: Endpoint, link: string, type = 'signup'): Promise<Response> =>
  post(server, '/auth/v1/verify', { type, token_hash: new URL(link).searchParams.get('token_hash') })

/** Lets members recommend as many tools as they like, for tests and measurements of many writes. */
export const liftDailyLimit = (sql: postgres.Sql, people: readonly { id: string }[]) => sql`
  insert into private.rate_limits (key, points, expire)
  select 'tool_upvotes:' || id, -1000000, 253402300799000 from unnest(${people.map(({ id }) => id)}::text[]) id
  on conflict (key) do update set points = excluded.points, expire = excluded.expire`

/** The error of a refused call, undefined if it succeeded. */
export const messageOf = async (answer: PromiseLike<{ error: { message: string } | null }>) =>
  (await answer).error?.message

/** A raw request, without our pages. `token` undefined: the API key only. */
export function raw(
  server: Endpoint,
  path: string,
  init: RequestInit = {},
  token?: string,
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('apikey')) headers.set('apikey', server.publishableKey)
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token ?? server.publishableKey}`)
  if (init.body && !headers.has('content-type')) headers.set('content-type', 'application/json')
  return fetch(new URL(path, server.url), { ...init, headers })
}

/** A raw request with this body. */
export const post = (server: Endpoint, path: string, body: unknown, token?: string): Promise<Response> =>
  raw(server, path, { method: 'POST', body: JSON.stringify(body) }, token)
