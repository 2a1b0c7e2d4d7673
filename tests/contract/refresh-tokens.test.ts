import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forgetSessions } from '../../server/supabase/auth/sessions.ts'
import { member, post, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/** Refresh tokens: each is used once, and later use of a copy ends the session. */

const server = await testServer({ RATE_LIMITS: 'off' })

interface Tokens {
  access_token: string
  refresh_token: string
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex')

const refresh = ({ refresh_token }: Tokens) =>
  post(server, '/auth/v1/token?grant_type=refresh_token', { refresh_token })

describe('a refresh token', () => {
  const fresh = async (): Promise<Tokens> => {
    const { email, password } = await member(server)
    return (await post(server, '/auth/v1/token?grant_type=password', { email, password })).json()
  }
  const codeOf = async (answer: Response) => (await answer.json()).error_code

  test('spent ten times at once leaves one living successor, the same for all', async () => {
    const tokens = await fresh()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(tokens)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    const sessions: Tokens[] = await Promise.all(answers.map((answer) => answer.json()))
    expect(new Set(sessions.map((session) => session.refresh_token)).size).toBe(1)
    const living = await server.sql`
      select from auth.refresh_tokens where not revoked and session_id =
        (select session_id from auth.refresh_tokens where token = ${hash(tokens.refresh_token)})`
    expect(living).toHaveLength(1)
    // Quick successive uses still lead to the live token.
    const next: Tokens = await (await refresh(sessions[0] ?? tokens)).json()
    expect(await (await refresh(tokens)).json()).toMatchObject({ refresh_token: next.refresh_token })
  })

  test('used again later ends every session derived from it', async () => {
    const stolen = await fresh()
    const own: Tokens = await (await refresh(stolen)).json()
    await server.sql`
      update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where token = ${hash(stolen.refresh_token)}`
    const reused = await refresh(stolen)
    expect([reused.status, await codeOf(reused)]).toEqual([400, 'refresh_token_already_used'])
    const ended = await refresh(own)
    expect([ended.status, await codeOf(ended)]).toEqual([400, 'refresh_token_not_found'])
    expect((await raw(server, '/auth/v1/user', {}, own.access_token)).status).toBe(403)
  })

  test.each(['', 'x', "' or true --", 'x'.repeat(4000)])('like %j is no one’s', async (refresh_token) => {
    expect((await refresh({ access_token: '', refresh_token })).status).toBe(400)
  })

  test('used during a sign-out: either order leaves no session', async () => {
    for (let round = 0; round < 5; round++) {
      const tokens = await fresh()
      const [refreshed, ended] = await Promise.all([
        refresh(tokens),
        post(server, '/auth/v1/logout', {}, tokens.access_token),
      ])
      expect(ended.status).toBe(204)
      if (refreshed.ok) expect((await refresh(await refreshed.json())).status).toBe(400)
      else expect(await codeOf(refreshed)).toBe('refresh_token_not_found')
    }
  })

  test('is forgotten with a session that ended by age, and only with that', async () => {
    const [ended, living] = [await fresh(), await fresh()]
    await server.sql`
      update auth.sessions set not_after = now() - interval '1 second'
      where id = (select session_id from auth.refresh_tokens where token = ${hash(ended.refresh_token)})`
    await forgetSessions(server.sql)
    const kept = await server.sql`
      select token from auth.refresh_tokens where token in (${hash(ended.refresh_token)}, ${hash(living.refresh_token)})`
    expect(kept).toEqual([{ token: hash(living.refresh_token) }])
  })

  test('is forgotten with a session that was not refreshed for a year', async () => {
    const [unused, old, living, refreshed] = [await fresh(), await fresh(), await fresh(), await fresh()]
    const date = (tokens: { refresh_token: string }, created: string, last: string | null) => server.sql`
      update auth.sessions set created_at = now() - ${created}::interval,
        refreshed_at = (now() - ${last}::interval) at time zone 'utc'
      where id = (select session_id from auth.refresh_tokens where token = ${hash(tokens.refresh_token)})`
    await date(unused, '366 days', null)
    await date(old, '800 days', '366 days')
    await date(living, '364 days', null)
    await date(refreshed, '800 days', '364 days')
    await forgetSessions(server.sql)
    const kept = await server.sql<{ token: string }[]>`
      select token from auth.refresh_tokens
      where token = any (${[unused, old, living, refreshed].map((each) => hash(each.refresh_token))})`
    expect(kept.map(({ token }) => token).sort()).toEqual(
      [living, refreshed].map((each) => hash(each.refresh_token)).sort(),
    )
  })

  test('is kept as a hash', async () => {
    const { refresh_token } = await fresh()
    expect(await server.sql`select from auth.refresh_tokens where token = ${refresh_token}`).toHaveLength(0)
    expect(
      await server.sql`select from auth.refresh_tokens where token = ${hash(refresh_token)}`,
    ).toHaveLength(1)
  })
})
