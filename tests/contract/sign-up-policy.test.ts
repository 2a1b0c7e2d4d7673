import { beforeAll, describe, expect, test } from 'vitest'
import { administrator, followLink, member, post, raw, redeem, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { until } from './transfer.ts'

/** Who may sign up: everybody, invited people, or nobody. Accounts sign in under any policy. */

const server = await testServer({ RATE_LIMITS: 'off', ADMIN_EMAILS: 'boss@admins.example' })
const admin = await administrator(server)
const person = await member(server)

const setPolicy = (sign_up: string) =>
  server.sql`select private.write_site_settings(${server.sql.json({ sign_up })}, null, null)`
const signUp = (email: string) =>
  post(server, '/auth/v1/signup', {
    email,
    password: 'long enough',
    data: { full_name: 'Somebody', username: `u-${crypto.randomUUID().slice(0, 8)}` },
  })
/** The status and error code of a response. */
async function outcome(email: string): Promise<unknown[]> {
  const answer = await signUp(email)
  return answer.ok ? [answer.status] : [answer.status, (await answer.json()).error_code]
}
const REFUSED = [422, 'signup_disabled']

describe('closed', () => {
  beforeAll(() => setPolicy('closed'))

  test('nobody signs up, with an account or without, invited or not', async () => {
    await admin.client.rpc('invite', { address: 'invited@closed.example' })
    for (const email of ['new@closed.example', person.email, 'invited@closed.example', 'boss@admins.example'])
      expect(await outcome(email)).toEqual(REFUSED)
    const answer = await signUp('new@closed.example')
    expect(await answer.json()).toEqual({
      code: 422,
      error_code: 'signup_disabled',
      msg: 'Sign-up is closed.',
    })
    const settings = await raw(server, '/auth/v1/settings')
    expect(await settings.json()).toMatchObject({ disable_signup: true })
  })

  test('members sign in, and reset their password', async () => {
    const { email, password } = person
    expect((await visitor(server).auth.signInWithPassword({ email, password })).error).toBeNull()
    await post(server, '/auth/v1/recover', { email })
    expect((await followLink(server, email, { type: 'recovery' })).status).toBe(200)
  })

  test('a link mailed before creates no account, until sign-up is open again', async () => {
    await setPolicy('open')
    const email = 'between@closed.example'
    expect(await outcome(email)).toEqual([200])
    const link = await server.mail.link(email)
    await setPolicy('closed')
    const refused = await redeem(server, link)
    expect([refused.status, (await refused.json()).error_code]).toEqual([403, 'signup_disabled'])
    await post(server, '/auth/v1/resend', { type: 'signup', email })
    await setPolicy('open')
    expect((await redeem(server, link)).status).toBe(200)
  })
})

describe('invited', () => {
  beforeAll(() => setPolicy('invited'))

  test('an invited address, one of an invited domain and those of ADMIN_EMAILS sign up, others do not', async () => {
    expect((await admin.client.rpc('invite', { address: ' Anna@People.example ' })).data).toBe(true)
    expect((await admin.client.rpc('invite', { address: '@whole.example' })).data).toBe(true)
    for (const email of [
      'anna@people.example',
      'ANNA@people.example',
      'any@whole.example',
      'boss@admins.example',
    ])
      expect(await outcome(email), email).toEqual([200])
    for (const email of ['bert@people.example', 'any@sub.whole.example', 'whole.example@other.example'])
      expect(await outcome(email), email).toEqual(REFUSED)
    expect((await followLink(server, 'any@whole.example')).status).toBe(200)
  })

  test('the answer reveals the invitation, never the account', async () => {
    const account = await member(server, { email: 'known@people.example' })
    expect(await outcome(account.email)).toEqual(await outcome('unknown@people.example'))
    await admin.client.rpc('invite', { address: account.email })
    expect(await outcome(account.email)).toEqual([200])
    expect((await server.mail.next(account.email)).subject).toContain('already have an account')
  })

  test('a revoked invitation is invalid', async () => {
    await admin.client.rpc('invite', { address: 'gone@people.example' })
    expect((await admin.client.rpc('revoke_invitation', { address: 'Gone@people.example' })).data).toBe(true)
    expect((await admin.client.rpc('revoke_invitation', { address: 'gone@people.example' })).data).toBe(false)
    expect(await outcome('gone@people.example')).toEqual(REFUSED)
  })

  test('deleting an account deletes its invitation', async () => {
    const leaver = await member(server, { email: 'leaver@people.example' })
    await admin.client.rpc('invite', { address: leaver.email })
    await leaver.client.rpc('delete_my_account', { confirm_username: leaver.username })
    expect(await outcome(leaver.email)).toEqual(REFUSED)
  })
})

describe('invitations', () => {
  const mailsTo = (address: string) =>
    server.mail
      .all()
      .filter(({ subject, to }) => subject?.includes('invited') && to?.some((one) => one.address === address))
  const waiting = async () => {
    const rows = await server.sql<
      { to: string }[]
    >`select data ->> 'to' as to from pgboss.job order by created_on`
    return rows.map(({ to }) => to)
  }
  const isMailed = async (address: string) => {
    const { data } = await admin.client.rpc('list_invitations')
    return data?.find((one) => one.address === address)?.mailed_at !== null
  }

  test('are mailed once, to people without an account', async () => {
    await setPolicy('invited')
    for (const address of [person.email, '@mailed.example', 'mailed@people.example', 'mailed@people.example'])
      await admin.client.rpc('invite', { address })
    expect((await server.mail.next('mailed@people.example')).subject).toContain('invited')
    await until(async () => (await waiting()).length === 0)
    expect(await isMailed('mailed@people.example')).toBe(true)
    await admin.client.rpc('invite', { address: 'mailed@people.example' })
    expect(await waiting()).toEqual([])
    expect([person.email, 'mailed@people.example'].map((to) => mailsTo(to).length)).toEqual([0, 1])
    // An hour later it may be asked for again.
    await server.sql`
      update public.sign_up_invitations set mailed_at = mailed_at - interval '61 minutes'
      where address = 'mailed@people.example'`
    await admin.client.rpc('invite', { address: 'mailed@people.example' })
    const again = await server.mail.next('mailed@people.example', 1)
    expect(again.messageId).not.toBe((await server.mail.next('mailed@people.example')).messageId)
  })

  test('of a time when sign-up was closed are mailed once it is open, except those revoked', async () => {
    await setPolicy('closed')
    for (const address of ['early@people.example', 'revoked@people.example'])
      await admin.client.rpc('invite', { address })
    expect(await waiting()).toEqual([])
    await admin.client.rpc('revoke_invitation', { address: 'revoked@people.example' })
    await setPolicy('invited')
    await server.mail.next('early@people.example')
    await until(async () => (await waiting()).length === 0)
    expect(mailsTo('revoked@people.example')).toEqual([])
  })

  test('an invalid address is refused', async () => {
    for (const address of [
      '',
      'anna',
      'anna@',
      '@',
      '@example',
      'a b@example.org',
      'anna@example.org,b@example.org',
    ])
      expect((await admin.client.rpc('invite', { address })).status, address).toBe(400)
  })

  test('are listed and logged for administrators, addresses of people by their beginning', async () => {
    await admin.client.rpc('invite', { address: 'logged@people.example' })
    const { data } = await admin.client.rpc('list_invitations')
    expect(data?.[0]).toMatchObject({
      address: 'logged@people.example',
      invited_by: `@${admin.username}`,
      joined_at: null,
    })
    const log = await admin.client.rpc('list_audit_log', { kinds: ['sign_up_invitations'], max_results: 1 })
    expect(log.data?.[0]).toMatchObject({ action: 'insert', after: { address: 'l…@people.example' } })
  })

  test('are listed page by page, newest first', async () => {
    await server.sql`insert into public.sign_up_invitations (address, created_at)
      select n || '@paged.example', '2026-01-01'::timestamptz + (n / 2) * interval '1 microsecond' from generate_series(1, 7) n`
    const pages: string[][] = []
    let cursor: { address: string; created_at: string } | undefined
    do {
      const { data } = await admin.client.rpc('list_invitations', {
        before_created_at: cursor?.created_at ?? null,
        before_address: cursor?.address ?? null,
        max_results: 3,
      })
      cursor = data?.at(-1)
      pages.push((data ?? []).map(({ address }) => address))
    } while (cursor)
    expect(pages.slice(0, -2).every((page) => page.length === 3)).toBe(true)
    expect(pages.flat().slice(-7)).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `${n}@paged.example`))
    const all = await server.sql`select * from private.list_invitations()`
    expect(pages.flat()).toEqual(all.map(({ address }) => address))
  })
})
