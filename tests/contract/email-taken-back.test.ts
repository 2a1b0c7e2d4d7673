import { expect, test } from 'vitest'
import { member, messageOf, raw, redeem, withToken } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { change, emailOf, follow, newAddress } from './email-change.ts'
import { open, signIn } from './suspensions.ts'

/** Taking a change of address back, by the link mailed to the former one. */

const server = await testServer({ RATE_LIMITS: 'off' })

const takeBack = (link: string) => redeem(server, link, 'recovery')

/** A member whose address was changed; `undo`: the link mailed to the former one. */
async function moved() {
  const [person, to] = [await member(server), newAddress()]
  expect((await change(server, person, to)).status).toBe(200)
  for (const address of [person.email, to]) expect((await follow(server, address)).status).toBe(200)
  return { person, to, undo: await server.mail.link(person.email, 1) }
}

test('restores the address, ends every session, and lets the owner set a password', async () => {
  const { person, to, undo } = await moved()
  const thief = await open(server, { ...person, email: to })
  await change(server, person, newAddress())
  const taken = await takeBack(undo)
  expect(taken.status).toBe(200)
  const session = await taken.json()
  expect(session).toMatchObject({ user: { id: person.id, email: person.email } })
  expect(session.user).not.toHaveProperty('new_email')
  expect((await raw(server, '/auth/v1/user', {}, thief.access_token)).status).toBe(403)
  expect((await raw(server, '/auth/v1/user', {}, person.accessToken)).status).toBe(403)
  const body = JSON.stringify({ password: 'known to nobody else' })
  expect((await raw(server, '/auth/v1/user', { method: 'PUT', body }, session.access_token)).status).toBe(200)
  expect((await signIn(server, { ...person, email: to }, person.password)).status).toBe(400)
  for (const address of [person.email, to])
    await expect
      .poll(() => server.mail.all().filter((mail) => mail.to?.[0]?.address === address))
      .toContainEqual(
        expect.objectContaining({ subject: 'A change of email address at Plaudit was taken back' }),
      )
  expect((await takeBack(undo)).status).toBe(403)
})

test('works for a week', async () => {
  const { person, to, undo } = await moved()
  await server.sql`update private.former_emails set changed_at = now() - interval '169 hours' where user_id = ${person.id}`
  expect((await takeBack(undo)).status).toBe(403)
  await server.sql`update private.former_emails set changed_at = now() - interval '167 hours' where user_id = ${person.id}`
  expect(await emailOf(server, person)).toBe(to)
  expect((await takeBack(undo)).status).toBe(200)
  expect(await emailOf(server, person)).toBe(person.email)
})

test('by the first address also ends what later ones could take back', async () => {
  const { person, to, undo } = await moved()
  const third = newAddress()
  await change(server, person, third)
  expect((await follow(server, to, 1)).status).toBe(200)
  expect((await follow(server, third)).status).toBe(200)
  const later = await server.mail.link(to, 2)
  expect((await takeBack(undo)).status).toBe(200)
  expect((await takeBack(later)).status).toBe(403)
  expect(await emailOf(server, person)).toBe(person.email)
})

test('is refused in words while another account has the address, and works afterwards', async () => {
  const { person, undo } = await moved()
  const other = await member(server, { email: person.email })
  const refused = await takeBack(undo)
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    error_code: 'email_exists',
    msg: 'Another account has this email address now. Delete that account first, then open the link again.',
  })
  expect(
    await messageOf(other.client.rpc('delete_my_account', { confirm_username: other.username })),
  ).toBeUndefined()
  expect((await takeBack(undo)).status).toBe(200)
})

test('is no link of another kind, and lets nobody in without the recovery', async () => {
  const { undo } = await moved()
  for (const type of ['signup', 'email', 'magiclink', 'email_change'])
    expect((await redeem(server, undo, type)).status).toBe(403)
  const { access_token } = await (await takeBack(undo)).json()
  expect((await withToken(server, access_token).rpc('is_admin')).status).toBe(200)
})
