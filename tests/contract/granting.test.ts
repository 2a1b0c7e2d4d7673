import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { administrator, member, messageOf, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { grant, isAdmin, revoke } from './people.ts'
import { first } from './rows.ts'

/** Granting and revoking roles, and that one administrator always remains. */

const server = await testServer()
const admin = await administrator(server)

describe('granting', () => {
  test('takes effect at once, says so the second time, and is logged', async () => {
    const person = await member(server)
    expect((await grant(admin.client, person)).error).toBeNull()
    expect((await person.client.rpc('is_admin')).data).toBe(true)
    expect(await messageOf(grant(admin.client, person))).toBe('This member is already an administrator')
    const entry = first(
      await server.sql`select * from public.audit_log where table_name = 'administrators' and row_id = ${person.id}`,
    )
    expect(entry).toMatchObject({ actor_id: admin.id, action: 'insert', source: 'api', person_id: person.id })
  })

  test('is refused for an address that is not verified and for the suspended', async () => {
    const [fresh, suspended] = [await member(server), await member(server)]
    await server.sql`update auth.users set email_confirmed_at = null where id = ${fresh.id}`
    await admin.client.rpc('suspend_member', { member_id: suspended.id, reason: 'Spam' })
    expect(await messageOf(grant(admin.client, fresh))).toBe(
      'Only members who have verified their email address can be administrators',
    )
    expect(await messageOf(grant(admin.client, suspended))).toBe(
      'A suspended member cannot be an administrator. Lift the suspension first.',
    )
    await expect(server.sql`select private.grant_admin(${suspended.email}, 'test')`).rejects.toThrow(
      'that account is suspended',
    )
    await server.sql`select private.set_admin_emails(${[suspended.email]})`
    expect([await isAdmin(server, fresh), await isAdmin(server, suspended)]).toEqual([false, false])
  })
})

describe('another role', () => {
  test('replaces the one before, is logged, and is revoked as any', async () => {
    const person = await member(server)
    const give = (role: string) => admin.client.rpc('grant_administrator', { member_id: person.id, role })
    const known = async () => [
      (await person.client.rpc('get_my_role')).data,
      (await person.client.rpc('is_admin')).data,
    ]
    expect(await known()).toEqual([null, false])
    for (const role of ['moderator', 'editor', 'administrator', 'moderator']) {
      expect(await messageOf(give(role))).toBeUndefined()
      expect(await known()).toEqual([role, role === 'administrator'])
    }
    expect(await messageOf(give('moderator'))).toBe('This member is already a moderator')
    expect(await give('owner')).toMatchObject({ status: 400, error: { code: '22023' } })
    expect((await revoke(admin.client, person)).error).toBeNull()
    expect(await known()).toEqual([null, false])
    const log = await server.sql`
      select action, coalesce(after, before) ->> 'role' as role, search from public.audit_log
      where table_name = 'administrators' and row_id = ${person.id} order by id`
    expect(log.map(({ action, role, search }) => `${action} ${role}: ${search}`)).toEqual([
      'insert moderator: granted moderator',
      'update editor: granted editor',
      'update administrator: granted administrator',
      'update moderator: granted moderator',
      'delete moderator: revoked moderator',
    ])
  })

  test('lets nobody grant, and protects from suspension until it is revoked', async () => {
    const [moderator, editor, target] = [
      await administrator(server, 'moderator'),
      await administrator(server, 'editor'),
      await member(server),
    ]
    for (const { client } of [moderator, editor]) {
      expect(await messageOf(grant(client, target))).toBe('Only administrators may do this')
      expect(await messageOf(revoke(client, moderator))).toBe('Only administrators may do this')
    }
    const suspend = ({ client }: Person, { id }: Person) =>
      messageOf(client.rpc('suspend_member', { member_id: id, reason: 'Spam' }))
    expect(await suspend(moderator, editor)).toBe('Editors cannot be suspended. Revoke the editor first.')
    expect(await suspend(moderator, admin)).toBe(
      'Administrators cannot be suspended. Revoke the administrator first.',
    )
    expect(await suspend(editor, target)).toBe('Only administrators and moderators may suspend members')
    expect(await suspend(moderator, target)).toBeUndefined()
    expect(
      await messageOf(admin.client.rpc('grant_administrator', { member_id: target.id, role: 'moderator' })),
    ).toBe('A suspended member cannot be a moderator. Lift the suspension first.')
    // By hand in the database: the role is worth nothing.
    await server.sql`alter table private.administrators disable trigger administrators_check`
    await server.sql`insert into private.administrators (user_id, granted_by, role) values (${target.id}, 'test', 'moderator')`
    await server.sql`alter table private.administrators enable trigger administrators_check`
    const [role] = await server.sql.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: target.id })}, true),
        set_config('request.jwt.claim.sub', ${target.id}, true)`
      return sql`select public.get_my_role() as role, private.can_moderate() as can`
    })
    expect(role).toEqual({ role: null, can: false })
    await server.sql`delete from private.administrators where user_id = ${target.id}`
  })

  test('of an address of ADMIN_EMAILS becomes the administrator’s', async () => {
    const person = await administrator(server, 'editor')
    await server.sql`select private.set_admin_emails(${[person.email]})`
    expect((await person.client.rpc('get_my_role')).data).toBe('administrator')
    await server.sql`select private.set_admin_emails('{}')`
  })
})

describe('the last administrator', () => {
  let only: Person
  /** A directory with exactly one administrator, so that each test starts alike. */
  beforeEach(async () => {
    only = await administrator(server)
    await server.sql`delete from private.administrators where user_id <> ${only.id}`
  })
  afterAll(async () => {
    await server.sql`insert into private.administrators (user_id, granted_by) values (${admin.id}, 'test')`
  })

  test('cannot be removed by any means', async () => {
    const refusal = 'The last administrator cannot be revoked'
    const answer = await revoke(only.client, only)
    expect(answer).toMatchObject({ status: 400, error: { code: 'P0001', message: refusal } })
    await expect(server.sql`select private.revoke_admin(${only.email})`).rejects.toThrow(refusal)
    await expect(server.sql`delete from auth.users where id = ${only.id}`).rejects.toThrow(refusal)
    await expect(server.sql`delete from private.administrators`).rejects.toThrow(refusal)
    const moderator = await administrator(server, 'moderator')
    expect(
      await messageOf(only.client.rpc('grant_administrator', { member_id: only.id, role: 'moderator' })),
    ).toBe(refusal)
    expect(await messageOf(revoke(only.client, only))).toBe(refusal)
    expect((await revoke(only.client, moderator)).error).toBeNull()
    expect(
      await messageOf(only.client.rpc('delete_my_account', { confirm_username: only.username })),
    ).toMatch(/^You are the only administrator/)
    expect(await isAdmin(server, only)).toBe(true)
  })

  test('may be revoked once there is another, who may then revoke in turn', async () => {
    const second = await member(server)
    await grant(only.client, second)
    expect((await revoke(only.client, only)).error).toBeNull()
    expect(await messageOf(revoke(only.client, second))).toBe('Only administrators may do this')
    expect((await grant(second.client, only)).error).toBeNull()
    expect((await revoke(second.client, only)).error).toBeNull()
    expect(await messageOf(revoke(second.client, only))).toBe('This member has no role')
  })

  test('remains of two who revoke each other at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await administrator(server), await administrator(server)]
      await server.sql`delete from private.administrators where user_id not in (${a.id}, ${b.id})`
      const answers = await Promise.all([revoke(a.client, b), revoke(b.client, a)])
      expect(answers.filter((answer) => answer.error === null)).toHaveLength(1)
      expect(await server.sql`select from private.administrators`).toHaveLength(1)
    }
  })

  test('remains of three: revoked, deleted and revoked by SQL at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const [a, b] = [await administrator(server), await administrator(server)]
      await server.sql`delete from private.administrators where user_id not in (${a.id}, ${b.id})`
      await Promise.allSettled([
        revoke(a.client, a),
        b.client.rpc('delete_my_account', { confirm_username: b.username }),
        server.sql`select private.revoke_admin(${b.email})`,
      ])
      expect(await server.sql`select from private.administrators`).toHaveLength(1)
    }
  })
})

test('a grant and a suspension of the same person at the same moment are not both done', async () => {
  for (let round = 0; round < 8; round++) {
    const person = await member(server)
    await Promise.all([
      grant(admin.client, person),
      admin.client.rpc('suspend_member', { member_id: person.id, reason: 'Spam' }),
    ])
    const suspended = await server.sql`select from private.suspensions where user_id = ${person.id}`
    expect([await isAdmin(server, person), suspended.length === 1].filter(Boolean)).toHaveLength(1)
  }
})
