import { describe, expect, test } from 'vitest'
import { followLink, member, post, raw, redeem, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/**
 * Several sign-ups with one address: each link verifies its own sign-up with its own password, or nothing, in any
 * order; and no response reveals whether the address has an account.
 */

const server = await testServer({ RATE_LIMITS: 'off', ADMIN_EMAILS: 'boss@example.org' })

const name = () => `u-${crypto.randomUUID().slice(0, 8)}`
const signUp = (email: string, password: string, username = name()) =>
  post(server, '/auth/v1/signup', { email, password, data: { full_name: 'Somebody', username } })
const signIn = async (email: string, password: string): Promise<string> => {
  const answer = await post(server, '/auth/v1/token?grant_type=password', { email, password })
  return answer.ok ? 'signed in' : (await answer.json()).error_code
}
/** The link of the sign-up with this username: each mail names the one it verifies. */
async function linkOf(email: string, username: string): Promise<string> {
  for (let seen = 0; seen < 5; seen++)
    if ((await server.mail.next(email, seen)).text?.includes(`@${username}`))
      return server.mail.link(email, seen)
  throw new Error(`no mail to ${email} names ${username}`)
}

describe('a stranger and the owner of an address sign up', () => {
  const cases = [
    { first: 'stranger', follows: 'owner' },
    { first: 'owner', follows: 'owner' },
    { first: 'stranger', follows: 'stranger' },
    { first: 'owner', follows: 'stranger' },
  ]
  test.each(cases)(
    '$first first, and the link of the $follows is followed first',
    async ({ first, follows }) => {
      const email = first === 'owner' && follows === 'owner' ? 'boss@example.org' : `${name()}@example.org`
      const people = { owner: name(), stranger: name() }
      const order = first === 'owner' ? (['owner', 'stranger'] as const) : (['stranger', 'owner'] as const)
      const ids: Record<string, string> = {}
      for (const who of order) {
        const answer = await signUp(email, `password of ${who}`, people[who])
        expect(answer.status).toBe(200)
        ids[who] = (await answer.json()).id
      }
      for (const who of order) expect(await signIn(email, `password of ${who}`)).toBe('email_not_confirmed')
      const later = follows === 'owner' ? 'stranger' : 'owner'
      const links = {
        owner: await linkOf(email, people.owner),
        stranger: await linkOf(email, people.stranger),
      }

      const verified = await redeem(server, links[follows as 'owner' | 'stranger'])
      expect(verified.status).toBe(200)
      expect(await verified.json()).toMatchObject({ user: { id: ids[follows], email } })
      const other = await redeem(server, links[later])
      expect([other.status, (await other.json()).error_code]).toEqual([403, 'otp_expired'])
      expect(await signIn(email, `password of ${follows}`)).toBe('signed in')
      // Unchanged: another answer would reveal that the address now has an account.
      expect(await signIn(email, `password of ${later}`)).toBe('email_not_confirmed')
      const taken = await signUp(`${name()}@example.org`, 'long enough', people[later])
      expect([taken.status, (await taken.json()).msg]).toEqual([422, 'Username is already taken'])
      const profiles = await server.sql`
      select username::text from public.profiles where username in (${people.owner}, ${people.stranger})`
      expect(profiles).toEqual([{ username: people[follows as 'owner' | 'stranger'] }])
      const administrators = await server.sql`select user_id from private.administrators`
      expect(administrators.map((row) => row.user_id)).toEqual(
        email.startsWith('boss') ? [ids.owner] : expect.anything(),
      )
    },
  )

  test('and both links are followed at the same moment: one account, with its own password', async () => {
    for (let round = 0; round < 2; round++) {
      const email = `${name()}@example.org`
      const people = [name(), name(), name()]
      for (const username of people) await signUp(email, `password of ${username}`, username)
      const links = await Promise.all(people.map((username) => linkOf(email, username)))
      const answers = await Promise.all(links.map((link) => redeem(server, link)))
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403])
      const winner = people[answers.findIndex((answer) => answer.ok)] ?? ''
      for (const username of people)
        expect(await signIn(email, `password of ${username}`)).toBe(
          username === winner ? 'signed in' : 'email_not_confirmed',
        )
    }
  })

  test('again while a link is followed: the account that is made keeps its own password', async () => {
    for (let round = 0; round < 3; round++) {
      const email = `${name()}@example.org`
      await signUp(email, 'the first one')
      const link = await server.mail.link(email)
      const [verified, again] = await Promise.all([redeem(server, link), signUp(email, 'the second one')])
      expect([verified.status, again.status]).toEqual([200, 200])
      expect(await signIn(email, 'the first one')).toBe('signed in')
      expect(await signIn(email, 'the second one')).not.toBe('signed in')
    }
  })
})

