import { describe, expect, test } from 'vitest'
import { administrator, member, type Person, post, raw, redeem, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { change, emailOf, follow, newAddress } from './email-change.ts'
import { signIn, suspend } from './suspensions.ts'

/** Change of an account's address: both addresses confirm it. */

const ADMIN_EMAIL = 'boss@example.org'

const server = await testServer({ RATE_LIMITS: 'off', ADMIN_EMAILS: ADMIN_EMAIL })
const admin = await administrator(server)

const userOf = async (person: Person) => (await raw(server, '/auth/v1/user', {}, person.accessToken)).json()

describe('a change of address', () => {
  test.each(['the present address first', 'the new address first'])(
    'is made once both confirmed: %s',
    async (order) => {
      const [person, to] = [await member(server), newAddress()]
      const asked = await change(server, person, to)
      expect(await asked.json()).toMatchObject({ email: person.email, new_email: to })
      const turns = order.startsWith('the new') ? [to, person.email] : [person.email, to]
      const half = await follow(server, turns[0] ?? '')
      expect(half.status).toBe(200)
      expect(await half.json()).toEqual({
        code: '200',
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      })
      expect(await userOf(person)).toMatchObject({ email: person.email, new_email: to })
      // The same link again is no second confirmation.
      expect((await follow(server, turns[0] ?? '')).status).toBe(403)
      const whole = await follow(server, turns[1] ?? '')
      expect(await whole.json()).toMatchObject({
        access_token: expect.any(String),
        user: { id: person.id, email: to },
      })
      const user = await userOf(person)
      expect(user).toMatchObject({ email: to })
      expect(user).not.toHaveProperty('new_email')
      expect((await signIn(server, person, person.password)).status).toBe(400)
      expect((await signIn(server, { ...person, email: to }, person.password)).status).toBe(200)
      const told = await server.mail.next(person.email, 1)
      expect(told.subject).toContain('was changed')
      expect(told.text).toContain(to)
    },
  )

  test('is made once, however many follow both links at the same moment', async () => {
    const [person, to] = [await member(server), newAddress()]
    await change(server, person, to)
    const links = [await server.mail.link(person.email), await server.mail.link(to)]
    const answers = await Promise.all(
      [...links, ...links].map((link) => redeem(server, link, 'email_change')),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403])
    expect(await emailOf(server, person)).toBe(to)
    expect(await server.sql`select from private.former_emails where user_id = ${person.id}`).toHaveLength(1)
  })

  test('works by auth-js, and by links in the form of GoTrue’s own mails', async () => {
    const [person, to] = [await member(server), newAddress()]
    const { auth } = visitor(server)
    await auth.signInWithPassword(person)
    const asked = await auth.updateUser({ email: to })
    expect(asked.data.user).toMatchObject({ email: person.email, new_email: to })
    const token_hash = new URL(await server.mail.link(to)).searchParams.get('token_hash') ?? ''
    expect(await auth.verifyOtp({ type: 'email_change', token_hash })).toMatchObject({
      data: { session: null },
      error: null,
    })
    const token = new URL(await server.mail.link(person.email)).searchParams.get('token_hash')
    const followed = await raw(server, `/auth/v1/verify?type=email_change&token=${token}`, {
      redirect: 'manual',
    })
    expect(followed.headers.get('location')).toContain('access_token')
    expect((await auth.getUser()).data.user?.email).toBe(to)
  })

  test('is not made by a link older than a day, nor by one of a request that was replaced or withdrawn', async () => {
    const [person, first, second] = [await member(server), newAddress(), newAddress()]
    await change(server, person, first)
    const replaced = [await server.mail.link(person.email), await server.mail.link(first)]
    await change(server, person, second)
    for (const link of replaced) expect((await redeem(server, link, 'email_change')).status).toBe(403)
    expect((await follow(server, person.email, 1)).status).toBe(200)
    await server.sql`update auth.users set email_change_sent_at = now() - interval '25 hours' where id = ${person.id}`
    expect((await follow(server, second)).status).toBe(403)
    expect(await userOf(person)).not.toHaveProperty('new_email')

    const third = newAddress()
    await change(server, person, third)
    const withdrawn = await server.mail.link(third)
    expect(await (await change(server, person, person.email)).json()).not.toHaveProperty('new_email')
    expect((await redeem(server, withdrawn, 'email_change')).status).toBe(403)
    expect(await emailOf(server, person)).toBe(person.email)
  })

  test('to an address that has an account is answered alike; its owner is told, and it is never made', async () => {
    const [person, owner] = [await member(server), await member(server)]
    const asked = [
      await change(server, person, owner.email),
      await change(server, await member(server), newAddress()),
    ]
    const shapes = await Promise.all(
      asked.map(async (answer) => [answer.status, Object.keys(await answer.json())]),
    )
    expect(shapes[0]).toEqual(shapes[1])
    const told = await server.mail.next(owner.email)
    expect(told.subject).toBe('Your email address has an account at Plaudit')
    expect(told.text).not.toContain('token_hash')
    expect((await follow(server, person.email)).status).toBe(200)
    expect(await userOf(person)).toMatchObject({ email: person.email, new_email: owner.email })
    expect(await emailOf(server, owner)).toBe(owner.email)
  })

  test('to an address somebody signed up with meanwhile is not made', async () => {
    const [person, to] = [await member(server), newAddress()]
    await change(server, person, to)
    expect((await follow(server, person.email)).status).toBe(200)
    const link = await server.mail.link(to)
    await member(server, { email: to })
    const refused = await redeem(server, link, 'email_change')
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error_code: 'otp_expired' })
    expect(await emailOf(server, person)).toBe(person.email)
  })

  test.each(['not an address', 'a@b', '', `${'x'.repeat(250)}@example.org`])(
    'to %j is refused',
    async (email) => {
      expect((await change(server, await member(server), email)).status).toBe(400)
    },
  )

  test('leaves links to the former address dead', async () => {
    const [person, to] = [await member(server), newAddress()]
    await post(server, '/auth/v1/recover', { email: person.email })
    const recovery = await server.mail.link(person.email)
    await change(server, person, to)
    expect((await follow(server, person.email, 1)).status).toBe(200)
    expect((await follow(server, to)).status).toBe(200)
    expect((await redeem(server, recovery, 'recovery')).status).toBe(403)
  })

  test('makes nobody an administrator, now or at the next start', async () => {
    const person = await member(server)
    await change(server, person, ADMIN_EMAIL)
    for (const address of [person.email, ADMIN_EMAIL])
      expect((await follow(server, address)).status).toBe(200)
    expect(await emailOf(server, person)).toBe(ADMIN_EMAIL)
    await server.sql`select private.set_admin_emails(${[ADMIN_EMAIL]})`
    expect((await person.client.rpc('is_admin')).data).toBe(false)
  })

  test('cannot be asked for or confirmed by a suspended member, or with an ended session', async () => {
    const [person, to] = [await member(server), newAddress()]
    await change(server, person, to)
    const links = [await server.mail.link(person.email), await server.mail.link(to)]
    await suspend(admin, person)
    expect((await change(server, person, newAddress())).status).toBe(403)
    for (const link of links) {
      const refused = await redeem(server, link, 'email_change')
      expect(await refused.json()).toMatchObject({ code: 403, error_code: 'user_banned' })
    }
    expect(await emailOf(server, person)).toBe(person.email)
  })

  test('is in the export while it is pending, and afterwards until it can no longer be taken back', async () => {
    const [person, to] = [await member(server), newAddress()]
    await change(server, person, to)
    expect((await person.client.rpc('export_my_data')).data).toMatchObject({
      account: { email_change: { email: to }, former_emails: [] },
    })
    for (const address of [person.email, to]) await follow(server, address)
    expect((await person.client.rpc('export_my_data')).data).toMatchObject({
      account: { email: to, email_change: null, former_emails: [{ email: person.email }] },
    })
  })
})

const policy = (sign_up: string) =>
  server.sql`select private.write_site_settings(${server.sql.json({ sign_up })}, null, null)`

describe('where sign-up is by invitation', () => {
  test('a member may change to invited addresses only, and an invitation ends when its account leaves the address', async () => {
    const [person, to] = [await member(server), newAddress()]
    await server.sql`insert into public.sign_up_invitations (address) values (${person.email})`
    try {
      await policy('invited')
      const refused = await change(server, person, to)
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({ error_code: 'email_address_not_authorized' })
      await server.sql`insert into public.sign_up_invitations (address) values (${to})`
      expect((await change(server, person, to)).status).toBe(200)
      for (const address of [person.email, to]) expect((await follow(server, address)).status).toBe(200)
      const left =
        await server.sql`select address from public.sign_up_invitations where address in (${person.email}, ${to})`
      expect(left).toEqual([{ address: to }])
      await policy('closed')
      expect((await change(server, person, newAddress())).status).toBe(200)
    } finally {
      await policy('open')
    }
  })
})
