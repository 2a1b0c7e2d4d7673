import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type postgres from 'postgres'
import { StartError } from '../../lib/config.ts'
import { messageOf } from '../../lib/unknown.ts'
import { asDatabaseError } from './errors.ts'
import { LOCKS } from './locks.ts'
import { applyMigrations, LOCK_TIMEOUT, pendingMigrations } from './migrate.ts'
import type { Database } from './open-database.ts'
import { prepareQueue } from './queue.ts'

export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, '../../../supabase/migrations')
/** A table that exists until a move into this database is complete (server/host/backup/move.ts). */
export const UNFINISHED_MOVE = 'supabase_migrations.unfinished_move'
const AUTH_SCHEMA = path.join(import.meta.dirname, '../../supabase/auth/schema.sql')

/**
 * Prepares a database: what a Supabase project has, then our migrations. Processes that start together wait for each
 * other. The signal ends it after the current migration.
 */
export async function prepareDatabase(
  { sql, name }: Pick<Database, 'sql' | 'name'>,
  signal?: AbortSignal,
  { folder = MIGRATIONS_FOLDER, moving = false } = {},
): Promise<{ applied: number }> {
  const session = await sql.reserve()
  try {
    await session`select pg_advisory_lock(${LOCKS.prepare})`
    const [found] = await session<{ moving: boolean }[]>`
      select to_regclass(${UNFINISHED_MOVE}) is not null as moving`
    if (found?.moving && !moving)
      throw new StartError(
        `a move into ${name} was interrupted, and nothing is in it: run the move again, or start the site on the ` +
          'database it was on before, which has everything. A new site needs another, empty database',
      )
    const pending = await pendingMigrations(sql, folder, name)
    await preparePlatform(sql)
    await applyMigrations(sql, pending, signal)
    // Caches of other processes may depend on what migrations changed.
    if (pending.length > 0) await sql`select pg_notify('plaudit_changes', '*')`
    return { applied: pending.length }
  } catch (error) {
    const code = asDatabaseError(error)?.code
    if (code === '25006')
      throw new StartError(`${name} can only be read: it is not the primary server, or its disk is full`)
    if (code !== '42501') throw error
    throw new StartError(
      `the role of ${name} must own the database and everything in it: ${messageOf(error)}`,
    )
  } finally {
    await session`select pg_advisory_unlock(${LOCKS.prepare})`.catch(() => undefined)
    session.release()
  }
}

/**
 * Creates what our SQL needs: the queue, and what a Supabase project has: the API's roles, its schemas, the tables behind
 * /auth/v1. A comment names the file they were made with: run again it would change nothing, and lock them against everybody.
 */
export async function preparePlatform(sql: postgres.Sql): Promise<void> {
  await createRolesAndSchemas(sql)
  await prepareQueue(sql)
  const text = await readFile(AUTH_SCHEMA, 'utf8')
  const made = `server/supabase/auth/schema.sql ${createHash('sha256').update(text).digest('hex')}`
  const [users] = await sql<{ comment: string | null }[]>`
    select obj_description(to_regclass('auth.users'), 'pg_class') as comment`
  if (users?.comment === made) return
  await sql.begin(async (transaction) => {
    await transaction.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await transaction.unsafe(`${text}; comment on table auth.users is '${made}'`).simple()
  })
}

export async function createRolesAndSchemas(sql: postgres.Sql): Promise<void> {
  const roles = await sql<{ rolname: string }[]>`select rolname from pg_roles`
  const has = (name: string) => roles.some((role) => role.rolname === name)
  const missing = ['anon', 'authenticated', 'service_role'].filter((role) => !has(role))
  try {
    for (const role of missing)
      await sql.unsafe(`create role ${role} nologin ${role === 'service_role' ? 'bypassrls' : 'noinherit'}`)
    const [mine] = await sql<{ member: boolean }[]>`
      select pg_has_role(current_user, 'anon', 'member') and pg_has_role(current_user, 'authenticated', 'member')
         and pg_has_role(current_user, 'service_role', 'member') as member`
    if (!mine?.member) await sql.unsafe('grant anon, authenticated, service_role to current_user')
  } catch (error) {
    throw new StartError(
      'the role of DATABASE_URL may not make the roles anon, authenticated and service_role: run as a superuser ' +
        '`create role anon nologin; create role authenticated nologin; create role service_role nologin bypassrls; ' +
        `grant anon, authenticated, service_role to <role>\` (${messageOf(error)})`,
    )
  }
  await sql.unsafe(`
    create schema if not exists extensions;
    create schema if not exists auth;
    grant usage on schema extensions, auth to anon, authenticated, service_role;
    revoke create on schema public from public;`)
}