describe('the same address and username again', () => {
  const pairs = () => ({ email: `${name()}@example.org`, username: name() })
  const linksOf = async (email: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, seen) => server.mail.link(email, seen)))

  test('because the mail was lost: either link verifies, with the password', async () => {
    const { email, username } = pairs()
    for (let turn = 0; turn < 2; turn++)
      expect((await signUp(email, 'long enough', turn ? username.toUpperCase() : username)).status).toBe(200)
    const [first = '', second = ''] = await linksOf(email, 2)
    const verified = await redeem(server, first)
    expect((await verified.json()).user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect((await redeem(server, second)).status).toBe(403)
    expect(await signIn(email, 'long enough')).toBe('signed in')
  })

  // The mails look alike: the owner of the mailbox may follow the link of a stranger who guessed the username.
  test.each([0, 1])('with another password: no link verifies either of them (%s)', async (followed) => {
    const { email, username } = pairs()
    const passwords = ['first password', 'second password']
    for (const password of passwords) expect((await signUp(email, password, username)).status).toBe(200)
    const links = await linksOf(email, 2)
    const verified = await redeem(server, links[followed] ?? '')
    const session = await verified.json()
    expect(session.user).toMatchObject({ email, app_metadata: { has_password: false } })
    for (const password of passwords) expect(await signIn(email, password)).toBe('email_not_confirmed')
    for (const link of links) expect((await redeem(server, link)).status).toBe(403)
    const init = { method: 'PUT', body: JSON.stringify({ password: 'chosen by the owner' }) }
    const set = await raw(server, '/auth/v1/user', init, session.access_token)
    expect((await set.json()).app_metadata).not.toHaveProperty('has_password')
    expect(await signIn(email, 'chosen by the owner')).toBe('signed in')
    for (const password of passwords) expect(await signIn(email, password)).toBe('email_not_confirmed')
  })

  test('once it is verified, the username is taken for everybody', async () => {
    const { email, username } = pairs()
    await signUp(email, 'long enough', username)
    await redeem(server, await server.mail.link(email))
    for (const address of [email, `${name()}@example.org`])
      expect((await signUp(address, 'long enough', username)).status).toBe(422)
  })
})

describe('a username', () => {
  test('requested by three at once goes to one, the others are told, and can sign up under another', async () => {
    const username = name()
    const emails = [1, 2, 3].map((number) => `${number}-${name()}@example.org`)
    await signUp(emails[0] ?? '', 'an earlier one')
    const answers = await Promise.all(emails.map((email) => signUp(email, 'long enough', username)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422])
    for (const [index, answer] of answers.entries()) {
      if (answer.ok) continue
      expect(await answer.json()).toMatchObject({ msg: 'Username is already taken' })
      expect((await signUp(emails[index] ?? '', 'long enough')).status).toBe(200)
    }
    expect(await signIn(emails[0] ?? '', 'an earlier one')).toBe('email_not_confirmed')
  })

  test('of a sign-up is reserved for a day: for other sign-ups, for profiles, whatever its case, and is not public', async () => {
    const [username, person] = [name(), await member(server)]
    await signUp(`${name()}@example.org`, 'long enough', username)
    const taken = await signUp(`${name()}@example.org`, 'long enough', username.toUpperCase())
    expect([taken.status, (await taken.json()).msg]).toEqual([422, 'Username is already taken'])
    const rename = () => person.client.from('profiles').update({ username }).eq('id', person.id)
    expect((await rename()).error).toMatchObject({ code: '23505', message: 'Username is already taken' })
    const lookup = await visitor(server).from('profiles').select('id').eq('username', username)
    expect(lookup.data).toEqual([])
    await server.sql`update auth.pending_sign_ups set created_at = now() - interval '25 hours' where username = ${username}`
    expect((await rename()).error).toBeNull()
  })

  test('taken meanwhile is reported when the link is followed, and nothing else changes', async () => {
    const [username, email, person] = [name(), `${name()}@example.org`, await member(server)]
    await signUp(email, 'long enough', username)
    await server.sql`update auth.pending_sign_ups set created_at = now() - interval '25 hours' where username = ${username}`
    await person.client.from('profiles').update({ username }).eq('id', person.id)
    const refused = await followLink(server, email)
    expect([refused.status, (await refused.json()).msg]).toEqual([422, 'Username is already taken'])
    expect(await signIn(email, 'long enough')).toBe('email_not_confirmed')
  })

  test('requested by a sign-up and a profile at once goes to one of them', async () => {
    for (let round = 0; round < 10; round++) {
      const [username, person] = [name(), await member(server)]
      const [signedUp, renamed] = await Promise.all([
        signUp(`${name()}@example.org`, 'long enough', username),
        person.client.from('profiles').update({ username }).eq('id', person.id),
      ])
      expect([signedUp.ok, renamed.error === null].filter(Boolean)).toHaveLength(1)
    }
  })
})

