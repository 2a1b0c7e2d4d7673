import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { administrator, member, messageOf, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { grant, isAdmin, revoke } from './people.ts'
import { first } from './rows.ts'

/** Granting and revoking the right to administer, and that one administrator always remains. */

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
    expect(await messageOf(revoke(second.client, only))).toBe('This member is not an administrator')
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
