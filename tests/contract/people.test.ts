import { describe, expect, test } from 'vitest'
import { administrator, member, messageOf, post } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { grant, revoke } from './people.ts'
import { addTool, addUpvote } from './rows.ts'

/** Members and administrators: rights, commands, and the list. */

const server = await testServer()
const admin = await administrator(server)

/** Members of this name in the list. */
async function list(query: string, wanted: { filter?: string; max_results?: number } = {}) {
  const { data, error } = await admin.client.rpc('list_members', { query, ...wanted })
  expect(error).toBeNull()
  return data ?? []
}

describe('every command about people', () => {
  test('reports an unknown id', async () => {
    const nobody = { id: '00000000-0000-4000-8000-000000000000' }
    expect(await messageOf(grant(admin.client, nobody))).toBe('Member not found')
    expect(await messageOf(revoke(admin.client, nobody))).toBe('Member not found')
    expect(await messageOf(admin.client.rpc('lift_suspension', { member_id: nobody.id }))).toBe(
      'Member not found',
    )
    const broken = await post(
      server,
      '/rest/v1/rpc/grant_administrator',
      { member_id: 'ann' },
      admin.accessToken,
    )
    expect(broken.status).toBe(400)
  })
})

describe('the list of members', () => {
  test('shows address, date, recommendations and status', async () => {
    const person = await member(server, { username: 'listed-ann', fullName: 'Ann Listed' })
    await addUpvote(server.sql, await addTool(server.sql), person)
    await addUpvote(server.sql, await addTool(server.sql), person)
    const [row] = await list('listed-ann')
    expect(row).toMatchObject({
      id: person.id,
      username: 'listed-ann',
      full_name: 'Ann Listed',
      email: 'listed-ann@example.org',
      upvotes: 2,
      is_verified: true,
      role: null,
      role_since: null,
      granted_by: null,
      suspended_at: null,
    })
    expect(Date.parse(row?.joined_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    await grant(admin.client, person)
    expect((await list('listed-ann'))[0]).toMatchObject({
      role: 'administrator',
      role_since: expect.any(String),
      granted_by: `@${admin.username}`,
    })
  })

  test('finds by username, full name and address, in any case and literally', async () => {
    await member(server, {
      username: 'Needle_one',
      fullName: 'Zoë  O’Hay 100%',
      email: 'zoe@haystack.example',
    })
    const found = async (query: string) => (await list(query)).map((row) => row.username)
    for (const query of [
      'needle_o',
      'NEEDLE',
      'zoë',
      'o’hay',
      '100%',
      '@haystack.ex',
      ' zoe@haystack.example ',
    ])
      expect([query, await found(query)]).toEqual([query, ['Needle_one']])
    for (const query of ['needle%one', 'needle\\', 'needle_one zoe', 'eq.needle', 'null', '%%'])
      expect([query, await found(query)]).toEqual([query, []])
  })

  test('follows a changed name, and omits a deleted account', async () => {
    const person = await member(server, { username: 'before-rename' })
    await person.client.from('profiles').update({ username: 'after-rename' }).eq('id', person.id)
    expect(await list('before-rename@example.org')).toHaveLength(1)
    expect((await list('after-rename')).map((row) => row.id)).toEqual([person.id])
    await person.client.rpc('delete_my_account', { confirm_username: 'after-rename' })
    expect(await list('after-rename')).toEqual([])
    expect(await server.sql`select from private.members where user_id = ${person.id}`).toHaveLength(0)
  })

  test('pages through everybody once, the newest first', async () => {
    for (let count = 0; count < 7; count++) await member(server, { username: `paged-${count}` })
    await server.sql`
      update private.members set joined_at = '2026-01-01' where search like 'paged-_%'`
    const seen: string[] = []
    let cursor = {}
    for (let page = 0; page < 4; page++) {
      const { data } = await admin.client.rpc('list_members', { query: 'paged-', max_results: 3, ...cursor })
      const last = data?.at(-1)
      seen.push(...(data ?? []).map((row) => row.id))
      cursor = { before_joined_at: last?.joined_at, before_id: last?.id }
      if ((data?.length ?? 0) < 3) break
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  test('can be narrowed to who has a role and to the suspended', async () => {
    const [boss, gone, plain] = [
      await member(server, { username: 'narrow-boss' }),
      await member(server, { username: 'narrow-gone' }),
      await member(server, { username: 'narrow-plain' }),
    ]
    await grant(admin.client, boss)
    await admin.client.rpc('suspend_member', { member_id: gone.id, reason: 'Spam' })
    const ids = async (filter: string) => (await list('narrow-', { filter })).map((row) => row.id)
    expect(await ids('administrators')).toEqual([boss.id])
    await admin.client.rpc('grant_administrator', { member_id: boss.id, role: 'editor' })
    expect(await list('narrow-', { filter: 'administrators' })).toMatchObject([
      { id: boss.id, role: 'editor' },
    ])
    expect(await ids('suspended')).toEqual([gone.id])
    expect((await ids('all')).sort()).toEqual([boss.id, gone.id, plain.id].sort())
    const wrong = await admin.client.rpc('list_members', { filter: 'everybody' })
    expect(wrong).toMatchObject({ status: 400, error: { code: '22023' } })
  })

  test('leaves out who has signed up and not verified their address', async () => {
    const data = { full_name: 'X', username: 'not-yet-here' }
    const body = { email: 'not-yet@example.org', password: 'long enough', data }
    const answer = await post(server, '/auth/v1/signup', body)
    expect(answer.status).toBe(200)
    expect(await list('not-yet')).toEqual([])
  })
})