describe('an address that has an account', () => {
  /** The answer without everything that differs between people, with its fields in order. */
  const shape = (text: string, email: string, username: string) =>
    text
      .replaceAll(email, 'EMAIL')
      .replaceAll(username, 'USERNAME')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID 4')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')

  test.each(['plain', 'a$&b'])('answers as one that has none, also when asked again (%s)', async (start) => {
    const known = await member(server, { email: `${start}${name()}@example.org` })
    const fresh = `${start}${name()}@example.org`
    const outcomes = await Promise.all(
      [known.email, fresh].map(async (email) => {
        const [username, password] = [name(), 'long enough']
        const said: unknown[] = []
        for (const wanted of [username, username, name()]) {
          const answer = await signUp(email, password, wanted)
          said.push([answer.status, shape(await answer.text(), email, wanted)])
        }
        said.push(await signIn(email, password), await signIn(email, 'not that one'))
        const profiles = await visitor(server).from('profiles').select('id').eq('username', username)
        said.push(profiles.data)
        for (const path of ['recover', 'otp', 'resend']) {
          const answer = await post(server, `/auth/v1/${path}`, { email, type: 'signup' })
          said.push([answer.status, await answer.text()])
        }
        return said
      }),
    )
    expect(outcomes[0]).toEqual(outcomes[1])
    expect(JSON.stringify(outcomes[0])).toMatch(
      /^\[\[200,.*\[200,.*\[200,.*"email_not_confirmed","invalid_credentials"/,
    )
  })

  test('gets a mail that says so, without a link', async () => {
    const person = await member(server)
    await signUp(person.email, 'a stranger’s')
    const mail = await server.mail.next(person.email)
    expect(mail.subject).toContain('already have an account')
    expect(`${mail.text}${mail.html}`).toContain(`${server.url}/forgot-password`)
    expect(`${mail.text}${mail.html}`).not.toContain('token_hash')
    expect(await signIn(person.email, person.password)).toBe('signed in')
  })
})

test('a sign-up leaves a row of a few kB, whatever was sent with it', async () => {
  const email = `${name()}@example.org`
  const data = { full_name: 'Somebody', username: name(), role: 'admin', note: 'x'.repeat(3000) }
  const answer = await post(server, '/auth/v1/signup', { email, password: 'long enough', data })
  expect((await answer.json()).user_metadata).toEqual({ full_name: 'Somebody', username: data.username })
  const [row] = await server.sql`
    select pg_column_size(s.*) < 2048 as small, (select count(*)::int from auth.users u where u.email = s.email) as users
    from auth.pending_sign_ups s where email = ${email}`
  expect(row).toEqual({ small: true, users: 0 })
})

test('resending sends the link mailed longest ago, and every link still works', async () => {
  const [email, own] = [`${name()}@example.org`, name()]
  await signUp(email, 'the owner’s', own)
  const first = await linkOf(email, own)
  for (let more = 0; more < 3; more++) await signUp(email, 'a stranger’s')
  await server.mail.next(email, 3)
  await post(server, '/auth/v1/resend', { type: 'signup', email })
  expect(await server.mail.link(email, 4)).toBe(first)
  expect((await redeem(server, first)).status).toBe(200)
  expect((await redeem(server, first)).status).toBe(403)
})
